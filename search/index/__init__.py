"""Build the indexes of the search: documents, questions, weights.

They are made from the checked sources, for Whoosh and for the phone.
"""
