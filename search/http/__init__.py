"""Serve the site over HTTP: pages, search API, permalinks.

Browsers without JavaScript get pages rendered here.
"""
