"""Find the titles of an original, and cut its words into sections, paragraphs and tables."""
