"""Build decision trees, and work out verdicts from a row of a decision table and a player's earlier penalties."""
