"""A text tells by its other numbers in which scale a table is that declares none."""

from __future__ import annotations

from typing import Any

_INCOME = (
    ["item", "h2_24", "h1_25"],
    [
        ["Interest income", 114.8, 109.7],
        ["Fee income", 22.7, 24.1],
        ["Operating expenses", 54.9, 53.2],
    ],
)
_PEOPLE = (["city", "inhabitants"], [["Ulm", 4.1], ["Kiel", 2.45], ["Hof", 3]])


def test_two_numbers_in_millions_tell_that_cells_are(flagged: Any) -> None:
    said = "Fee income was €24.1m in H1 2025, and interest income €109.7m in H1 2025."
    assert flagged(said, _INCOME) == []


def test_a_number_in_another_scale_is_one_in_another_unit(flagged: Any) -> None:
    said = (
        "Fee income was €24.1m in H1 2025, interest income €109.7m in H1 2025 and operating "
        "expenses were €53.2bn in H1 2025."
    )
    assert flagged(said, _INCOME) == ["€53.2bn"]


def test_one_number_alone_in_an_undeclared_scale_is_no_error(flagged: Any) -> None:
    assert flagged("Fee income was €24.1m in H1 2025.", _INCOME) == []  # but for a warning


def test_there_are_no_broken_people(flagged: Any) -> None:
    assert flagged("Ulm has 4.1 million inhabitants.", _PEOPLE) == []
    assert flagged("Ulm has 2.45 million inhabitants.", _PEOPLE) == ["2.45 million"]
    whole = (["city", "inhabitants"], [["Ulm", 4], ["Kiel", 2], ["Hof", 3]])
    assert flagged("Ulm has 4 million inhabitants.", whole) == []  # but for a warning
