"""The search over HTTP: the API, permalinks, and for who has no JavaScript «Cerca», «Penalità» and «Decisione»."""
