"""Changes between two numbers that the sentence itself states."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["region", "quarter", "revenue", "return rate"]
ROWS = [
    ["North", "2024-Q1", 1250000, 3.1], ["North", "2024-Q2", 1340000, 2.9],
    ["North", "2024-Q3", 1295000, 3.5], ["West", "2024-Q3", 2390000, 2.4],
]  # fmt: skip


@pytest.mark.parametrize(("said", "right"), [("3.4%", True), ("6.7%", False)])
def test_a_decline_is_of_the_cells_that_the_sentence_states(
    bind: Any, said: str, right: bool
) -> None:
    # Trap: the growth of another column whose name is nearer.
    text = "North had a return rate of 3.5%. It slipped from 1.34 million to 1.295 million,"
    text += f" a decline of {said}."
    bound, _ = bind(text, COLUMNS, ROWS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


def test_a_change_that_follows_from_wrong_numbers_supports_nothing(bind: Any) -> None:
    bound, _ = bind(
        "North slipped from 1.5 million to 1.2 million, a decline of 20%.", COLUMNS, ROWS
    )
    assert bound[-1].binding.verdict is not Verdict.SUPPORTED
