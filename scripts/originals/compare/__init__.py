"""Compare two copies of a document, or one with our edition."""
