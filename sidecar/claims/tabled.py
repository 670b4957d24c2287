"""The tables in the text of a source, so that numbers can be bound to their cells."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from sidecar.claims.grids import Grids, barred, cells
from sidecar.errors import VerifydError
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits

_MOST_TABLES = 20


def tables(string: str) -> list[TableIndex]:
    """The tables in a text, at most 20; what is none, or too large, is left out."""
    found: list[TableIndex] = []
    for place, grid in enumerate(Grids(string).every):
        if len(found) == _MOST_TABLES:
            break
        if grid.separator == " ":  # where a cell ends is not known
            continue
        lines = (string[start:end] for start, end in (grid.header, *grid.rows))
        rows = [
            [_value(cell.strip()) for cell in cells(barred(line, grid.separator))] for line in lines
        ]
        text = json.dumps({"columns": _distinct(rows[0]), "rows": rows[1:]})
        try:
            header = Header(query_id=f"table_{place + 1}")
            found.append(TableIndex(json_rows.decode(text.encode(), header, EvidenceLimits())))
        except VerifydError:
            continue  # the quote alone decides
    return found


def _value(cell: str) -> object:
    """A cell as JSON has it: plain numbers are numbers."""
    plain = cell.replace(",", "") if re.fullmatch(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?", cell) else cell
    if re.fullmatch(r"-?(?:0|[1-9]\d{0,15})", plain):
        return int(plain)
    if re.fullmatch(r"-?\d{1,15}\.\d{1,9}", plain):
        return float(plain)
    return cell or None


def _distinct(names: Sequence[object]) -> list[str]:
    """The names of columns: an empty one is called by its place."""
    return [str(name or f"column_{at}") for at, name in enumerate(names, 1)]
