"""Serve the site over HTTP: pages, search API, permalinks.

Pages that need JavaScript are also rendered here, for browsers without it.
"""
