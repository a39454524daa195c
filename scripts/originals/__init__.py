"""Turn any copy of an official document into Markdown with the edition's anchors.

The way of an original, which `import_stages.import_original` alone knows from end to end:

    file ─ read/ ─► lines ─ text_model.to_text ─► words ─ clean/ (repair, furniture, mend) ─► clean words
         ─ cut/ (segment, printed, layout) ─► sections of blocks ─ imported ─► .originals/<book>.md

Every stage works on words with their page, never on line breaks: the same document in two columns, on other
pages or all on one line becomes the same sections. What a stage takes away goes to the discard log, what it
rewrites to the log of rewrites; nothing vanishes silently.
"""
