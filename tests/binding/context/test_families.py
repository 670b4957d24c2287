"""Columns that hold the same for other periods."""

from __future__ import annotations

from typing import Any

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["shop", "sales_q1", "sales_q2", "sales_q3", "sales_q4"]
ROWS = [["North", 29, 33, 20, 31], ["South", 30, 21, 23, 33]]


def test_a_synonym_of_one_column_does_not_part_it_from_its_family(read: Any) -> None:
    text = "North beat South 62-51 in the first half."
    found = read(text, COLUMNS, ROWS, {"sales_q1": ["opening quarter"]})[0]
    assert any(
        one.kind is Kind.PAIR and one.columns == (1, 2) and one.rows == (0,) and one.agrees
        for one in found.readings
    )
