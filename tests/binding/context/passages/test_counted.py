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
