"""Serve the site over HTTP: pages, search API, permalinks.

For browsers without JavaScript, the pages that need it are rendered here.
"""
