"""Search the rules: analysis of Italian, index, query engine and HTTP service.

It uses the data model of `scripts/`, and in `http/` also the page rendering; of `scripts/`, only the pipeline and the
command line use it.
"""
