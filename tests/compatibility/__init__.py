"""Test that later versions read what published versions wrote.

What these wrote is in `tests/golden/promises/<version>/` (see manuale/promesse.md).
"""
