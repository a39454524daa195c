"""Serve the site over HTTP: pages, search API, permalinks.

And pages rendered for browsers without JavaScript.
"""
