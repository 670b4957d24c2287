"""Where a number stands, in words that a person can follow."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidecar.model.cached import cache_if_short
from sidecar.model.evidence import Table

_LISTED = 6  # rows that are shown
_LIKE_AN_ORDINAL = re.compile(r".*#\d+", re.DOTALL)


def name_cell(table: Table, column: int, cell: int) -> str:
    """Name a cell: ``data[5].salary``, or ``data[5].size#2`` for the second number of a string.

    A column that is itself called "size#2" is ``data[5]["size#2"]``.
    """
    cells = table.cells[column]
    place = f"data[{cells.rows.item(cell)}]{name_column(table, column)}"
    ordinal = 0 if cells.ordinals is None else int(cells.ordinals[cell])
    return f"{place}#{ordinal}" if ordinal > 1 else place


def name_column(table: Table, column: int) -> str:
    """What the places of all cells of a column have in common: ``.salary``, ``["size#2"]``."""
    return _shown(table.columns[column].name)


def name_rows(rows: NDArray[np.integer[Any]]) -> str:
    """Sorted rows in short: ``data[3]``, ``data[0:4]`` or ``data[0,7,9]``, six of them at most."""
    if rows.size == 1:
        return f"data[{rows[0]}]"
    first, last = int(rows[0]), int(rows[-1])
    if last - first + 1 == rows.size:
        return f"data[{first}:{last + 1}]"
    return f"data[{','.join(map(str, rows[:_LISTED].tolist()))}{',…' * (rows.size > _LISTED)}]"


@cache_if_short(4096)
def _shown(name: str) -> str:
    quoted = _LIKE_AN_ORDINAL.fullmatch(name) is not None
    return f"[{json.dumps(name, ensure_ascii=False)}]" if quoted else f".{name}"
