"""The page of figures, ``docs/accuracy-figures.md``, as the last whole measurement wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.scoring import table

FILE = Path(__file__).parents[1] / "docs" / "accuracy-figures.md"

_SLACK = 0.0011
"""A right number of the phrasebook's held half is flagged in some runs and not in others."""

Rows = Sequence[dict[str, object]]

_HEAD = """\
# Accuracy: the figures

Written by `make accuracy WRITE=1`, never by hand; `make accuracy` fails where it measures anything
else. What the sets are, and what is missed in them, is in [accuracy](accuracy.md).
"""
_SETS = """\
## Sets and their floors

Preset `balanced`. "At least" and "at most" are the floors of
[floors.yaml](../tests/yardsticks/floors.yaml); "inconclusive" is the share of the right numbers
that is left open. For `plain` all checks run with the settings that ship, and a number is flagged
that has an error or a warning; `numex` tells which numbers stand in a sentence, so that its recall
is the share that is read with the right value.
"""
_PLAIN = """\
## Plain answers

"Caught" is an error or a warning on a wrong number, "held" a right text with the action HOLD.
"""
_PARTS = """\
## Parts of the sets of others
"""


def page(sets: Rows, plain: Rows, parts: Rows) -> str:
    """The whole page."""
    told = [(_SETS, sets), (_PLAIN, plain), (_PARTS, parts)]
    return "\n".join([_HEAD, *(f"{head}\n{table(rows)}\n" for head, rows in told)])


def stale(text: str, tables: Iterable[Rows]) -> list[str]:
    """The rows that a page does not hold as they were measured, however wide its columns are."""
    held = [_cells(line) for line in text.splitlines()]
    lines = [line for rows in tables for line in table(rows).splitlines()[2:]]
    return [line for line in lines if not any(_same(_cells(line), row) for row in held)]


def _same(a: Sequence[str], b: Sequence[str]) -> bool:
    return len(a) == len(b) and all(x == y or _near(x, y) for x, y in zip(a, b, strict=True))


def _near(a: str, b: str) -> bool:
    """Whether shares differ by one number of a set, whose verdict differs between runs."""
    try:
        return "." in a and abs(float(a) - float(b)) <= _SLACK
    except ValueError:
        return False


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]
