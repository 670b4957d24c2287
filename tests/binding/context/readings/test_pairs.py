"""Numbers written as a pair are read together."""

from __future__ import annotations

from typing import Any

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["club", "wins", "losses", "goals Q1", "goals Q2", "goals Q3", "goals Q4", "fouls"]
ROWS = [["Falcons", 12, 3, 1, 2, 0, 4, 17], ["Herons", 9, 6, 2, 0, 1, 1, 21]]


def _pairs(found: Any) -> list[Any]:
    return [c for c in found.readings if c.kind is Kind.PAIR]


def test_a_record_in_brackets_is_that_of_the_name_before_them(read: Any) -> None:
    # 9-6 is the record of the Herons.
    first, _ = read("The Falcons beat the Herons (9-6) with 21 fouls.", COLUMNS, ROWS)[:2]
    best = max(_pairs(first), key=lambda c: c.row)
    assert (best.rows, best.columns, best.agrees) == ((1,), (1,), True)


def test_the_record_of_another_row_supports_nothing_in_brackets(read: Any) -> None:
    # 9-6 is the record of the Herons, who play as well.
    first, _ = read("The Falcons (9-6) beat the Herons.", COLUMNS, ROWS)
    assert not any(c.agrees for c in _pairs(first))


def test_a_wrong_record_is_still_read_as_one(read: Any) -> None:
    # No value agrees: brackets alone tell that wins and losses are meant.
    first, second = read("The Falcons (8-8) rested.", COLUMNS, ROWS)
    for found, column in ((first, 1), (second, 2)):
        assert any(c.columns == (column,) and c.cue and not c.agrees for c in _pairs(found))


def test_a_half_is_the_sum_of_its_quarters(read: Any) -> None:
    text = "The Falcons outscored the Herons 4-2 in the second half."
    first, second = read(text, COLUMNS, ROWS)
    assert any(c.columns == (5, 6) and c.rows == (0,) and c.agrees for c in _pairs(first))
    assert any(c.columns == (5, 6) and c.rows == (1,) and c.agrees for c in _pairs(second))


def test_an_empty_cell_of_a_sparse_column_says_nothing(read: Any) -> None:
    rows = [[row[0], *row[1:7], None] for row in ROWS]
    found = read("The Falcons had 12 fouls.", COLUMNS, [*rows, ["Kites", *[1] * 7]])[0]
    assert not [c for c in found.readings if c.kind is Kind.CELL and c.columns == (7,)]


def test_a_linked_row_with_an_empty_cell_contradicts(read: Any) -> None:
    rows = [*ROWS, ["Kites", None, None, None, None, None, None, None]]
    found = read("The Kites had 12 wins.", COLUMNS, rows)[0]
    cells = [c for c in found.readings if c.kind is Kind.CELL and c.columns == (1,)]
    assert any(c.row > 0.9 and not c.agrees for c in cells)
