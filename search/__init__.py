"""Search the rules: Italian analysis, index, query engine, HTTP service.

It uses the data model of `scripts/`, and in `http/` also its page rendering; only the pipeline and the commands use it.
"""
