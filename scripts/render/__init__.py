"""Render the checked rulebook as Markdown pages, JSON and permalinks. Pure functions: path → text."""
