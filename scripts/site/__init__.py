"""Turn rendered pages into a finished site, with scripts, headers and an offline copy."""
