"""Reading the originals: read → repair → segment → structured Markdown (see `scripts.originals.commands`)."""
