"""Tables with lines drawn in characters: Markdown, psql, mysql, DuckDB, tabulate.

| region | total |      region | total       +--------+-------+
| ------ | ----: |     --------+-------      | region | total |
| North  |  12.5 |      North  |  12.5       +--------+-------+
(1 row)               | North  |  12.5 |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from sidecar.evidence.csv_rows import read_cell
from sidecar.text.vocabulary import one_of
from sidecar.transcripts.results.parts import Cell, FoundTable, FoundUnread
from sidecar.transcripts.results.separated import Block

_RULE = re.compile(r"[\s|+:]*[-=][-\s|+:=]*")
_GROUP = re.compile(r"[-=]+")
_BAR = re.compile(r"(?<!\\)\|")
_STRONG = re.compile(r"(\*\*|__|\*|`)(.+)\1")
_COUNT = re.compile(r"\s*\(?(\d+) rows?\b(?: in set)?[^\n]*", re.IGNORECASE)
_TYPES = one_of(
    "varchar int8 int16 int32 int64 int128 uint8 uint16 uint32 uint64 double float boolean date"
    " timestamp time integer bigint text hugeint decimal uuid json interval"
)
_MISSING = one_of("NULL null NaN nan None <NA> NaT")
_ELLIPSIS = one_of("... … · .")

BOXES = str.maketrans("│┃║─━═┌┐└┘├┤┬┴┼╭╮╰╯╞╡╪╔╗╚╝╠╣╦╩╬", "|||---" + "+" * 25)
"""Lines of boxes as the characters that stand for them elsewhere."""


def read_ruled(lines: Sequence[str], start: int) -> Block | None:
    """Read a table that begins at a line."""
    place = start + 1 if is_rule(lines[start]) else start
    rule = place + 1
    while rule < len(lines) and rule <= place + 2 and not is_rule(lines[rule]):
        if place == start:
            return None
        rule += 1
    if rule >= len(lines) or not is_rule(lines[rule]) or is_rule(lines[place]):
        return None
    if "|" not in lines[place] and (place == start or "+" not in lines[start]):
        return None
    is_boxed = lines[place].lstrip().startswith("|")
    names = _split(lines[place], is_boxed=is_boxed)
    if len(_GROUP.findall(lines[rule])) != len(names):
        return None
    return _read_rows(lines, (place, rule), names, is_boxed=is_boxed)


def _read_rows(
    lines: Sequence[str], head: tuple[int, int], names: list[str], *, is_boxed: bool
) -> Block:
    place, rule = head
    body = list(takewhile(_is_body, islice(lines, rule + 1, None)))
    end = rule + 1 + len(body)
    split = [_split(line, is_boxed=is_boxed) for line in body if not is_rule(line)]
    counted = _COUNT.fullmatch(lines[end]) if end < len(lines) else None
    end += counted is not None
    if counted is None and split and len(names) > 1:  # DuckDB counts inside of the box
        counted = _COUNT.fullmatch("".join(split[-1]))
        split = split[:-1] if counted else split
    rows = [cells for cells in split if not {*cells} <= _ELLIPSIS]
    types = [_split(line, is_boxed=is_boxed) for line in lines[place + 1 : rule]]
    if not all(map(_are_types, types)):
        return Block(end, [FoundUnread("", "its header has two rows")])
    if {len(cells) for cells in rows} - {len(names)}:
        return Block(end, [FoundUnread("", "a row has another number of cells")])
    is_cut = len(rows) < max(len(split), read_count(counted))
    table = [list(map(read_printed, cells)) for cells in rows]
    return Block(end, [FoundTable("", names, table, is_cut)])


def _is_body(line: str) -> bool:
    return "|" in line or is_rule(line)


def read_count(counted: re.Match[str] | None) -> int:
    """How many rows there are, as what printed them says."""
    return int(counted[1][:18]) if counted else 0


def _are_types(cells: Sequence[str]) -> bool:
    """Whether a second row of the header has the types of columns, as DuckDB prints them."""
    return all(cell.partition("(")[0] in _TYPES for cell in cells)


def is_rule(line: str) -> bool:
    """Whether a line is drawn."""
    return _RULE.fullmatch(line) is not None


def read_printed(text: str) -> Cell:
    """The value of a cell as a program prints it."""
    return None if text in _MISSING else read_cell(text)  # type: ignore[return-value]


def _split(line: str, *, is_boxed: bool) -> list[str]:
    line = line.strip() if is_boxed else line
    if is_boxed:
        line = line.removeprefix("|")
        line = line.removesuffix("|") if not line.endswith("\\|") else line
    return [_plain(cell.strip()) for cell in _BAR.split(line)]


def _plain(cell: str) -> str:
    strong = _STRONG.fullmatch(cell)
    return (strong[2] if strong else cell).replace("\\|", "|").replace("<br>", " ")
