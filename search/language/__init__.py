"""Italian as judges write it: words and stems, numbers as values, misspellings, the vocabulary of the field."""
