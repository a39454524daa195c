"""Render the checked rulebook as Markdown pages, JSON and permalinks: path → text."""
