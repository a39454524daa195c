"""From rendered pages to a finished site: MkDocs, scripts, headers, the offline copy, releases."""
