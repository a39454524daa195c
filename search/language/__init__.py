"""Analyse Italian as judges write it.

Words and stems, numbers as values, misspellings, the vocabulary of the field.
"""
