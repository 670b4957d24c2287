"""A text and places in it.

Every span inside the sidecar and on the wire counts UTF-8 bytes, half open, so that one offset
means the same in every language. ``Text`` translates to and from Python's code points; for ASCII
texts, which most are, the two are equal and nothing is computed.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.cached import cached_property

# Texts that show nothing: they say nothing, and nothing is no pass.

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""

_BEGINNING = 100  # characters among which most texts show one


def is_blank(text: str) -> bool:
    """Whether a text has no character that can be seen.

    ``str.isspace`` tells less: NUL and a space of zero width are no white space.
    """
    return not _shows(text[:_BEGINNING]) and not _shows(set(text))


def _shows(text: Iterable[str]) -> bool:
    return any(unicodedata.category(one)[0] not in "CMZ" and one not in _BLANK for one in text)


_ASCII = bytes(range(128))


class Span(NamedTuple):
    """A half-open range of UTF-8 byte offsets."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one byte."""
        return self.start < other.end and other.start < self.end


class Text:
    """An immutable text, with offsets in UTF-8 bytes and in code points.

    Attributes:
        string: The text.
        data: The same as UTF-8.
    """

    def __init__(self, string: str) -> None:
        self.string = string
        self.data = string.encode("utf-8")

    @cached_property
    def is_ascii(self) -> bool:
        """Whether byte and code point offsets are the same."""
        return len(self.data) == len(self.string)

    @cached_property
    def beyond(self) -> frozenset[str]:
        """The characters that are not of ASCII."""
        return (
            frozenset() if self.is_ascii else frozenset(self.data.translate(None, _ASCII).decode())
        )

    @cached_property
    def _byte_of_char(self) -> NDArray[np.int64]:
        """Byte offset of each code point, and of the end; shape (len(string) + 1,)."""
        raw = np.frombuffer(self.data, np.uint8)
        starts = np.flatnonzero((raw & 0xC0) != 0x80)
        return np.append(starts, raw.size)

    def byte_offset(self, char: int) -> int:
        """The byte offset of a code point index."""
        return char if self.is_ascii else int(self._byte_of_char[char])

    def char_offset(self, byte: int) -> int:
        """The code point index of a byte offset (of the code point that holds it)."""
        if self.is_ascii:
            return byte
        return int(np.searchsorted(self._byte_of_char, byte, side="right")) - 1

    def char_offsets(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The code point indices of many byte offsets."""
        if self.is_ascii:
            return offsets
        return np.searchsorted(self._byte_of_char, offsets, side="right") - 1

    def byte_offsets(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """The byte offsets of many code point indices."""
        return offsets if self.is_ascii else self._byte_of_char[offsets]

    def span(self, start: int, end: int) -> Span:
        """The span of ``string[start:end]``."""
        if self.is_ascii:
            return Span(start, end)
        table = self._byte_of_char
        return Span(int(table[start]), int(table[end]))

    def slice(self, span: Span) -> str:
        """The words that a span covers."""
        return self.data[span.start : span.end].decode("utf-8")

    @cached_property
    def _line_starts(self) -> list[int]:
        raw = np.frombuffer(self.data, np.uint8)
        return [0, *(np.flatnonzero(raw == ord("\n")) + 1).tolist()]

    def line(self, byte: int) -> int:
        """The number, from 1, of the line that holds a byte offset."""
        return bisect_right(self._line_starts, byte)

    def line_span(self, line: int) -> Span:
        """The span of a line (from 1) without its line feed."""
        start = self._line_starts[line - 1]
        last = line == len(self._line_starts)
        return Span(start, len(self.data) if last else self._line_starts[line] - 1)
