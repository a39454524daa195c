"""The pipeline from originals and editions to Markdown, JSON, decision trees and permalinks."""
