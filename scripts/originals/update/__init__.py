"""Update one of our books to its document's newer edition."""
