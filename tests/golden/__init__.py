"""Golden data: `book/` is a small made-up book; `problems/` are faults put into it and what is then reported."""
