"""The words of a document → the words of the rulebook proper, in reading order."""
