"""The pipeline: originals and editions → Rulebook → Markdown, JSON, decision trees, permalinks."""
