"""Where a number stands, in words that a person can follow."""

from __future__ import annotations

import json
import re

from sidecar.model.evidence import Table

_LIKE_AN_ORDINAL = re.compile(r".*#\d+", re.DOTALL)


def location(table: Table, column: int, cell: int) -> str:
    """Name a cell: ``data[5].salary``, or ``data[5].size#2`` for the second number of a string.

    A column that is itself called "size#2" is ``data[5]["size#2"]``.
    """
    cells = table.cells[column]
    name = table.columns[column].name
    quoted = _LIKE_AN_ORDINAL.fullmatch(name) is not None
    shown = f"[{json.dumps(name, ensure_ascii=False)}]" if quoted else f".{name}"
    place = f"data[{cells.rows.item(cell)}]{shown}"
    ordinal = 0 if cells.ordinals is None else int(cells.ordinals[cell])
    return f"{place}#{ordinal}" if ordinal > 1 else place
