"""Search the rules: find the statements and table rows that answer a typed query.

The browser does the same (`docs/assets/js/search/`).
"""
