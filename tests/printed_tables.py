"""Prints a table in each of the shapes in which tools return one, and draws tables."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

import pandas
from hypothesis import strategies as st

Cell = str | int | Decimal | None


class Drawn(NamedTuple):
    """A table: its first column is text, its second numbers."""

    columns: list[str]
    rows: list[list[Cell]]

    @property
    def query(self) -> str:
        """A query whose result it may be."""
        return f"SELECT {', '.join(self.columns)} FROM things"


def _json(value: object) -> str:
    """JSON text whose numbers have all digits."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {_json(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_json, value)) + "]"
    return str(value) if isinstance(value, Decimal) else json.dumps(value, ensure_ascii=False)


def _texts(table: Drawn, missing: str = "") -> list[list[str]]:
    return [[missing if cell is None else str(cell) for cell in row] for row in table.rows]


def records(table: Drawn) -> str:
    """A list of objects."""
    return _json([dict(zip(table.columns, row, strict=True)) for row in table.rows])


def framed(table: Drawn) -> str:
    """Rows beside the names of columns."""
    return _json({"columns": table.columns, "rows": table.rows, "row_count": len(table.rows)})


def paged(table: Drawn) -> str:
    """A list of objects in a frame that counts pages."""
    return f'{{"page": 1, "total": 7, "data": {records(table)}}}'


def columnar(table: Drawn) -> str:
    """Lists under the names of columns."""
    columns = [list(column) for column in zip(*table.rows, strict=True)]
    return _json(dict(zip(table.columns, columns, strict=True)))


def arrays(table: Drawn) -> str:
    """A list of lists, the first with the names."""
    return _json([table.columns, *table.rows])


def json_lines(table: Drawn) -> str:
    """An object in each line."""
    return "\n".join(_json(dict(zip(table.columns, row, strict=True))) for row in table.rows)


def python_dicts(table: Drawn) -> str:
    """What Python prints of a list of dicts."""
    return str([dict(zip(table.columns, row, strict=True)) for row in table.rows])


def python_tuples(table: Drawn) -> str:
    """What Python prints of the rows of a cursor."""
    return str([tuple(row) for row in table.rows])


def separated(separator: str) -> Callable[[Drawn], str]:
    """Separated cells below their names."""

    def write(table: Drawn) -> str:
        made = io.StringIO()
        writer = csv.writer(made, delimiter=separator)
        writer.writerows([table.columns, *_texts(table)])
        return made.getvalue()

    return write


def sqlite(table: Drawn) -> str:
    """What sqlite3 prints: no names."""
    return "\n".join("|".join(row) for row in _texts(table))


def markdown(table: Drawn) -> str:
    """A table of Markdown."""
    rows = [table.columns, ["---"] * len(table.columns), *_texts(table)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _padded(table: Drawn, missing: str) -> tuple[list[int], list[list[str]]]:
    rows = [table.columns, *_texts(table, missing)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return widths, [
        [cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows
    ]


def psql(table: Drawn) -> str:
    """What psql prints."""
    widths, (names, *rows) = _padded(table, "")
    lines = [" " + " | ".join(names), "+".join("-" * (width + 2) for width in widths)]
    lines += [" " + " | ".join(row) for row in rows]
    return "\n".join([*lines, f"({len(rows)} row{'s' * (len(rows) != 1)})"])


def mysql(table: Drawn) -> str:
    """What mysql prints."""
    widths, (names, *rows) = _padded(table, "NULL")
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = ["| " + " | ".join(row) + " |" for row in [names, *rows]]
    return "\n".join([rule, lines[0], rule, *lines[1:], rule])


def dashed(table: Drawn) -> str:
    """What tabulate prints, the simple form."""
    widths, (names, *rows) = _padded(table, "")
    lines = ["  ".join(names), "  ".join("-" * width for width in widths)]
    return "\n".join([*lines, *("  ".join(row) for row in rows)])


def frame(table: Drawn) -> str:
    """What pandas prints of a DataFrame."""
    return str(pandas.DataFrame(table.rows, columns=table.columns, dtype=object).to_string())


def frame_without_index(table: Drawn) -> str:
    """The same without the numbers of its rows."""
    made = pandas.DataFrame(table.rows, columns=table.columns, dtype=object)
    return str(made.to_string(index=False))


def html_table(table: Drawn) -> str:
    """A table of HTML."""
    heads = "".join(f"<th>{html.escape(name)}</th>" for name in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        for row in _texts(table)
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def pairs(table: Drawn) -> str:
    """Names and values, a row after the other."""
    return "\n\n".join(
        "\n".join(f"{name}: {cell}" for name, cell in zip(table.columns, row, strict=True))
        for row in _texts(table, "None")
    )


PRINTERS: Mapping[str, Callable[[Drawn], str]] = {
    "records": records,
    "framed": framed,
    "paged": paged,
    "columnar": columnar,
    "arrays": arrays,
    "json lines": json_lines,
    "python dicts": python_dicts,
    "python tuples": python_tuples,
    "csv": separated(","),
    "semicolons": separated(";"),
    "tsv": separated("\t"),
    "sqlite": sqlite,
    "markdown": markdown,
    "psql": psql,
    "mysql": mysql,
    "dashed": dashed,
    "frame": frame,
    "frame without index": frame_without_index,
    "html": html_table,
    "pairs": pairs,
}
"""By name: what prints a table."""

NAMES = st.from_regex(r"[a-z]{2,8}(_[a-z]{2,5})?", fullmatch=True)
_TEXT = st.from_regex(r"[A-Z][a-z]{2,7}( [A-Z][a-z]{2,6})?", fullmatch=True)
_NUMBER = st.integers(-(10**12), 10**12) | st.decimals(
    -(10**9), 10**9, allow_nan=False, allow_infinity=False, places=2
)
_RESERVED = {"end", "as", "case", "from", "all", "union", "where", "order", "group", "limit"}


@st.composite
def tables(draw: st.DrawFn, *, least_rows: int = 1) -> Drawn:
    """A table of text and numbers, with gaps after the second column."""
    names = NAMES.filter(lambda name: name not in _RESERVED and name != "data")
    columns = draw(st.lists(names, min_size=2, max_size=4, unique=True))
    kinds = [_TEXT, _NUMBER, *(draw(st.sampled_from([_TEXT, _NUMBER])) for _ in columns[2:])]
    count = draw(st.integers(least_rows, 5))
    rows: list[list[Cell]] = [
        [draw(kind if place < 2 else kind | st.none()) for place, kind in enumerate(kinds)]
        for _ in range(count)
    ]
    return Drawn(columns, rows)


def same_cells(given: Sequence[object], wanted: Sequence[object]) -> bool:
    """Whether cells are the same, whatever type holds a number."""
    return [exact(cell) for cell in given] == [exact(cell) for cell in wanted]


def exact(cell: object) -> object:
    """A number as a decimal; other cells as they are."""
    is_number = isinstance(cell, int | float | Decimal) and not isinstance(cell, bool)
    return Decimal(str(cell)) if is_number else cell
