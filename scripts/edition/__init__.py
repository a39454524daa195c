"""Reading the edition's sources in `rules_src/<book>/` (format: FORMATO.md)."""
