"""Define the data model: books, anchors, references, problems. Imports no other package."""
