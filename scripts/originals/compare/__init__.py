"""Two readings of a document, or one and our edition → what differs."""
