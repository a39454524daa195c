"""Readers: a document in some format → lines with their page."""
