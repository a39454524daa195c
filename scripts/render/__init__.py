"""From the checked Rulebook to what is shown: Markdown pages, JSON, permalinks. Pure functions, path → text."""
