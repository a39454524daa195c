"""The words of the rulebook → its sections, paragraphs and tables."""
