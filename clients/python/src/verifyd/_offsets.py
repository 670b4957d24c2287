"""Places of the wire, which count UTF-8 bytes, as places of a Python text."""

from __future__ import annotations

from bisect import bisect_right

from verifyd.results import Span
from verifyd.v1 import common_pb2


class Offsets:
    """Translates UTF-8 byte offsets of one text into its code point indices."""

    def __init__(self, text: str = "") -> None:
        self._text = ""
        self._starts: list[int] | None = None  # None: ASCII, where the two are equal
        self.extend(text)

    def extend(self, text: str) -> None:
        """Add what the text goes on with."""
        if self._starts is None and not text.isascii():
            self._starts = [*range(len(self._text) + 1)]
        if self._starts is not None:
            end, data = self._starts.pop(), text.encode()
            places = enumerate(data, end)
            self._starts += [place for place, byte in places if byte & 0xC0 != 0x80]
            self._starts.append(end + len(data))
        self._text += text

    @property
    def length(self) -> int:
        """How long the text is."""
        return len(self._text)

    def index(self, byte: int) -> int:
        """The code point that holds a byte; the length of the text past its end."""
        if self._starts is None:
            return min(byte, len(self._text))
        return bisect_right(self._starts, byte) - 1

    def byte(self, index: int) -> int:
        """The byte at which a code point begins; the length of the text past its end."""
        if self._starts is None:
            return index
        return self._starts[min(index, len(self._starts) - 1)]

    def span(self, span: common_pb2.Span) -> Span:
        """A place as code points; an end before its start is at the start."""
        start = self.index(span.start)
        return Span(start, max(start, self.index(span.end)))

    def slice(self, span: common_pb2.Span) -> str:
        """The words that a place covers."""
        return self.locate(span)[1]

    def locate(self, span: common_pb2.Span) -> tuple[Span, str]:
        """A place as code points, and the words that it covers."""
        place = self.span(span)
        return place, self._text[place.start : place.end]
