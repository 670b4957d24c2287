"""What the words around a number ask for."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

ROWS = [["Apples", 41], ["Pears", 12], ["Industry", 7]]


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("Fruit (apples, pears): sales of 53", True),
        ("Fruit (apples, pears), and nuts: sales of 53", False),  # what else is sold counts too
        ("Fruit (apples, pears): 53", True),
        ("Fruit (apples): 53", False),
        ("Industry 53", False),  # a label, and not the whole industry
    ],
)
def test_brackets_that_list_names_before_a_number_ask_for_their_sum(
    read: Any, text: str, sums: bool
) -> None:
    (found,) = read(text, ["good", "sales"], ROWS)
    asked = [c for c in found.readings if c.kind is Kind.SUM and c.cue]
    assert any(c.agrees for c in asked) is sums
    assert sums or not asked


CALLS = [["North", 40], ["South", 44], ["East", 60]]
DUTY = [["North", 12.5, 40], ["South", 20.5, 44], ["East", 30.0, 60]]


def _asked(found: Any, kind: Kind) -> list[bool]:
    return [c.agrees for c in found.readings if c.kind is kind and c.cue]


def test_a_word_of_a_name_asks_for_nothing_only_where_that_name_is_said(read: Any) -> None:
    columns = ["team", "average_wait", "calls"]
    (named,) = read("In the South the average wait was 20.5.", columns, DUTY)
    assert not _asked(named, Kind.MEAN)
    (other,) = read("The average number of calls was 48.", columns, DUTY)
    assert any(_asked(other, Kind.MEAN))


def test_minutes_after_a_number_do_not_ask_for_the_least(read: Any) -> None:
    (found,) = read("The highest wait was 30 min.", ["team", "wait", "calls"], DUTY)
    assert [c.agrees for c in found.readings if c.kind is Kind.EXTREME] == [True]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("The South had 44 calls, compared with 40 in the North.", False),
        ("The South had 10% more calls compared with the North.", True),
    ],
)
def test_a_number_that_is_set_beside_another_is_no_change(
    read: Any, text: str, asked: bool
) -> None:
    found = read(text, ["team", "wait", "calls"], DUTY)[0]
    kinds = (Kind.CHANGE, Kind.GROWTH)
    assert any(c.cue for c in found.readings if c.kind in kinds) is asked


@pytest.mark.parametrize("unit", ["%", " percent", " per cent"])
def test_a_unit_asks_for_no_share(read: Any, unit: str) -> None:
    (found,) = read(f"The duty of North was 12.5{unit}.", ["team", "duty", "calls"], DUTY)
    assert not [c for c in found.readings if c.kind is Kind.SHARE and c.cue]


@pytest.mark.parametrize(("said", "right"), [(44, True), (52, False)])
def test_what_half_of_the_rows_have_at_most_is_their_median(
    bind: Any, said: int, right: bool
) -> None:
    # Traps: a limit that the text chooses; "the median" stands past a comma.
    text = f"Half of the teams had at most {said} calls in May 2024, the median."
    bound, _ = bind(text, ["team", "wait", "calls"], DUTY)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


def test_the_parts_of_a_total_are_no_totals(read: Any) -> None:
    # Trap: "in total" stands nearer to the part than many a word that counts.
    total, part = read("144 calls in total, of which the South 44.", ["team", "calls"], CALLS)
    assert any(_asked(total, Kind.SUM))
    assert not _asked(part, Kind.SUM)


LOANS = (
    ["loan", "term_months", "rate_pct"],
    [["Step", 30, 11.0], ["Seed", 10, 18.0], ["Boost", 13, 12.5], ["Rush", 3, 15.0]],
)


def test_what_the_next_number_is_asked_for_is_not_asked_of_this_one(flagged: Any) -> None:
    assert flagged("Term of Step: 30 months, median 11.5.", LOANS) == []
    assert flagged("Term of Step: 40 months, median 11.5.", LOANS) == ["40 months"]
