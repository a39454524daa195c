"""Find the statements and rows that answer a typed query.

The same as `docs/assets/js/search/`.
"""
