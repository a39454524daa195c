"""What a published version made, which every later one must read: `tests/golden/promises/<version>/` (see manuale/promesse.md)."""
