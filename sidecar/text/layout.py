"""What a text consists of, as arrays in UTF-8 bytes: what everything else here is built upon.

The compiled pass of ``fastpath.layout`` tells. Where there is none, ``read_outline`` finds the
blocks, and anyone who needs more looks for it; what the pass finds must equal what they find.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import blocks_state as column
from fastpath import hints
from fastpath import layout as scan
from fastpath.layout import Layout
from sidecar.model import memory
from sidecar.model.text import Span, Text
from sidecar.text import stops
from sidecar.text.block import Block, BlockKind
from sidecar.text.outline import read_outline

__all__ = [
    "Layout",
    "TextHints",
    "as_blocks",
    "count_blocks",
    "find_hints",
    "find_hints_slowly",
    "read_blocks",
    "read_layout",
    "read_layout_slowly",
]

Ints = NDArray[np.int64]

_BLOCK, _CELL = 220, 130  # bytes of each as an object

_KINDS = {kind.value: kind for kind in BlockKind}
"""A look-up is a fifth of the cost of the enumeration's own."""


def read_layout(text: Text) -> Layout:
    """What a text consists of."""
    found = scan.scan(text.data, *stops.TABLE)
    if found is not None:
        return found
    found = read_layout_slowly(text)
    return scan.scan(text.data, *stops.TABLE, found) or found


def read_layout_slowly(text: Text) -> Layout:
    """The same by the reader alone: what the compiled pass must equal."""
    rows: list[tuple[int, ...]] = []
    cells: list[Span] = []
    for block in read_outline(text.string):
        first = len(cells)
        cells.extend(text.span(*cell) for cell in block.cells)
        marker = text.span(*block.marker) if block.marker else Span(-1, -1)
        span = text.span(*block.span)
        rows.append((block.kind, *span, block.level, block.quoted, *marker, first, len(cells)))
    return Layout(_array(rows, column.COLUMNS), _array(cells, 2))


def count_blocks(found: Layout, kind: BlockKind) -> int:
    """How many blocks are of a kind."""
    return int(np.count_nonzero(found.rows[:, column.KIND] == kind))


def as_blocks(found: Layout) -> Iterator[Block]:
    """The blocks as objects."""
    memory.spend(_BLOCK * len(found.rows) + _CELL * len(found.cells))
    cells = found.cells.tolist()
    for kind, start, end, level, quoted, marker, marker_end, first, last in found.rows.tolist():
        yield Block(
            _KINDS[kind],
            Span(start, end),
            level,
            quoted,
            Span(marker, marker_end) if marker >= 0 else None,
            tuple(map(Span._make, cells[first:last])) if first < last else (),
        )


def read_blocks(text: Text) -> list[Block]:
    """The blocks of a text in its order, with spans in UTF-8 bytes."""
    return list(as_blocks(read_layout(text)))


def _array(rows: list[tuple[int, ...]] | list[Span], columns: int) -> Ints:
    return np.array(rows, np.int64).reshape(-1, columns)


# The places of a text that are worth a look, found once for all who look.

_SPACE = r"[\s\x1c-\x1f\x80-\U0010ffff]"  # may be white space
_EXPRESSIONS = {
    hints.SOURCE: rf"(?:per|according){_SPACE}|source",
    hints.QUERY: "qid:",
    hints.ADDRESS: r"://|www\.",
    hints.TARGET: r"\]\(",
    hints.CONFIDENCE: "confiden",
}
_ANY = re.compile("|".join(f"({each})" for each in _EXPRESSIONS.values()), re.IGNORECASE | re.ASCII)
_WHAT = (0, *_EXPRESSIONS)


class TextHints(NamedTuple):
    """What may be where.

    Attributes:
        what: What may be there, as in ``fastpath.hints``.
        places: Where, in code points; ascending among those of one sort.
    """

    what: NDArray[np.int64]
    places: NDArray[np.int64]

    def select(self, *what: int) -> NDArray[np.int64]:
        """The places of some sorts, ascending."""
        if not self.what.size:  # most short texts
            return self.places
        return np.sort(self.places[np.logical_or.reduce([self.what == each for each in what])])


def find_hints(text: Text, found: Layout) -> TextHints:
    """The places of a text that are worth a look.

    Args:
        text: The text.
        found: Its layout.
    """
    if found.hints is None:
        return find_hints_slowly(text)
    return TextHints(found.hints[:, 0], text.char_offsets(found.hints[:, 1]))


def find_hints_slowly(text: Text) -> TextHints:
    """The same by an expression, where there is no compiled pass."""
    found = [(_WHAT[hint.lastindex or 0], hint.start()) for hint in _ANY.finditer(text.string)]
    what, places = np.array(found, np.int64).reshape(-1, 2).T
    return TextHints(what, places)
