"""Readings of a number that bounds a value: which are held against it, and when it is no bound."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["shop", "visitors", "wait"]
ROWS = [["Harbour", 1234, 10.4], ["Mill Lane", 2210, 7.1], ["Station", 871, 12.9]]


def cell(found: Any, value: str) -> Any:
    return next(
        c for c in found.readings if c.kind is Kind.CELL and str(c.show().value).startswith(value)
    )


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("over 500", True),
        ("over 1,300", False),
        ("fewer than 1,234", False),  # strictly
        ("at most 1,234", True),
        ("no fewer than 1,000", True),
        ("no fewer than 1,500", False),
        ("just over 500", False),  # Trap: a hedge, and far off
        ("up to 3,000", False),  # Trap: it would tell of a highest value near it
        ("fewer than the 3,000", False),  # Trap: a value that it is held against
    ],
)
def test_a_cell_that_is_named_is_held_against_a_bound(read: Any, said: str, holds: bool) -> None:
    (found,) = read(f"Harbour had {said} visitors.", COLUMNS, ROWS)
    assert cell(found, "1234").agrees is holds


@pytest.mark.parametrize(("said", "holds"), [("2,000", True), ("1,000", False)])
def test_a_bound_that_is_denied_is_the_opposite_one(read: Any, said: str, holds: bool) -> None:
    (found,) = read(f"Harbour never had more than {said} visitors.", COLUMNS, ROWS)
    assert cell(found, "1234").agrees is holds


def test_what_nothing_names_is_not_held_against_a_bound(read: Any) -> None:
    (found,) = read("The wage was over 500.", COLUMNS, ROWS)
    assert not any(c.agrees for c in found.readings)


def test_a_bound_that_says_which_rows_are_counted_is_told_of_none(read: Any) -> None:
    _, found = read("Two of the shops, Harbour too, had over 500 visitors.", COLUMNS, ROWS)
    assert not any(c.agreement.bounded for c in found.readings)
