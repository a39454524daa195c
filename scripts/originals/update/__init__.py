"""A newer edition of a document → our book: what differs (`compared`), what a person decides (`walk`, `asking`), what is written (`manuscript`)."""
