"""The tables in the text of a source: in Markdown, or as rows with bars between their cells."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from sidecar.errors import VerifydError
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits

_MOST_TABLES = 20
_LEAST_ROWS = 2  # with the header
_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*")


def tables(string: str) -> list[TableIndex]:
    """The tables in a text, at most 20; what is none, or too large, is left out."""
    found: list[TableIndex] = []
    for place, rows in enumerate(_blocks(string)):
        if len(found) == _MOST_TABLES:
            break
        text = json.dumps({"columns": _distinct(rows[0]), "rows": rows[1:]})
        try:
            header = Header(query_id=f"table_{place + 1}")
            found.append(TableIndex(json_rows.decode(text.encode(), header, EvidenceLimits())))
        except VerifydError:
            continue  # the quote alone decides
    return found


def _blocks(string: str) -> Iterator[list[list[object]]]:
    """Runs of rows that have the same number of cells, two at least."""
    rows: list[list[object]] = []
    for line in [*string.splitlines(), ""] if "|" in string else ():
        if "|" in line and _RULE.fullmatch(line):
            continue
        cells = _cells(line)
        if cells and (not rows or len(cells) == len(rows[0])):
            rows.append(cells)
            continue
        if len(rows) >= _LEAST_ROWS:
            yield rows
        rows = [cells] if cells else []


def _cells(line: str) -> list[object]:
    """The cells of a line; none where it is no row of several."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [_value(cell.strip()) for cell in inner.split("|")] if "|" in inner else []


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
