"""Periods as tables and texts write them."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.dated_cells import in_name, of_value
from sidecar.binding.language.periods import TimePeriod, find, in_week
from sidecar.model.report import Verdict

ROWS = [
    ["North", 1250, 4.1], ["North", 1340, 4.0], ["South", 980, 3.1], ["South", 1015, 3.5],
]  # fmt: skip


@pytest.mark.parametrize(
    "written",
    [
        "2024-Q3",
        "2024 Q3",
        "2024Q3",
        "2024/Q3",
        "Q3 2024",
        "Q3-2024",
        "Q3/24",
        "3Q24",
        "FY2024 Q3",
        "FY24 Q3",
    ],
)
def test_a_quarter_is_one_however_it_is_written(written: str) -> None:
    # Trap: "Q3" of "2024-Q3" alone, without its year.
    assert of_value(written) == TimePeriod(2024, 2, 3)


@pytest.mark.parametrize("written", ["2024-W33", "W33 2024", "Week 33, 2024", "KW 33/2024"])
def test_a_week_is_one_however_it_is_written(written: str) -> None:
    assert of_value(written) == in_week(2024, 33)


@pytest.mark.parametrize("said", ["12 weeks", "a week", "this week 33% left", "Week 60"])
def test_these_are_no_weeks(said: str) -> None:
    assert not find(said)


@pytest.mark.parametrize(
    ("written", "period"),
    [
        ("2024-H1", TimePeriod(2024, 1)),
        ("01/2024", TimePeriod(2024, 1, 1, 1)),
        ("CY2024", TimePeriod(2024)),
        ("13/2024", TimePeriod()),
        ("1H24", TimePeriod(2024, 1)),
        ("AY2023/24", TimePeriod(2023)),
        ("2024M03", TimePeriod(2024, 1, 1, 3)),
        ("31/03/2024", TimePeriod(2024, 1, 1, 3, 31, 6)),
        ("03/31/2024", TimePeriod(2024, 1, 1, 3, 31, 6)),  # the month cannot be 31
        ("31.03.2024", TimePeriod(2024, 1, 1, 3, 31, 6)),
        ("31-Mar-2024", TimePeriod(2024, 1, 1, 3, 31, 6)),
        ("1h", TimePeriod()),  # an hour
    ],
)
def test_halves_months_and_years(written: str, period: TimePeriod) -> None:
    assert of_value(written) == period


@pytest.mark.parametrize(("first", "second"), [("2024-Q1", "2024-Q2"), ("01/2024", "02/2024")])
def test_rows_are_found_by_the_periods_of_their_table(bind: Any, first: str, second: str) -> None:
    rows = [[r[0], (first, second)[i % 2], *r[1:]] for i, r in enumerate(ROWS)]
    named = "Q2 2024" if "Q" in second else "February 2024"
    text = f"In {named} North had 1,340 orders and South 980."
    bound, _ = bind(text, ["region", "period", "orders", "share"], rows)
    assert [b.binding.verdict for b in bound] == [Verdict.SUPPORTED, Verdict.CONTRADICTED]


def test_a_period_of_all_rows_is_not_narrowed_by_the_sentence_before(bind: Any) -> None:
    rows = [["2024-01", 41], ["2024-02", 38], ["2024-03", 52]]
    text = "The best month was March, with 52 sales. In the first quarter there were 131 sales."
    bound, _ = bind(text, ["month", "sales"], rows)
    assert [b.binding.verdict for b in bound] == [Verdict.SUPPORTED] * 2


@pytest.mark.parametrize(
    ("name", "period"),
    [
        ("jan_mar", TimePeriod(None, 1, 1)),
        ("sales_oct_dec", TimePeriod(None, 2, 4)),
        ("Jan–Jun 2024", TimePeriod(2024, 1)),
        ("July to September", TimePeriod(None, 2, 3)),
    ],
)
def test_months_in_a_name_are_a_quarter_or_a_half(name: str, period: TimePeriod) -> None:
    # Trap: the first of two months alone.
    assert next(found for _, _, found in in_name(name)) == period


def test_months_that_make_no_quarter_are_none() -> None:
    assert not any(period.quarter and not period.month for _, _, period in in_name("Feb to Apr"))


@pytest.mark.parametrize(
    ("text", "months"),
    [("slowest was aug", [8]), ("in may", [5]), ("up in mar", [3]), ("it may rise", []),
     ("they march on", []), ("mar the view", []), ("jun-aug", [6, 8])],
)  # fmt: skip
def test_months_in_lower_case_are_found_but_not_the_words_like_them(
    text: str, months: list[int]
) -> None:
    assert [period.month for _, _, period in find(text)] == months


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("In March 3,542 orders came in.", None),
        ("In March 12 orders came in.", None),
        ("In May 2.5 million people came.", None),
        ("On March 3 there were 542.", 3),
        ("Since March 12, 2024 it holds.", 12),
    ],
)
def test_what_follows_a_month_may_be_a_number_of_something(said: str, day: int | None) -> None:
    ((_, _, period),) = find(said)
    assert period.month in (3, 5)
    assert period.day == day


def test_a_number_after_in_and_a_month_is_told_of_that_month(flagged: Any) -> None:
    table = (["month", "orders"], [["2024-02", 3542], ["2024-03", 3876]])
    assert flagged("In March 3,876 orders came in.", table) == []
    assert flagged("In March 3,542 orders came in.", table) == ["3,542"]
