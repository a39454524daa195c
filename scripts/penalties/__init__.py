"""From a decision table to its tree, from a row and a player's history to the verdict. Pure."""
