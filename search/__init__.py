"""Italian analysis, the Whoosh index, queries, the HTTP service and the in-browser index."""
