"""What words divide by what."""

from __future__ import annotations

from typing import Any

from sidecar.model.report import Verdict


def test_a_quantity_behind_another_noun_is_no_denominator(bind: Any) -> None:
    # Trap: "per" is told of the members, not of the visits that are counted.
    columns = ["month", "members", "checkins"]
    rows = [["Aug", 24390, 172800], ["Sep", 24802, 208600]]
    bound, _ = bind("In Sep, per member that makes 8.4 checkins.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED


def test_a_column_of_rates_is_not_divided_again(bind: Any) -> None:
    # Trap: "per 10,000 samples" is told by the column itself, though samples are one as well.
    columns = ["site", "samples", "errors_per_10k"]
    rows = [["Hill", 190600, 3.1], ["Dale", 79300, 4.4]]
    bound, _ = bind("At Hill errors fell to 3.1 per 10,000 samples.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED


def test_a_price_per_day_is_of_any_kind_of_day(bind: Any) -> None:
    # Trap: sitting days are a column as well, by which nothing is divided here.
    columns = ["court", "hearings", "sitting_days", "cost_per_day_gbp"]
    rows = [["Aldergate", 9870, 4120, 2480], ["Dunholm", 12350, 5980, 2905]]
    bound, _ = bind("A sitting day in Aldergate costs £2,480.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED
