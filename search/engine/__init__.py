"""Find the statements and table rows that answer a typed query.

A statement is one sentence of the rules, with its own anchor. The browser's engine
(`docs/assets/js/search/`) does the same.
"""
