"""From rendered pages to a finished site: MkDocs, small scripts, headers, the copy for the phone, releases."""
