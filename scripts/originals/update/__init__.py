"""Bring our book to a newer edition of its document."""
