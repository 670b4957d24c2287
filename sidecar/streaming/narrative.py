"""A narrative that arrives in pieces, as bytes."""

from __future__ import annotations

import codecs
import re

_UTF8 = codecs.getincrementaldecoder("utf-8")
_SENTENCE_ENDS = re.compile(r"[.!?…][^\w\s]{0,8}\s+\S+\s|[。！？]\s*\S|\n")
_LOOK_BACK = 64  # bytes before a piece in which a sentence may have ended that shows only now


class GrowingNarrative:
    """The narrative so far.

    Attributes:
        data: Its bytes; the last character may be incomplete.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self._decoder = _UTF8()
        self._looked_at = 0

    @property
    def whole(self) -> int:
        """The end of the last complete character, in bytes."""
        return len(self.data) - len(self._decoder.getstate()[0])

    def append(self, piece: bytes) -> None:
        """Add the next bytes.

        Raises:
            UnicodeDecodeError: If they are not UTF-8.
        """
        self._decoder.decode(piece)
        self.data += piece

    def finish(self) -> str:
        """The whole narrative.

        Raises:
            UnicodeDecodeError: If it ends inside a character.
        """
        self._decoder.decode(b"", final=True)
        return self.data.decode()

    def slice(self, start: int, end: int) -> str:
        """The characters between two offsets in bytes, neither of them inside a character."""
        return self.data[start:end].decode()

    def may_end_sentence(self) -> bool:
        """Whether what came since the last call may complete a sentence: a cheap first look."""
        start, end = max(0, self._looked_at - _LOOK_BACK), self.whole
        self._looked_at = end
        return _SENTENCE_ENDS.search(self.data[start:end].decode("utf-8", "replace")) is not None
