"""Search the rules: language, index, engine, HTTP.

Of `scripts/` it imports the model, and over HTTP what renders pages; only the pipeline and the command line import it.
"""
