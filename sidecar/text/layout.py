"""What a text consists of, as arrays in UTF-8 bytes: what everything else here is built upon.

The compiled pass of ``fastpath.layout`` tells. Where there is none, ``outline`` finds the blocks,
and anyone who needs more looks for it; what the pass finds must equal what they find.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fastpath import blocks_state as column
from fastpath import layout as scan
from fastpath.layout import Layout
from sidecar.model import memory
from sidecar.model.text import Span, Text
from sidecar.text import stops
from sidecar.text.block import Block, BlockKind
from sidecar.text.outline import outline

__all__ = ["Layout", "as_blocks", "count", "layout", "layout_slowly"]

Ints = NDArray[np.int64]

_BLOCK, _CELL = 220, 130  # bytes of each as an object

_KINDS = {kind.value: kind for kind in BlockKind}
"""A look-up is a fifth of the cost of the enumeration's own."""


def layout(text: Text) -> Layout:
    """What a text consists of."""
    found = scan.scan(text.data, *stops.TABLE)
    if found is not None:
        return found
    found = layout_slowly(text)
    return scan.scan(text.data, *stops.TABLE, found) or found


def layout_slowly(text: Text) -> Layout:
    """The same by the reader alone: what the compiled pass must equal."""
    rows: list[tuple[int, ...]] = []
    cells: list[Span] = []
    for block in outline(text.string):
        first = len(cells)
        cells.extend(text.span(*cell) for cell in block.cells)
        marker = text.span(*block.marker) if block.marker else Span(-1, -1)
        span = text.span(*block.span)
        rows.append((block.kind, *span, block.level, block.quoted, *marker, first, len(cells)))
    return Layout(_array(rows, column.COLUMNS), _array(cells, 2))


def count(found: Layout, kind: BlockKind) -> int:
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


def _array(rows: list[tuple[int, ...]] | list[Span], columns: int) -> Ints:
    return np.array(rows, np.int64).reshape(-1, columns)
