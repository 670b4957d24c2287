"""Places without prose whose numbers a reader takes for prose all the same.

A large number that begins a line and goes on with no list ("6578. Staff"), and a line of code that
is a sentence ("Revenue was $6,578").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fastpath.holes import END, REASON, START
from sidecar.model.number import SkipReason
from sidecar.model.text import Text
from sidecar.text.markup import COUNTS, counts

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


def told(text: Text, holes: Ints) -> Ints:
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
        if not goes_on and (value > _MANY or counts(text.string, text.char_offset(end))):
            yield at
        seen.add(value)


def _is_told(text: Text, start: int, end: int) -> bool:
    """Whether a block of code holds a sentence with a number."""
    code = text.data[start:end].decode()
    return "\n" in code and _SENTENCE.search(code) is not None
