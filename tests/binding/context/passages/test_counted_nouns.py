"""What a number counts, by the words at it."""

from __future__ import annotations

from typing import Any

from sidecar.model.report import Verdict


def test_what_became_of_some_is_not_told_of_all(bind: Any) -> None:
    # Trap: of "8 of 22 late" only 8 are late.
    columns, rows = ["route", "stops", "late"], [["East", 22, 8], ["West", 31, 5]]
    bound, _ = bind("East: 8 of 22 late.", columns, rows)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 2
    bound, _ = bind("West: 8 of 31 late.", columns, rows)
    assert bound[0].binding.verdict is Verdict.CONTRADICTED


def test_a_verb_names_what_is_counted_with_a_bound_between(read: Any) -> None:
    columns, rows = ["route", "calls", "missed"], [["East", 940, 80], ["West", 310, 51]]
    (found,) = read("East missed more than 70 calls.", columns, rows)
    assert found.naming(2) == 1.0
    (found,) = read("East missed its target for 70 calls.", columns, rows)
    assert found.naming(2) < 1.0
