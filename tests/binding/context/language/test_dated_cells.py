"""Periods as tables write them, in cells and in names of columns, and as texts name them."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.dated_cells import moment, whole
from sidecar.binding.language.periods import NOTHING, Period, complete

_VISITS = (412.7, 388.1, 451.9, 367.4)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (["202401", "202402", "202403", "202404"], "in March 2024"),
        (["2024M01", "2024M02", "2024M03", "2024M04"], "in March 2024"),
        (["Jan-2024", "Feb-2024", "Mar-2024", "Apr-2024"], "in March 2024"),
        (["Jan/2024", "Feb/2024", "Mar/2024", "Apr/2024"], "in March"),
        (["Jan-Mar 2023", "Apr-Jun 2023", "Jul-Sep 2023", "Oct-Dec 2023"], "in Q3 2023"),
        (["11-Mar-24", "12-Mar-24", "13-Mar-24", "14-Mar-24"], "on 13 March"),
        (["11.03.2024", "12.03.2024", "13.03.2024", "14.03.2024"], "on March 13"),
        (["20240311", "20240312", "20240313", "20240314"], "on 13 March 2024"),
        (["2024-03-11T00:00:00Z", "2024-03-12T00:00:00Z", "2024-03-13T00:00:00Z"], "on the 13th"),
        (["W10", "W11", "W12", "W13"], "in week 12"),
        (["2024-W10", "2024-W11", "2024-W12", "2024-W13"], "in W12"),
        (["Mon", "Tue", "Wed", "Thu"], "on Wednesday"),
        (["Monday", "Tuesday", "Wednesday", "Thursday"], "on Wed"),
    ],
)
def test_a_value_of_another_period_is_wrong(flagged: Any, written: list[str], said: str) -> None:
    rows = [[name, value] for name, value in zip(written, _VISITS, strict=False)]
    wide = [["Harbour", *_VISITS[: len(written)]], ["Castle", 501.2, 498.3, 540.4, 477.7]]
    tables = (
        (["period", "visits_k"], rows),
        (["site", *written], [row[: len(written) + 1] for row in wide], "Visits (thousand)"),
    )
    for table in tables:
        text = f"The harbour museum had {{}} thousand visits {said}."
        assert flagged(text.format("451.9"), table) == []
        assert flagged(text.format("388.1"), table) == ["388.1 thousand"]


def test_months_may_be_whole_numbers(flagged: Any) -> None:
    table = (["month", "visits"], [[202401, 4127], [202402, 3881], [202403, 4519]])
    assert flagged("There were 4,519 visits in March 2024.", table) == []
    assert flagged("There were 3,881 visits in March 2024.", table) == ["3,881"]


@pytest.mark.parametrize("written", ["202413", "20240332", "120345", "M3", "on", "May I"])
def test_what_is_no_period(written: str) -> None:
    assert whole(written) == NOTHING


def test_what_is_one_as_a_whole() -> None:
    assert whole("202403") == complete(2024, 3, None)
    assert whole("2024-03-11 08:30") == complete(2024, 3, 11)
    assert whole("Oct-Dec 2023") == Period(2023, 2, 4)


def test_moments_with_a_zone_stand_beside_others_without(flagged: Any) -> None:
    """Trap: the two cannot be put in order, and the check raised."""
    rows = [["2024-03-11T08:00:00Z", 4127], ["2024-03-12", 3881], ["2024-03-13T01:00:00+02:00", 9]]
    assert flagged("On March 12 there were 3,881 visits.", (["time", "visits"], rows)) == []
    assert str(moment("2024-03-13T01:00:00+02:00")) == "2024-03-12 23:00:00"
