"""Where the cells of an operand lie is told of the first few alone."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.tables.columns import ColumnFacts


def test_a_total_of_many_rows_is_shown_by_its_first_cells(
    bind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Trap: a place was written for each of a million cells, for each number that is a total.
    told: list[ColumnFacts] = []
    name = Question.name

    def counted(question: Question, table: int, column: ColumnFacts) -> str:
        told.append(column)
        return name(question, table, column)

    monkeypatch.setattr(Question, "name", counted)
    rows = [[90 + at % 7, at % 5] for at in range(5000)]
    total = sum(late for _, late in rows)
    bound, _ = bind(f"In all, {total:,} shipments were late.", ["shipments", "late"], rows)
    assert bound[0].binding.reading.formula == "sum(data[0:5000].late)"
    assert 0 < len(told) < 1000
