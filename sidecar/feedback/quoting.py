"""Words of the answer, the evidence and the sources inside a hint: data, never a sentence of it.

They are written as JSON strings, so that no quotation mark or line break among them can end the
quotation, and control and format characters as escapes, so that none of them acts on a reader.
"""

from __future__ import annotations

import json

_ELLIPSIS = "…"
_QUOTED = frozenset('"\\')


def quoted(words: str, longest: int) -> str:
    """Some words as a JSON string.

    Args:
        words: Any text.
        longest: Most bytes of UTF-8 between the quotation marks; what is longer ends in "…".
    """
    if 4 * len(words) <= longest and words.isprintable() and not _QUOTED.intersection(words):
        return f'"{words}"'  # as most are
    pieces = list(map(_escaped, words[: longest + 1]))
    size = sum(map(_size, pieces))
    if size > longest:
        room = longest - _size(_ELLIPSIS)
        while size > room:
            size -= _size(pieces.pop())
        pieces.append(_ELLIPSIS)
    return f'"{"".join(pieces)}"'


def _escaped(character: str) -> str:
    """A character inside of a JSON string; one that is not seen as its escape."""
    return json.dumps(character, ensure_ascii=not character.isprintable())[1:-1]


def _size(written: str) -> int:
    return len(written.encode())
