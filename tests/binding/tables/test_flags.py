"""Columns that say yes or no of each row name rows, and so does their denial."""

from __future__ import annotations

from typing import Any

from bound_numbers import bound, table

from sidecar.model.report import Verdict

_SHOPS = ["shop", "region", "sales_k", "staff", "has_cafe", "franchised"]
_ROWS = [
    ["Kiel", "North", 118, 14, True, "no"], ["Ulm", "South", 231, 22, False, "yes"],
    ["Hof", "South", 87, 9, True, "no"], ["Worms", "West", 154, 17, True, "yes"],
    ["Jena", "East", 99, 11, False, "no"], ["Bonn", "West", 140, 15, False, "yes"],
]  # fmt: skip


def test_a_denial_that_is_no_name_names_nothing(flagged: Any) -> None:
    # Trap: "No shop" is not told of the rows whose cell says "no".
    assert flagged("No shop has fewer than 9 staff.", (_SHOPS, _ROWS)) == []
    rows = [dict(zip(_SHOPS, row, strict=True)) for row in _ROWS]
    (one,) = bound("No shop has more than 14 staff.", table(rows))
    assert one.binding.verdict is not Verdict.SUPPORTED


def test_answers_that_are_the_rows_themselves_are_labels(flagged: Any) -> None:
    survey = ["answer", "people"], [["Yes", 412], ["No", 288]]
    assert flagged("412 people said yes and 288 no.", survey) == []
