"""Tables whose columns are aligned by spaces: DataFrames and Series of pandas, and tabulate.

      region  total          region      total         North    12.5
    0  North   12.5          --------  -------         South    13.0
    1  South   13.0          North        12.5         Name: total, dtype: float64

A DataFrame is aligned to the right: each cell ends where the name of its column does. Its index is
the first column, unless it only counts the rows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise, takewhile

from sidecar.transcripts.results.parts import Cell, FoundTable, FoundUnread
from sidecar.transcripts.results.ruled import read_count, read_printed
from sidecar.transcripts.results.separated import Block

_WORD = re.compile(r"\S+")
_LOOKED_AT = 20  # rows that tell the columns
_GAP = re.compile(r"\s{2,}")
_DASHES = re.compile(r"\s*-{2,}(?:\s+-{2,})*\s*")
_DOTS = frozenset({"...", ".."})
_SIZE = re.compile(r"\s*\n\[(\d+) rows x \d+ columns\]")
_COUNT = re.compile(r"\((\d+) rows?\)")
_SERIES = re.compile(r"(?:Name: (?P<name>.*?), )?(?:Length: (?P<length>\d+), )?dtype: \S+")


def read_dashed(lines: Sequence[str], start: int) -> Block | None:
    """Read a table whose columns are drawn as dashes below their names."""
    if start + 1 >= len(lines) or not _DASHES.fullmatch(lines[start + 1]):
        return None
    spans = [found.span() for found in re.finditer("-+", lines[start + 1])]
    end = start + 2
    while end < len(lines) and _is_body(lines[end]):
        end += 1
    body = lines[start + 2 : end]
    last = lines[end].strip() if end < len(lines) else ""
    counted = _COUNT.fullmatch(last)
    if len(spans) == 1 and not counted:  # a heading
        return None
    names = _cut(lines[start], spans)
    end += bool(last)
    if not all(names) or not all(_fits(line, spans) for line in body):
        return Block(end, [FoundUnread("", "its cells are not below the names of columns")])
    cells = [[read_printed(cell) for cell in _cut(line, spans)] for line in body]
    is_cut = read_count(counted) > len(body)
    return Block(end, [FoundTable("", names, cells, is_cut)])


def _is_body(line: str) -> bool:
    words = line.strip()
    return bool(words) and not _COUNT.fullmatch(words) and not _DASHES.fullmatch(line)


def _cut(line: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    return [line[begin:end].strip() for begin, end in spans[:-1]] + [line[spans[-1][0] :].strip()]


def _fits(line: str, spans: Sequence[tuple[int, int]]) -> bool:
    gaps = pairwise(spans)
    return not any(line[left[1] : right[0]].strip() for left, right in gaps)


def read_frame(lines: Sequence[str], start: int) -> Block | None:
    """Read a DataFrame as ``to_string`` and ``print`` write it."""
    if start + 1 >= len(lines) or " " not in lines[start].rstrip():
        return None
    words = list(_WORD.finditer(lines[start]))
    below = lines[start + 1].rstrip()
    index = below.strip() if len(below) < words[0].start() else ""
    first = start + 1 + bool(index)
    ends = _find_ends(lines[start], words, lines[first : first + _LOOKED_AT])
    if not ends:
        return None
    rows = list(takewhile(bool, (_frame_row(line, ends) for line in islice(lines, first, None))))
    shown = [row for row in rows if not {*row[1:]} <= _DOTS and not {*row} <= _DOTS]
    begins = [0, *ends[:-1]]
    names = [lines[start][begin:end].strip() for begin, end in zip(begins, ends, strict=True)]
    end = first + len(rows)
    size = _SIZE.fullmatch("\n".join(lines[end : end + 2]))
    is_cut = len(shown) < max(len(rows), read_count(size))
    found = FoundTable("", *_without_count(names, index, shown), is_cut)
    return Block(end + 2 if size else end, [found])


def _is_table(header: str, row: str) -> bool:
    """Whether two lines are aligned, rather than of one length by chance.

    Then one of them has a gap of two spaces, or is indented and the other not, or a number stands
    below a word.
    """
    if any(_GAP.search(line.strip()) for line in (header, row)):
        return True
    if header.startswith(" ") != row.startswith(" "):
        return True
    has_number = any(not isinstance(read_printed(cell), str) for cell in row.split())
    return has_number and not any(map(str.isdigit, header)) and ":" not in header


def _find_ends(header: str, words: Sequence[re.Match[str]], lines: Sequence[str]) -> list[int]:
    """Where columns end, as the first rows show; none where the first one does not fit."""
    length = words[-1].end()
    rows = list(takewhile(lambda row: len(row) == length, map(str.rstrip, lines)))
    if not rows or not _ends(words, rows[:1]) or not _is_table(header, rows[0]):
        return []
    ends = _ends(words, [row for row in rows if not {*row.split()} <= _DOTS])
    has_index = len(_GAP.split(rows[0].strip())) == 2
    return ends if len(ends) > 1 or has_index else []


def _ends(words: Sequence[re.Match[str]], rows: Sequence[str]) -> list[int]:
    """Where columns end: where words of the header do, and a cell of every row that has one."""
    ends: list[int] = []
    for word in words:
        end = word.end()
        begin = ends[-1] if ends else 0
        cells = [row[begin:end] for row in rows if not row[begin:end].isspace()]
        is_apart = all(row[end : end + 1] in ("", " ") for row in rows)
        if cells and is_apart and not any(cell.endswith(" ") for cell in cells):
            ends.append(end)
    return ends if ends[-1:] == [words[-1].end()] else []


def _frame_row(line: str, ends: Sequence[int]) -> list[str]:
    """The cells of a line that ends where the last name does; none where they do not fit."""
    line = line.rstrip()
    if len(line) != ends[-1]:
        return []
    cells = [line[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
    ends_early = any(cell[-1:] == " " and cell.strip() for cell in cells)
    if ends_early or any(cell[:1] != " " for cell in cells[1:]):
        return []
    return [cell.strip() for cell in cells]


def _without_count(
    names: list[str], index: str, rows: Sequence[list[str]]
) -> tuple[list[str], list[list[Cell]]]:
    """The names and cells of a DataFrame, its index apart from the first column."""
    firsts = [_GAP.split(row[0], maxsplit=1) for row in rows]
    if all(len(first) == 2 for first in firsts):
        labels = [first[0] for first in firsts]
        rows = [[first[1], *row[1:]] for first, row in zip(firsts, rows, strict=True)]
        if index or not all(map(str.isdigit, labels)):
            names = [index or "index", *names]
            rows = [[label, *row] for label, row in zip(labels, rows, strict=True)]
    return names, [[read_printed(cell) for cell in row] for row in rows]


def read_series(lines: Sequence[str], start: int, end: int) -> Block | None:
    """Read a Series, whose last line before ``end`` names it."""
    last = _SERIES.fullmatch(lines[end - 1].strip())
    pairs = [_GAP.split(line.strip()) for line in lines[start : end - 1]]
    index = pairs.pop(0)[0] if pairs and len(pairs[0]) == 1 else "index"
    if last is None or not pairs or any(len(pair) != 2 for pair in pairs):
        return None
    shown = [pair for pair in pairs if pair[1] not in _DOTS]
    is_cut = len(shown) < len(pairs) or int((last["length"] or "0")[:18]) > len(shown)
    rows = [[read_printed(cell) for cell in pair] for pair in shown]
    return Block(end, [FoundTable("", [index, last["name"] or "value"], rows, is_cut)])
