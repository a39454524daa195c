"""Measure speed and quality: `python -m tests.bench` (`make bench`)."""
