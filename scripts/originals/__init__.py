"""Import any copy of an official document (the original), cut into the book's sections.

The path of an original; `import_stages.import_original` runs it from end to end:

    file ─ read/ ─► lines ─ text_model.to_text ─► words ─ clean/ (repairs, furniture, mends) ─► clean words
         ─ cut/ (titles, sections, tables) ─► sections of blocks ─ import_store ─► .originals/<book>.md

Every stage after reading works on words with their page and never on line breaks: the same document in two columns, on
other pages or all on one line becomes the same sections. A stage logs what it removes (discards) and what it rewrites.
"""
