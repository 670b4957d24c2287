"""Where a number stands, in words that a person can follow."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from sidecar.model.evidence import Table

_LIKE_AN_ORDINAL = re.compile(r".*#\d+", re.DOTALL)


def location(table: Table, column: int, cell: int) -> str:
    """Name a cell: ``data[5].salary``, or ``data[5].size#2`` for the second number of a string.

    A column that is itself called "size#2" is ``data[5]["size#2"]``.
    """
    cells = table.cells[column]
    place = f"data[{cells.rows.item(cell)}]{of_column(table, column)}"
    ordinal = 0 if cells.ordinals is None else int(cells.ordinals[cell])
    return f"{place}#{ordinal}" if ordinal > 1 else place


def of_column(table: Table, column: int) -> str:
    """What the places of all cells of a column have in common: ``.salary``, ``["size#2"]``."""
    return _shown(table.columns[column].name)


@lru_cache(maxsize=4096)
def _shown(name: str) -> str:
    quoted = _LIKE_AN_ORDINAL.fullmatch(name) is not None
    return f"[{json.dumps(name, ensure_ascii=False)}]" if quoted else f".{name}"
