"""Reading prose: Markdown blocks, sentences, numbers with their units, and citations.

Inside this package offsets are code points of ``Text.string``; every public function returns spans
in UTF-8 bytes, as the rest of the sidecar counts them. Everything here is linear in the length of
the text, whatever the text is.
"""
