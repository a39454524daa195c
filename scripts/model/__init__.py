"""The one model of all that the project knows: books, anchors, references in texts, problems. Imports no other room."""
