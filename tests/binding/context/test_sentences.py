"""Ordinary sentences over small tables: each is right with one value and wrong with another.

The folder ``sentences`` has a file for each table, or for several that are given together. In
``{520|455}`` the first value is right, and the second is that of another row, column, period or
derivation. With the right values nothing may be flagged; with one of them exchanged that one must
be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

_OPEN = pytest.mark.xfail(strict=True, reason="the wrong value is a cell that no word names")
_PASS = (
    "Refunds totalled",
    "March 6 had the highest",
    "a closure rate of",
    "On average we opened",
    "SME saw its NPL ratio rise",
)
"""Sentences of which a wrong value passes since numbers in full have no tolerance."""

_VALUES = re.compile(r"\{([^|}]*)\|([^}]*)\}")


class Said(NamedTuple):
    """A sentence over tables.

    Attributes:
        tables: Columns, rows and title of each.
        text: It, with values in braces.
    """

    tables: list[tuple[list[str], list[list[Any]], str]]
    text: str

    def right(self) -> str:
        """It with all values right."""
        return _VALUES.sub(r"\1", self.text)

    def wrong(self) -> Iterator[tuple[str, str]]:
        """It with one value wrong, and that value."""
        for each in _VALUES.finditer(self.text):
            before, after = self.text[: each.start()], self.text[each.end() :]
            text = _VALUES.sub(r"\1", before) + each[2] + _VALUES.sub(r"\1", after)
            yield text, each[2]


def _read() -> Iterator[Any]:
    for path in sorted(Path(__file__).with_name("sentences").glob("*.yaml")):
        one = yaml.safe_load(path.read_text())
        several = one.get("tables", [one])
        tables = [(each["columns"], each["rows"], each.get("title", "")) for each in several]
        for text in one["sentences"]:
            said = Said(tables, text)
            marks = [_OPEN] if any(part in text for part in _PASS) else []
            yield pytest.param(said, id=f"{path.stem}: {said.right()}", marks=marks)


@pytest.mark.parametrize("said", list(_read()))
def test_a_sentence_stands_with_its_right_values_alone(flagged: Any, said: Said) -> None:
    assert flagged(said.right(), *said.tables) == []
    for text, value in said.wrong():
        assert any(value in each for each in flagged(text, *said.tables)), text
