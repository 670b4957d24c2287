"""Names and values in lines, ``Region: North``: one row, or one for each time the first name comes.

Where another name comes again, the lines are a table of two columns, ``name`` and ``value``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.transcripts.results.parts import MOST_COLUMNS, Cell, FoundTable
from sidecar.transcripts.results.ruled import read_printed
from sidecar.transcripts.results.separated import Block

_PAIR = re.compile(
    r"\s*(?:[-*•]\s+)?(?P<name>[^\W\d_][\w ()/%.#&'-]{0,59}?)\s*(?:: |:\t| = )\s*(?P<value>\S.*)"
)
_LONGEST = 200  # characters of a value


def read_pairs(lines: Sequence[str], start: int, *, is_whole: bool) -> Block | None:
    """Read the pairs that begin at a line: two or more, or one that is the whole text."""
    pairs: list[tuple[str, str]] = []
    place = end = start
    while place < len(lines):
        pair = _pair(lines[place])
        if pair is None:
            if lines[place].strip() or not pairs:
                break
            after = _pair(lines[place + 1]) if place + 1 < len(lines) else None
            if after is None or after[0] != pairs[0][0]:
                break
        else:
            pairs.append(pair)
            end = place + 1
        place += 1
    if not pairs or (len(pairs) == 1 and not is_whole):
        return None
    return Block(end, [_table(pairs)])


def _pair(line: str) -> tuple[str, str] | None:
    found = _PAIR.fullmatch(line.replace("**", ""))
    if found is None or len(found["value"]) > _LONGEST:
        return None
    return found["name"].strip(), found["value"].strip()


def _table(pairs: Sequence[tuple[str, str]]) -> FoundTable:
    rows: list[dict[str, Cell]] = []
    for name, value in pairs:
        if not rows or name == pairs[0][0]:
            rows.append({})
        if name in rows[-1]:
            return FoundTable("", ["name", "value"], [[n, read_printed(v)] for n, v in pairs])
        rows[-1][name] = read_printed(value)
    names = list(dict.fromkeys(name for name, _ in pairs))
    if len(names) > MOST_COLUMNS or len(names) * len(rows) > 4 * len(pairs):
        return FoundTable("", ["name", "value"], [[n, read_printed(v)] for n, v in pairs])
    return FoundTable("", names, [[row.get(name) for name in names] for row in rows])
