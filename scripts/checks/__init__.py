"""Check the sources as a whole, after reading and before rendering."""
