"""Places of a text whose numbers count nothing.

Code, addresses, the markers of lists and headings, and how sure the text says that it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import blocks_state as column
from fastpath import holes as scan
from fastpath.hints import ADDRESS, QUERY, TARGET
from fastpath.holes import END, REASON, START
from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text import confidence
from sidecar.text.exclusions import Exclusion
from sidecar.text.layout import Layout, TextHints, find_hints
from sidecar.text.markup import COUNTS, makes_quantity

# Places without prose whose numbers a reader takes for prose all the same.

Ints = NDArray[np.int64]

_CODE, _LIST_MARKER = int(SkipReason.CODE), int(SkipReason.LIST_MARKER)
_LOOKED_AT = (_CODE, _LIST_MARKER)
_ARRAYS = 64  # places from which on arrays are faster
_SHORT = 2  # bytes of a marker that is not looked at: "9."
_MANY = 20  # what few lists begin with
_YEARS = range(1900, 2101)
_SENTENCE = re.compile(
    rf"^(?=[^\n]{{0,200}}(?:\d{{1,3}}(?:,\d{{3}})+|[$€£]\s?\d|\d(?:{COUNTS.pattern})))"
    r"(?:[^\n{}()\[\];=<>|`\\_\"'#-]|(?<=\w)['-](?=\w)){1,400}$",
    re.MULTILINE,
)


def add_hidden_places(text: Text, holes: Ints) -> Ints:
    """The places, with those that hide a number as malformed.

    Args:
        text: Any text.
        holes: Its places without prose, with the columns of ``fastpath.holes``.
    """
    wide = holes if len(holes) < _ARRAYS else holes[holes[:, END] - holes[:, START] > _SHORT]
    for start, end, reason in wide.tolist():
        if reason in _LOOKED_AT and end - start > _SHORT:
            break
    else:
        return holes
    rows = holes.tolist()
    hiding = [*_no_markers(text, rows)]
    hiding += (
        at for at, row in enumerate(rows) if row[REASON] == _CODE and _is_told(text, *row[:REASON])
    )
    if not hiding:
        return holes
    holes = holes.copy()
    holes[hiding, REASON] = SkipReason.MALFORMED
    return holes


def _no_markers(text: Text, rows: list[list[int]]) -> Iterator[int]:
    """Which numbers at the beginning of lines number nothing."""
    seen = set[int]()
    for at, (start, end, reason) in enumerate(rows):
        digits = text.data[start : end - 1]
        if reason != _LIST_MARKER or not digits.isdigit() or text.data[end - 1] not in b".)":
            continue
        value = int(digits)
        goes_on = value in _YEARS or not seen.isdisjoint((value, value - 1))
        if not goes_on and (value > _MANY or makes_quantity(text.string, text.char_offset(end))):
            yield at
        seen.add(value)


def _is_told(text: Text, start: int, end: int) -> bool:
    """Whether a block of code holds a sentence with a number."""
    code = text.data[start:end].decode()
    return "\n" in code and _SENTENCE.search(code) is not None


_ADDRESS = re.compile(r"(?:https?|ftp|file|s3|HTTPS?)://[^\s<>\"]+|www\.[^\s<>\"]+")
_QUERY_ID = re.compile(r"[Qq][Ii][Dd]:\s?[\w.:/@+-]+")
_LINK_TARGET = re.compile(r"\]\([^()\s\[\]]*\)")
_TICKS = re.compile(r"`+")
# Code that is a number and nothing else is a number set off, `9,999` or `$1.2M`; a bare decimal may
# be a version.
_AMOUNT = re.compile(
    r"`{1,2}\s?[-+−]?(?:\d[\d,]*|[$€£]\d[\d.,]*|\d[\d.,]*\s?%)\s?(?:[A-Za-z]{1,10})?\s?`{1,2}"
)
_DECIMAL = re.compile(r"`{1,2}\s?[-+−]?\d+\.\d+\s?`{1,2}")
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,5}(?:[.):]\s?|\s(?=[A-Z])|$)")
_TRAILING = ".,;:!?)]}'\"*_"


class TextMasks(NamedTuple):
    """The places without prose, in order and without overlap.

    Attributes:
        rows: Start and end of each in UTF-8 bytes, and why there is none, as ``fastpath.holes``.
    """

    rows: NDArray[np.int64]

    def excluded(self, text: Text) -> Iterator[Exclusion]:
        """The same in code points."""
        return iterate_masks(text, self.rows)


def iterate_masks(text: Text, rows: NDArray[np.int64]) -> Iterator[Exclusion]:
    """Places as rows, in code points."""
    spans = text.char_offsets(rows[:, :2]).tolist()
    for (start, end), reason in zip(spans, rows[:, 2].tolist(), strict=True):
        yield Exclusion(start, end, SkipReason(reason))


NO_HOLES = TextMasks(np.empty((0, scan.COLUMNS), np.int64))


def find_masks(text: Text, layout: Layout) -> TextMasks:
    """The places of a text without prose.

    Args:
        text: Any text.
        layout: Its layout.
    """
    if layout.holes is not None:
        return TextMasks(add_hidden_places(text, layout.holes))
    return find_masks_slowly(text, layout, find_hints(text, layout))


def find_masks_slowly(text: Text, layout: Layout, hints: TextHints) -> TextMasks:
    """The same by the readers alone: what the compiled pass must equal."""
    marked = _markers(layout)
    confident = confidence.find_confidence_figures(text.string, hints)
    others = chain(
        _headings(text, layout),
        _inline_code(text, layout),
        _addresses(text.string, hints),
        (Exclusion(*place, SkipReason.CONFIDENCE) for place in confident),
    )
    found = np.fromiter(chain.from_iterable(others), np.int64).reshape(-1, 3)
    if not found.size:
        return TextMasks(add_hidden_places(text, marked.rows))
    found[:, :2] = text.byte_offsets(found[:, :2])
    rows = np.concatenate((marked.rows, found))
    rows = rows[np.lexsort(rows.T[::-1])]
    kept, last = [], 0
    for index, (start, end) in enumerate(rows[:, :2].tolist()):
        if start >= last:
            kept.append(index)
            last = end
    return TextMasks(add_hidden_places(text, rows[kept]))


def _markers(layout: Layout) -> TextMasks:
    """Code blocks and list numbers."""
    kind = layout.rows[:, column.KIND]
    is_code = kind == column.CODE
    is_item = (kind != column.HEADING) & (layout.rows[:, column.MARKER] >= 0)
    is_hole = is_code | is_item
    rows, is_code = layout.rows[is_hole], is_code[is_hole, np.newaxis]
    spans = np.where(
        is_code,
        rows[:, column.START : column.END + 1],
        rows[:, column.MARKER : column.MARKER_END + 1],
    )
    reasons = np.where(is_code, SkipReason.CODE, SkipReason.LIST_MARKER)
    return TextMasks(np.concatenate((spans, reasons), axis=1))


def _spans(text: Text, layout: Layout, of_kind: NDArray[np.bool_]) -> list[list[int]]:
    """Where blocks begin and end, in code points."""
    rows = layout.rows[of_kind, column.START : column.END + 1]
    spans: list[list[int]] = text.char_offsets(rows).tolist()
    return spans


def _headings(text: Text, layout: Layout) -> Iterator[Exclusion]:
    """The numbers of headings."""
    for start, end in _spans(text, layout, layout.rows[:, column.KIND] == column.HEADING):
        match = _NUMBERED.match(text.string, start, end)
        if match:
            yield Exclusion(start, start + len(match[0].rstrip()), SkipReason.LIST_MARKER)


def _addresses(string: str, hints: TextHints) -> Iterator[Exclusion]:
    """Web addresses, query ids and the targets of links."""
    if hints.select(ADDRESS).size:
        yield from _trimmed(_ADDRESS.finditer(string), SkipReason.URL)
    yield from _trimmed(_query_ids(string, hints.select(QUERY).tolist()), SkipReason.IDENTIFIER)
    for place in hints.select(TARGET).tolist():
        match = _LINK_TARGET.match(string, place)
        if match is not None:
            yield Exclusion(match.start() + 1, match.end(), SkipReason.URL)


def _query_ids(string: str, places: Iterable[int]) -> Iterator[re.Match[str]]:
    """The query ids that begin at some of the places, none inside another."""
    end = 0
    for place in places:
        match = _QUERY_ID.match(string, place) if place >= end else None
        if match is not None:
            end = match.end()
            yield match


def _trimmed(matches: Iterable[re.Match[str]], reason: SkipReason) -> Iterator[Exclusion]:
    """Matches without the punctuation of the sentence around them."""
    for match in matches:
        yield Exclusion(match.start(), match.start() + len(match[0].rstrip(_TRAILING)), reason)


def _inline_code(text: Text, layout: Layout) -> Iterator[Exclusion]:
    """Code between equal runs of backticks inside one block, if it is more than one number."""
    string = text.string
    if "`" not in string:
        return
    for span in _spans(text, layout, layout.rows[:, column.KIND] != column.CODE):
        runs = list(_TICKS.finditer(string, *span))
        closing: dict[int, list[int]] = {}
        for index in range(len(runs) - 1, -1, -1):
            closing.setdefault(len(runs[index][0]), []).append(index)
        index = 0
        while index < len(runs):
            partners = closing[len(runs[index][0])]
            while partners and partners[-1] <= index:
                partners.pop()
            if not partners:
                index += 1
                continue
            last = partners[-1]
            start, end = runs[index].start(), runs[last].end()
            number = _AMOUNT.fullmatch(string, start, end) or (
                _DECIMAL.fullmatch(string, start, end) and makes_quantity(string, end)
            )
            if not number:
                yield Exclusion(start, end, SkipReason.CODE)
            index = last + 1
