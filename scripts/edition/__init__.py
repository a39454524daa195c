"""Read and write the sources in `rules_src/<book>/` (format: FORMATO.md)."""
