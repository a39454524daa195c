"""Build pages, API, decision trees and permalinks from the sources in `rules_src/`."""
