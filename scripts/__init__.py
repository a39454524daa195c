"""Build pages, API, decision trees and permalinks from `rules_src/`."""
