"""What is searched, from the checked sources to Whoosh and to the phone: documents, questions, weights."""
