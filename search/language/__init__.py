"""Analyse Italian queries and stories: stems, numbers, misspellings, vocabulary."""
