"""The yardstick: `python -m tests.bench` (`make bench`)."""
