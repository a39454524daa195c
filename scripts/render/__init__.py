"""Render the checked rulebook (Markdown pages, JSON, permalinks) as path → text."""
