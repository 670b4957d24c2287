"""Columns told by a word of the same meaning, and columns of a text's table that have no name."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["department", "headcount 2022", "headcount 2023", "salary", "attrition %", "desks"]
ROWS = [
    ["Engineering", 412, 455, 18450, 8.2, 430], ["Operations", 1205, 1188, 9820, 12.5, 900],
    ["Finance", 98, 104, 16230, 5.1, 110],
]  # fmt: skip


@pytest.mark.parametrize(("said", "right"), [("104", True), ("110", False)])
def test_employees_are_the_headcount(bind: Any, said: str, right: bool) -> None:
    # Trap: 110 is a number of the same row, in a column that nothing names.
    bound, _ = bind(f"In 2023 Finance had {said} employees.", COLUMNS, ROWS)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(("said", "right"), [("+43", True), ("+34", False)])
def test_a_column_called_change_is_the_change_of_its_neighbours(
    bind: Any, said: str, right: bool
) -> None:
    text = f"| Department | 2023 | Change |\n| --- | --- | --- |\n| Engineering | 455 | {said} |\n"
    bound, _ = bind(text, COLUMNS, ROWS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right
