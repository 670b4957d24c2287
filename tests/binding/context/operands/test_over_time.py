"""The same value in two periods, also in such as the data have only the parts of."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.model.report import Verdict

MONTHS = [f"2024-{month:02}" for month in range(1, 13)]
RIDES = [310, 290, 355, 402, 466, 512, 540, 498, 441, 405, 322, 301]
BY_MONTH = [[month, rides] for month, rides in zip(MONTHS, RIDES, strict=True)]
WIDE = [["Lido", *RIDES]]
COLUMNS = ["stop", *MONTHS]


def agreeing(found: list[Candidate], kind: Kind) -> bool:
    return any(c.agrees and c.cue for c in found if c.kind is kind)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The second half of 2024 beat the first half by 172 rides.", True),
        ("The second half of 2024 beat the first half by 271 rides.", False),
        ("Q3 2024 had 99 rides more than Q2 2024.", True),
        ("Q3 2024 had 199 rides more than Q2 2024.", False),
    ],
)
def test_halves_and_quarters_of_months_are_compared(read: Any, text: str, right: bool) -> None:
    found = read(text, ["month", "rides"], BY_MONTH)[0]
    assert agreeing(found.readings, Kind.CHANGE) is right


@pytest.mark.parametrize(("said", "right"), [("7.2%", True), ("4.9%", False)])
def test_quarters_of_a_table_with_its_months_side_by_side(
    read: Any, said: str, right: bool
) -> None:
    text = f"At the Lido rides rose by {said} from Q2 2024 to Q3 2024."
    found = read(text, COLUMNS, WIDE)[0]
    assert agreeing(found.readings, Kind.GROWTH) is right


def test_a_quarter_that_is_not_whole_is_none(read: Any) -> None:
    found = read("Q4 2024 had 36 rides more than Q3 2024.", ["month", "rides"], BY_MONTH[:-1])[0]
    changes = [c.show().formula for c in found.readings if c.kind is Kind.CHANGE]
    assert not any(formula.startswith("sum(data[9:11]") for formula in changes)


def test_what_describes_one_of_two_rows_does_not_part_them(bind: Any) -> None:
    rows = [["Eastbank", "Corvid", 1297], ["Northside", "Corvid", 640], ["Grebe", "Vane", 1688]]
    text = "Corvid is proud. The lead of Grebe over Eastbank is 391 boxes. It is 402 for others."
    (found, *_), _ = bind(text, ["quay", "operator", "boxes"], rows)
    assert found.binding.verdict is Verdict.SUPPORTED


def test_values_that_are_found_in_several_ways_are_one_reading(read: Any) -> None:
    found = read("Rides rose by 46 from June 2024 to May 2024.", ["month", "rides"], BY_MONTH)[0]
    shown = [c.show() for c in found.readings if c.kind is Kind.CHANGE and c.cue]
    assert 1 < len(shown) == len({(one.formula, one.value) for one in shown})


OF_TWO_YEARS = (
    ["month", "rides_2023", "rides_2024"],
    [["Mar", 2140, 2490], ["Apr", 3420, 3870], ["May", 4880, 5730], ["Nov", 2450, 2280]],
)


@pytest.mark.parametrize(
    "text", ["Rides in November were {}.", "In November 2024 rides were {}.", "Nov 2024: {} rides"]
)
def test_a_month_of_the_rows_says_nothing_against_years_of_columns(flagged: Any, text: str) -> None:
    assert flagged(text.format("2,280"), OF_TWO_YEARS) == []
    assert flagged(text.format("3,870"), OF_TWO_YEARS) == ["3,870"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("June was wet. The sites lost 96 days, 50% up on the month before.", []),
        # Trap: July, named later, also has a month before.
        ("June was wet. The sites lost 96 days, 50% up on the month before, and July 132.", []),
        ("June was wet. The sites lost 96 days, 38% up on the month before.", ["38%"]),
    ],
)
def test_the_month_before_is_compared_with_the_one_that_was_told_of(
    flagged: Any, text: str, wrong: list[str]
) -> None:
    months = [["2024-04", 48], ["2024-05", 64], ["2024-06", 96], ["2024-07", 132], ["2024-08", 71]]
    found = flagged(text, (["month", "lost_days"], months))
    assert [said for said in found if said.endswith("%")] == wrong
