"""Build the search indexes for server and browser from the checked sources."""
