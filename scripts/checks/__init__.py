"""Check the sources as a whole, between reading and rendering."""
