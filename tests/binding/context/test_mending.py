"""A repair is offered only where the words plainly name what belongs there."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sidecar.model.report import Verdict

RETURNS = (
    ["region", "orders", "returns"],
    [["North", 9100, 118], ["South", 5400, 60], ["East", 4200, 48]],
)


@pytest.mark.parametrize("text", ["return rate improved to 2.7%.", "return rate was 2.7%."])
def test_a_rate_is_not_mended_by_a_share_of_the_total(bind: Any, text: str) -> None:
    (bound,), _ = bind(f"North's {text}", *RETURNS)
    assert bound.binding.verdict is Verdict.CONTRADICTED  # what was compared is still told
    assert bound.closest is not None
    assert bound.right is None


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("North had 8,100 orders.", "9100"),
        ("Returns in North were 133.", "118"),
        ("Orders totalled 17,700.", "18700"),
    ],
)
def test_what_row_column_and_formula_plainly_name_is_offered(
    bind: Any, text: str, right: str
) -> None:
    (bound,), _ = bind(text, *RETURNS)
    assert bound.right == Decimal(right)


@pytest.mark.parametrize(
    "text",
    [
        "North had 91 orders.",  # of another size, so perhaps another quantity
        "The most orders were 8,900.",  # a superlative mostly picks a row
        "North had 9,100 orders, of which 8,400 came late.",  # the other number tells it already
    ],
)
def test_what_may_not_be_meant_is_told_and_not_offered(bind: Any, text: str) -> None:
    bound = bind(text, *RETURNS)[0][-1]
    assert bound.binding.verdict is Verdict.CONTRADICTED
    assert bound.closest is not None
    assert bound.closest.value == 9100
    assert bound.right is None
