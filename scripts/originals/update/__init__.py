"""Update one of our books to a newer edition of its document."""
