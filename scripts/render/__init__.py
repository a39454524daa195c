"""Renderers from the checked rulebook to Markdown pages, JSON and permalinks. Pure functions: path → text."""
