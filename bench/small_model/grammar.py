"""A grammar of answers that hold one query for each number, in the notation of llama.cpp (GBNF).

The queries are of the tables, with cells of theirs in conditions; what they compute is the model's
whim.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

Cells = Mapping[str, Sequence[object]]
"""The cells of each column of a table."""

_COMMON = r"""
function ::= "sum" | "avg" | "min" | "max" | "count" | "median"
operator ::= " - " | " / "
compared ::= " = " | " < " | " > "
"""
_MOST_CELLS = 12
"""Of a column, that conditions may name."""


def grammar(tables: Mapping[str, Cells], ids: Sequence[str]) -> str:
    """The grammar of an answer.

    Args:
        tables: The tables, by their names.
        ids: Of the numbers.
    """
    answer = json.dumps({"formulas": [{"id": each, "query": "?", "none": ""} for each in ids]})
    root = " query ".join(map(_literal, answer.split("?")))
    rules = [f"root ::= {root}", f"query ::= {_any(f'query{at}' for at in range(len(tables)))}"]
    for at, (name, cells) in enumerate(tables.items()):
        rules += _over(at, name, cells)
    return "\n".join(rules) + _COMMON


def _over(at: int, table: str, cells: Cells) -> Iterator[str]:
    """The rules of queries over one table."""
    value, where = f"value{at}", f'" WHERE " condition{at}'
    yield (
        f'query{at} ::= "SELECT " "100 * "? {value} (operator {value})?'
        f' " FROM " {_name(table)} ({where})?'
    )
    yield f'{value} ::= function "(" ({_any(map(_name, cells))}) ")"'
    conditions = (
        f"{_name(column)} compared ({_any(_constants(found))})" for column, found in cells.items()
    )
    yield f"condition{at} ::= {_any(conditions)}"


def _constants(cells: Sequence[object]) -> Iterator[str]:
    """Some cells of a column, as constants."""
    for cell in list(dict.fromkeys(cells))[:_MOST_CELLS]:
        told = "NULL" if cell is None else str(cell)
        yield _quoted(cell, "'") if isinstance(cell, str) else _literal(told)


def _any(parts: Iterable[str]) -> str:
    return " | ".join(parts)


def _name(name: str) -> str:
    return _quoted(name, '"')


def _quoted(text: str, mark: str) -> str:
    """A name or a text of a query, as it stands in a string of the answer."""
    quoted = mark + text.replace(mark, 2 * mark) + mark
    return _literal(json.dumps(quoted, ensure_ascii=False)[1:-1])


def _literal(text: str) -> str:
    """What stands in the answer; literals of a grammar are escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)
