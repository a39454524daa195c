"""Cut the rulebook's words into sections, paragraphs and tables."""
