"""Search the rules: language, index, engine, HTTP.

It imports the model of `scripts/`, and over HTTP what renders pages; only the pipeline and the command line import it.
"""
