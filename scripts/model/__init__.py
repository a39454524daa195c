"""Define the data model: books, anchors, references, problems.

This package imports no other. A book is one rules document; an anchor is the id by which a part of it is cited and
linked: 'mtr-2.5' is a section, 'mtr-2.5.c' its statement c.
"""
