"""Scales, units and signs: what counts as agreeing, and what is a slip."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["line", "units built", "balance change"]
ROWS = [["North", 4860, -7.4], ["South", 9120, 5.1], ["West", 7330, 2.6]]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The number of units built at North was 4,860.", "SUPPORTED"),
        ("The number of units built at North was 4.86 thousand.", "SUPPORTED"),
        ("The number of units built at North was 4.86 million.", "CONTRADICTED"),
        ("The number of units built at North was 4.86 billion.", "CONTRADICTED"),
    ],
)
def test_a_scale_that_nothing_declares_does_not_support_what_is_named(
    bind: Any, text: str, verdict: str
) -> None:
    ((bound,), _) = bind(text, COLUMNS, ROWS)
    assert bound.binding.verdict.name == verdict


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("The balance change at North was -7.4.", True),
        ("The balance change at North was 7.4.", False),
        ("At North the balance change was a fall, of 7.4.", True),
        ("At South the balance change was 5.1.", True),
    ],
)
def test_a_fall_needs_a_sign_or_a_word_that_tells_it(read: Any, text: str, agrees: bool) -> None:
    (found,) = read(text, COLUMNS, ROWS)
    row = 0 if "North" in text else 1
    cells = [c for c in found.readings if c.rows == (row,) and c.columns == (2,)]
    assert any(c.agrees for c in cells) is agrees


def test_a_value_of_another_size_is_not_what_was_miswritten(flagged: Any) -> None:
    # No slip of the pen makes 310 thousand of 2,140 members: the number speaks of something else.
    clubs = (
        ["club", "members", "staff_cost_k", "visits"],
        [["Riverside", 2140, 310, 9.2], ["Elm Park", 1275, 220, 6.1]],
    )
    told = "Members were counted anew. Payroll at {} runs to {} thousand."
    assert flagged(told.format("Riverside", 310), clubs) == []
    assert flagged(told.format("Riverside", 2.41), clubs) == ["2.41 thousand"]


HOTELS = (
    ["hotel", "segment", "quarter", "room_nights"],
    [
        ["Porto", "Business", "2025-Q2", 1902],
        ["Porto", "Business", "2025-Q3", 1764],
        ["Porto", "Leisure", "2025-Q2", 4810],
        ["Porto", "Leisure", "2025-Q3", 5893],
        ["Lisbon", "Business", "2025-Q2", 3610],
        ["Lisbon", "Business", "2025-Q3", 3429],
        ["Lisbon", "Leisure", "2025-Q2", 8120],
        ["Lisbon", "Leisure", "2025-Q3", 9217],
    ],
)


@pytest.mark.parametrize(
    ("stayed", "wrong"),
    [("3,429", []), ("3.4 thousand", []), ("about 3,440", []), ("3,440", ["3,440"])],
)
def test_what_is_told_as_exact_is_hardly_near_the_truth(
    flagged: Any, stayed: str, wrong: list[str]
) -> None:
    assert flagged(f"Business guests in Lisbon stayed {stayed} nights in Q3.", HOTELS) == wrong
