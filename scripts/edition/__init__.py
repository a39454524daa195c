"""Read and write the sources in `rules_src/<book>/` (format: FORMATO.md).

A book is one rules document, with its decision tables, stories and tables in a folder.
"""
