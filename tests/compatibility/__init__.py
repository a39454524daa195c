"""Test that later versions read what published ones made.

`tests/golden/promises/<version>/` (see manuale/promesse.md).
"""
