"""A repair is offered only where the words plainly name what belongs there."""

from __future__ import annotations

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
