"""The HTTP server: the site, the search API, permalinks, and pages rendered for browsers without JavaScript."""
