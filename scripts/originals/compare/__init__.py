"""Compare two readings of a document, or one with our edition."""
