"""Turn rendered pages into a finished site: MkDocs, scripts, headers, offline copy, releases."""
