"""Build the indexes of the search: documents, questions, weights.

From the checked sources, for Whoosh and for the phone.
"""
