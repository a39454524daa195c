"""Build Markdown, JSON, decision trees and permalinks from originals and editions."""
