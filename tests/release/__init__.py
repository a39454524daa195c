"""Make a release: `python -m tests.release` (`make release`)."""
