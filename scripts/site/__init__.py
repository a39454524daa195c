"""Turn rendered pages into a finished site. MkDocs, scripts, headers, the offline copy, releases."""
