"""Decision tables as trees, and verdicts from a row and a player's history. Pure functions."""
