"""Build server's and browser's search indexes from the checked sources."""
