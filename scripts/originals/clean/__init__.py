"""Clean a document's words down to the rulebook, in reading order."""
