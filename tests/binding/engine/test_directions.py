"""A verb of change that goes the other way than the data is never passed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sidecar.model.report import Verdict

MONTHS = ("January", "February", "March", "April", "May", "June")
ROSE = ("rose to", "climbed to", "increased to", "grew to", "jumped to", "surged to")
FELL = ("fell to", "dropped to", "declined to", "decreased to", "slipped to", "plunged to")
COLUMNS = ["month", "orders", "visitors"]


def drawn(seed: int) -> tuple[list[list[object]], str, int, int, int]:
    """A table of months, and of one of them its column, place and value, with the one before."""
    source = random.Random(seed)
    values = source.sample(range(1100, 9900), 12)
    rows: list[list[object]] = [
        [f"2024-{at + 1:02}", values[at], values[at + 6]] for at in range(len(MONTHS))
    ]
    column, at = source.randint(1, 2), source.randint(1, len(MONTHS) - 1)
    return (
        rows,
        COLUMNS[column],
        at,
        values[at + 6 * (column - 1)],
        values[at - 1 + 6 * (column - 1)],
    )


@pytest.mark.parametrize("seed", range(24))
def test_the_opposite_verb_never_keeps_a_pass(bind: Any, seed: int) -> None:
    rows, column, at, value, before = drawn(seed)
    source = random.Random(seed)
    right, wrong = (ROSE, FELL) if value > before else (FELL, ROSE)
    said = "In {month} 2024, {column} {verb} {value:,}."
    told = {"month": MONTHS[at], "column": column, "value": value}
    (found,), _ = bind(said.format(verb=source.choice(right), **told), COLUMNS, rows)
    assert found.binding.verdict is Verdict.SUPPORTED
    (found,), _ = bind(said.format(verb=source.choice(wrong), **told), COLUMNS, rows)
    assert found.binding.verdict is Verdict.CONTRADICTED
    assert found.codes == ("WRONG_DIRECTION",)
    assert found.closest is not None
    assert found.closest.value == before


@pytest.mark.parametrize("seed", range(6))
def test_what_has_no_period_before_may_have_moved_either_way(bind: Any, seed: int) -> None:
    rows, *_ = drawn(seed)
    for verb in ("rose to", "fell to"):
        (found,), _ = bind(f"In January 2024, orders {verb} {rows[0][1]:,}.", COLUMNS, rows)
        assert found.binding.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    "text",
    [
        "Orders did not fall to 1,350 in February.",
        "Orders would fall to 1,350 in February.",
        "Compared with December, orders fell to 1,350 in February.",
        "The rank of orders improved to 1,350 in February.",
    ],
)
def test_what_does_not_say_that_it_moved_since_then_is_let_be(bind: Any, text: str) -> None:
    rows = [["2023-12", 1400, 9], ["2024-01", 1200, 8], ["2024-02", 1350, 7]]
    (found,), _ = bind(text, COLUMNS, rows)
    assert "WRONG_DIRECTION" not in found.codes
