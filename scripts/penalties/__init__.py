"""Build decision trees, and verdicts from a row and a player's history. Pure functions."""
