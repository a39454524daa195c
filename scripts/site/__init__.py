"""From rendered pages to a finished site: MkDocs, originals, small scripts, the copy for the phone."""
