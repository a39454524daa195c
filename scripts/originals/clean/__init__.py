"""Clean a document's words until only the rulebook is left, in reading order."""
