"""The data model that every other package reads: books, anchors, references, problems. Imports no other package."""
