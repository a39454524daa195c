"""Readers and writers of the sources in `rules_src/<book>/` (format: FORMATO.md)."""
