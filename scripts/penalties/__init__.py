"""Build decision trees, and work out verdicts from a row and a player's earlier penalties."""
