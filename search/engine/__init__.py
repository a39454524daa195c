"""From a typed query to the statements and rows that answer it, the same as in `docs/assets/js/search/`."""
