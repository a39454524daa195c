"""Render the checked rulebook as Markdown pages, JSON and permalinks, as path → text."""
