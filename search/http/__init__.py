"""The search over HTTP: the API, permalinks, the page «Cerca» for who has no JavaScript."""
