"""The search: language, index, engine, http. It imports `scripts.model` and the edition's reader; only the pipeline and the command line import it."""
