"""Hold golden data: a made-up `book/`, and `problems/` in it.

Faults put into it and what is then reported.
"""
