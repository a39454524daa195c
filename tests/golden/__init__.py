"""Hold golden data: a made-up `book/`, and `problems/` in it."""
