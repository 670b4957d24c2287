r"""Markup inside a number, or between a number and its unit, and a text as it is shown there.

"6<b>57</b>8", "**6.5** million", "[6,578](http://x)", "&#54;578", "6\,578". Markup that parts
nothing that belongs together is left alone: most texts have no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import holes as hole
from sidecar.model.number import Skipped
from sidecar.model.text import Span, Text
from sidecar.text.lexicon import COUNTED, LEXICON, WordKind
from sidecar.text.numerals import FORMATS

_SCALES = "|".join(word for word, (kind, _) in LEXICON.items() if kind is WordKind.SCALE)
_UNIT = rf"[ \u00a0]?(?:[%‰]|(?:percent|per\scent|pp|bps|{_SCALES}|[kKMB]|bn|mn)\b)"
_BEFORE = re.compile(r"([\d.,])|([$€£¥+−])|([A-Za-z])")
_BEHIND = (
    re.compile(rf"[.,]?\d|{_UNIT}"),
    re.compile(r"\d"),
    re.compile(rf"[A-Za-z]|[ \u00a0](?:percent|{_SCALES})\b"),
)
"""What goes on with each of these."""

REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BREAKS = ("\n", "\r", "\t")
_ESCAPE = re.compile(r"\\(?:(?<=\d\\)(?=[.,']\d|%)|(?=[-+~$€]+\d))")
_COMMA = re.compile(r"\{,\}(?<=\d\{,\})(?=\d)")
_INLINE = (
    "a|abbr|b|bdi|big|code|data|del|em|font|i|ins|kbd|mark|nobr|s|samp|small|span|strike|strong|tt|"
    "u|var|wbr"
)
TAG = re.compile(
    rf"<(?:(?P<close>/?)(?P<tag>{_INLINE})\b[^<>]{{0,200}}|!--(?:[^-]|-(?!->)){{0,200}}--)>",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\[(?<!!\[)(?P<held>[^\[\]\n]{1,80})\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}+\)"
)
_AMOUNT = re.compile(r"\s?[-+−~≈]?\s?[$€£¥]?\s?[.,]?\d[\d.,'’ \u00a0]*(?:[%‰]|[kKMB]n?)?\s?")
_CITED = re.compile(r"\d{1,2}")
COUNTS = re.compile(rf"{_UNIT}|[ \u00a0](?:{'|'.join(sorted(COUNTED))})\b")
_CODE = re.compile(rf"(?P<ticks>`{{1,2}})(?P<held>{_AMOUNT.pattern})(?P=ticks)(?!`)")
# A number that ends in asterisks before what belongs to it, or a word that goes on behind them.
_STARRED = re.compile(
    rf"\*(?:(?<=[\d.,$€£¥]\*)\**(?=[\d.,]|{_UNIT})|(?<=[a-z]\*)\**(?=[a-z]|{_UNIT}))"
)
_EMPHASIS = re.compile(r"(?P<mark>\*{1,3})(?![\s*])(?P<held>[^*\n]{1,60})(?<!\s)(?P=mark)(?!\*)")
_UNSEEN = FORMATS.replace("\u202e", "\u202c")  # what turns digits round is not left out
_FORMAT = re.compile(f"[{_UNSEEN}]")
_INVISIBLE = re.compile(
    rf"(?<=[A-Za-z])[{_UNSEEN}]+(?!\d)|(?<![\d{_UNSEEN}])[{_UNSEEN}]+(?=[A-Za-z])"
)


class MarkupPiece(NamedTuple):
    """A place of a text in code points, and what is shown there."""

    start: int
    end: int
    shown: str = ""


class MarkupPair(NamedTuple):
    """The two pieces of markup around something."""

    opening: MarkupPiece
    closing: MarkupPiece


def find_pieces(string: str, beyond: frozenset[str]) -> tuple[list[MarkupPiece], list[MarkupPair]]:
    """What is shown in another way, in order and apart, and which pieces are pairs.

    Args:
        string: Any text.
        beyond: Its characters beyond ASCII.
    """
    pairs: list[MarkupPair] = []
    found = [*_replaced(string)]
    if any(map(_FORMAT.match, beyond)):
        found += (MarkupPiece(*match.span()) for match in _INVISIBLE.finditer(string))
    found += _dropped(string, pairs)
    kept: list[MarkupPiece] = []
    for piece in sorted(found):
        if not kept or piece.start >= kept[-1].end:
            kept.append(piece)
    return kept, pairs


def is_marked(s: str) -> bool:
    """Whether there may be markup at all; one search for each sign is what costs least."""
    return "*" in s or "[" in s or "&" in s or "<" in s or "`" in s or "\\" in s or "{" in s


def makes_quantity(string: str, pos: int) -> bool:
    """Whether what stands behind a number makes a quantity of it: a unit, a scale, "staff"."""
    return COUNTS.match(string, pos) is not None


def _replaced(string: str) -> Iterator[MarkupPiece]:
    """Character references, escapes, and the commas of formulas."""
    if "&" in string:
        for match in REFERENCE.finditer(string):
            shown = unescape(match[0])
            if shown != match[0]:
                yield MarkupPiece(*match.span(), " " if shown in _BREAKS else shown)
    if "\\" in string:
        yield from (MarkupPiece(*match.span()) for match in _ESCAPE.finditer(string))
    if "{" in string:
        yield from (MarkupPiece(*match.span(), ",") for match in _COMMA.finditer(string))


def _dropped(string: str, pairs: list[MarkupPair]) -> set[MarkupPiece]:
    """Markup that parts what belongs together, with its counterpart, and links of numbers.

    All pairs of markup join the given ones.
    """
    marks = [*_tags(string, pairs)] if "<" in string else []
    if "[" in string:
        pairs += _around(_LINK, string)
    dropped = {piece for pair in pairs if _is_amount(string, *pair) for piece in pair}
    if "*" in string and _STARRED.search(string):
        pairs += (pair for pair in _around(_EMPHASIS, string) if not _is_power(string, *pair))
    if "`" in string:
        pairs += _around(_CODE, string)
    dropped.update(_parting(string, sorted({*marks, *chain.from_iterable(pairs)})))
    _add_counterparts(dropped, string, pairs)
    return dropped


def _parting(string: str, marks: list[MarkupPiece]) -> Iterator[MarkupPiece]:
    """Those of the marks, in order, that part a number or word, alone or with those they touch."""
    first = 0
    for at, mark in enumerate(marks, 1):
        if at == len(marks) or marks[at].start > mark.end:
            if _joins(string, marks[first].start, mark.end):
                yield from marks[first:at]
            first = at


def _add_counterparts(dropped: set[MarkupPiece], string: str, pairs: list[MarkupPair]) -> None:
    """Drops the other piece of each pair too, unless it would join what it parts."""
    for opening, closing in pairs:
        if closing in dropped and not string[opening.start - 1 : opening.start].isalnum():
            dropped.add(opening)
        elif opening in dropped and not string[closing.end : closing.end + 1].isalnum():
            dropped.add(closing)


def _tags(string: str, pairs: list[MarkupPair]) -> Iterator[MarkupPiece]:
    """Tags that part no words, and comments."""
    opened: dict[str, list[MarkupPiece]] = {}
    for match in TAG.finditer(string):
        piece = MarkupPiece(*match.span())
        yield piece
        tag = (match["tag"] or "").lower()
        if not match["close"]:
            opened.setdefault(tag, []).append(piece)
        elif opened.get(tag):
            pairs.append(MarkupPair(opened[tag].pop(), piece))


def _around(pattern: re.Pattern[str], string: str) -> Iterator[MarkupPair]:
    """What stands before and behind what is held."""
    for match in pattern.finditer(string):
        yield MarkupPair(
            MarkupPiece(match.start(), match.start("held")),
            MarkupPiece(match.end("held"), match.end()),
        )


def _joins(string: str, start: int, end: int) -> bool:
    """Whether what stands before a place and behind it are parts of one number or word."""
    before = _BEFORE.match(string, start - 1) if start else None
    return (
        before is not None and _BEHIND[(before.lastindex or 1) - 1].match(string, end) is not None
    )


def _is_amount(string: str, opening: MarkupPiece, closing: MarkupPiece) -> bool:
    """Whether it is a link that holds a number and is no citation ("[3](http://x)")."""
    if string[opening.start] != "[":
        return False
    if not _AMOUNT.fullmatch(string, opening.end, closing.start):
        return False
    return not _CITED.fullmatch(string, opening.end, closing.start) or makes_quantity(
        string, closing.end
    )


def _is_power(string: str, opening: MarkupPiece, closing: MarkupPiece) -> bool:
    """Whether asterisks may be powers, as in "2**8 and 3**2"."""
    outside = string[opening.start - 1 : opening.start] + string[closing.end : closing.end + 1]
    return " " in string[opening.end : closing.start] and any(map(str.isdecimal, outside))


# A text as it is shown, where markup stands inside a number: numbers are read there.
#
# A reader sees 6578 where "6<b>57</b>8" or "&#54;578" is written (``markup``). The places of what
# is read are those of what is written. Most texts have no such markup, and are read as they are.

Ints = NDArray[np.int64]


class RenderedText:
    """What is shown of a text.

    Args:
        written: The text.
        found: What is shown in another way, in order and apart.
        pairs: Which pieces of markup belong together.

    Attributes:
        text: What is shown.
    """

    def __init__(self, written: Text, found: list[MarkupPiece], pairs: list[MarkupPair]) -> None:
        string, size = written.string, len(written.string)
        parts: list[str] = []
        begins: list[Ints] = []
        ends: list[Ints] = []
        for (_, last, _), piece in pairwise([MarkupPiece(0, 0), *found, MarkupPiece(size, size)]):
            own = np.arange(written.byte_offset(last), written.byte_offset(piece.start))
            start, end = written.span(piece.start, piece.end)
            replaced = np.full(len(piece.shown.encode()), start)
            begins += [own, replaced]
            ends += [own + 1, np.full(replaced.size, end)]
            parts += [string[last : piece.start], piece.shown]
        self.text = Text("".join(parts))
        self._begins = np.concatenate([*begins, [len(written.data)]])
        self._ends = np.concatenate(ends)
        spans = [(written.span(*first[:2]), written.span(*last[:2])) for first, last in pairs]
        self._opened = {first.end: (first.start, last.start) for first, last in spans}
        self._closed = {last.start: (last.end, first.end) for first, last in spans}

    def holes(self, rows: Ints) -> Ints:
        """Holes of the text, as in ``fastpath.holes``, where they are in what is shown."""
        moved = rows.copy()
        moved[:, : hole.REASON] = np.searchsorted(self._begins, rows[:, : hole.REASON])
        return moved[moved[:, hole.START] < moved[:, hole.END]]

    def written(self, span: Span) -> Span:
        """Where the text has what is shown in a place: with both parts of markup, or with none."""
        start, end = int(self._begins[span.start]), int(self._ends[span.end - 1])
        first, closing = self._opened.get(start, (start, end))
        last, opening = self._closed.get(end, (end, start))
        return Span(first if closing < end else start, last if opening > start else end)

    def skipped(self, found: Iterable[Skipped]) -> list[Skipped]:
        """What was skipped, at its places in the text."""
        return [Skipped(self.written(span), reason) for span, reason in found]


def render_text(text: Text) -> RenderedText | None:
    """What is shown of a text; None where no number differs from what is written.

    Args:
        text: Any text.
    """
    found, pairs = find_pieces(text.string, text.beyond)
    return RenderedText(text, found, pairs) if found else None


def strip_markup(string: str) -> str:
    """What is shown of a few words."""
    text = Text(string)
    found = render_text(text)
    return string if found is None else found.text.string
