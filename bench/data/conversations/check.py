"""Recompute the labels from the messages, without the queries and arithmetic that made them.

    python -m bench.data.conversations.check

Tool results are read back from their text. A right number must be a cell, or come from the cells by
an everyday operation; a wrong one must not say what its true value says; an invented number must be
in no result, and one from the question in the question.
"""

from __future__ import annotations

import itertools
import json
import re
import statistics
from collections.abc import Iterable, Iterator
from typing import Any

from bench.data.conversations.numerals import is_written
from bench.data.conversations.render import conversations

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\d)")
_NO_CELL = re.compile(r"\d{4}-\d\d-\d\d|^\(\d+ rows?\)|^# .*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_TAG = re.compile(r"<[^>]*>")


def _json_numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _json_numbers(inner)
    elif isinstance(value, int | float):
        yield float(value)


def _rows(content: str) -> list[list[float]]:
    """Numbers of a result, row by row: records of JSON and tuples, lines of everything else."""
    try:
        found = json.loads(content)
    except ValueError:
        lines = content.replace("), (", "),\n(").replace("</tr>", "</tr>\n").splitlines()
        plain = (_THOUSANDS.sub("", line) if "<td>" in line else line for line in lines)
        texts = (_NO_CELL.sub(" ", _TAG.sub(" ", line)) for line in plain)
        return [[float(number) for number in _NUMBER.findall(text)] for text in texts]
    while isinstance(found, dict):
        inner = (found.get(key) for key in ("rows", "data", "items"))
        found = next((value for value in inner if isinstance(value, dict | list)), [])
    return [list(_json_numbers(row)) for row in found]


def _columns(rows: Iterable[list[float]]) -> list[list[float]]:
    """Columns, aligned from the right: rows may begin with an index or numbers in names."""
    kept = [row[::-1] for row in rows if row]
    return [[row[n] for row in kept if n < len(row)] for n in range(max(map(len, kept), default=0))]


def _growth(a: float, b: float) -> Iterator[float]:
    """What two cells give: differences, a ratio, growth over all and by year."""
    yield from (a - b, abs(a) - abs(b), a + b, (a - b) * 1000)
    if b:
        yield from (a / b, a / b * 1000, a / b / 1000, a / b * 100)
        yield from ((a / b - 1) * 100, (1 - a / b) * 100)
    if a and b:
        yield from ((abs(a / b) ** (1 / years) - 1) * 100 for years in range(2, 60))


def _parts(column: list[float]) -> Iterator[float]:
    """What a column gives: total, mean and count, and how some cells compare with them."""
    total, mean = sum(column), statistics.fmean(column)
    yield from (total, total / 1000, mean, len(column))
    for size in range(1, min(4, len(column))):
        for some in map(sum, itertools.combinations(column, size)):
            yield from (some, some / (total or 1) * 100, (some / (mean or 1) - 1) * 100)
            yield (1 - some / (mean or 1)) * 100


def _derivable(tables: list[list[list[float]]]) -> Iterator[float]:
    """What everyday operations give, the likely ones first."""
    cells = {cell for rows in tables for row in rows for cell in row}
    yield from (abs(cell) * scale for cell in cells for scale in (1.0, 1 / 60, 1e-3, 1e3))
    yield from itertools.chain.from_iterable(
        _parts(column) for rows in tables for column in _columns(rows)
    )
    for a, b in itertools.permutations(cells, 2):
        yield from _growth(a, b)
    yield from (a / (a + b) * 100 for a, b in itertools.permutations(cells, 2) if a + b)
    if len(cells) < 12:
        ratios = itertools.permutations(cells - {0.0}, 4)
        yield from ((a / b / (c / d) - 1) * 100 for a, b, c, d in ratios)


def _confirmed(number: dict[str, Any], tables: list[list[list[float]]]) -> bool:
    values: Iterable[float] = (cell for rows in tables for row in rows for cell in row)
    if number["kind"] != "cell":
        values = itertools.chain(values, _derivable(tables))
    zeros = number["kind"] == "rounded"
    return any(is_written(number["text"], value, round_zeros=zeros) for value in values)


def _wrong_label(
    number: dict[str, Any], asked: str, tables: list[list[list[float]]]
) -> Iterator[str]:
    text, kind = number["text"], number["kind"]
    if number["right"] and not _confirmed(number, tables):
        yield "is not confirmed"
    if "true_value" in number and is_written(text, number["true_value"]):
        yield "is right"
    if kind in {"premise_only", "invented"} and _confirmed({"text": text, "kind": "cell"}, tables):
        yield "is in a result"
    if kind.startswith("premise") and text.strip("$%") not in asked:
        yield "is not in the question"


def _faults(conversation: dict[str, Any]) -> Iterator[str]:
    holds = {r["call_id"]: r["holds"] for r in conversation["results"]}
    messages = conversation["messages"]
    contents = {m["tool_call_id"]: m["content"] for m in messages if m["role"] == "tool"}
    if list(contents) != list(holds):
        yield "results are not those of the messages"
    tables = [_rows(text) for i, text in contents.items() if holds[i] in {"data", "text"}]
    asked = " ".join(m["content"] for m in messages if m["role"] == "user")
    for number in conversation["numbers"]:
        text, kind = number["text"], number["kind"]
        if messages[-1]["content"][number["start"] :][: len(text)] != text:
            yield f"{text} is not at {number['start']}"
        for fault in _wrong_label(number, asked, tables):
            yield f"{text} ({kind}) {fault}"


def main() -> None:
    """Print what is not confirmed, and the counts."""
    kinds: dict[str, int] = {}
    for conversation in conversations():
        for fault in _faults(conversation):
            print(conversation["id"], fault)
        for number in conversation["numbers"]:
            kinds[number["kind"]] = kinds.get(number["kind"], 0) + 1
    print(kinds)


if __name__ == "__main__":
    main()
