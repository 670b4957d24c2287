"""Records that tell two sides in one row."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

COLUMNS = [
    "homeTeam.name",
    "awayTeam.name",
    "homeScore.total",
    "homeScore.period1",
    "homeScore.period2",
    "awayScore.total",
    "awayScore.period1",
    "awayScore.period2",
]
ROWS = [["Haddad United", "Keller Rovers", 7, 2, 5, 4, 3, 1]]
HOME_1, HOME_2, AWAY_1, AWAY_2 = 3, 4, 6, 7


def _link(found: Any, column: int) -> float:
    return max((c.row for c in found.readings if c.columns == (column,)), default=0.0)


def test_the_name_of_a_side_tells_which_column_is_meant(read: Any) -> None:
    text = "Haddad United scored 2 in the first period, Keller Rovers 3 in the first period."
    home, away = read(text, COLUMNS, ROWS)
    assert _link(home, HOME_1) > 0.9 > _link(home, AWAY_1)
    assert _link(away, AWAY_1) > 0.9 > _link(away, HOME_1)


def test_the_word_of_a_side_names_it_as_well(read: Any) -> None:
    (found,) = read("The away team scored 3 in the first period.", COLUMNS, ROWS)
    assert _link(found, AWAY_1) > _link(found, HOME_1)


def test_an_ordinal_names_a_numbered_column_and_no_other(read: Any) -> None:
    (found,) = read("Haddad United scored 5 in the second period.", COLUMNS, ROWS)
    cells = {c.columns[0]: c for c in found.readings if c.kind is Kind.CELL}
    assert cells[HOME_2].period > 0
    assert HOME_1 not in cells


def test_what_follows_a_number_numbers_its_column(read: Any) -> None:
    text = "Haddad United scored 2 in the first period and 5 in the second period."
    first, second = read(text, COLUMNS, ROWS)
    for found, column in ((first, HOME_1), (second, HOME_2)):
        best = max((c for c in found.readings if c.kind is Kind.CELL), key=lambda c: c.period)
        assert best.columns == (column,)


@pytest.mark.parametrize(
    "text",
    [
        "Haddad United won 7-4.",
        "Haddad United won by a score of 7-4.",
        "Keller Rovers lost 7-4.",
        "It ended 4-7 in favour of Haddad United.",
        "Keller Rovers were ahead 3-2 in the first period.",
        "Haddad United led 7-4 after the second period.",  # the sum of both
    ],
)
def test_a_pair_is_told_of_the_one_who_is_named(text: str, bind: Any) -> None:
    bound, _ = bind(text, COLUMNS, ROWS)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 2


@pytest.mark.parametrize(
    "text",
    [
        "Keller Rovers won the first period 2-3.",
        "Haddad United led 3-2 in the first period.",
        "The first period ended with a 3-2 lead for Haddad United.",
    ],
)
def test_a_pair_of_the_other_side_belongs_to_nobody(text: str, read: Any) -> None:
    first, _ = read(text, COLUMNS, ROWS)
    best = max((c for c in first.readings if c.kind is Kind.PAIR), key=lambda c: (c.row, c.period))
    assert (best.row > 0.9 and not best.agrees) is ("Haddad" in text)


def test_columns_without_labels_of_both_sides_are_of_none(read: Any) -> None:
    columns = ["city", "home visits", "away visits"]
    (found,) = read("In Doha there were 3 home visits.", columns, [["Doha", 3, 4]])
    assert _link(found, 1) == _link(found, 2)


def test_the_one_who_is_beaten_does_not_come_first(bind: Any) -> None:
    bound, _ = bind("Haddad United defeated Keller Rovers 7-4.", COLUMNS, ROWS)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 2


def test_what_is_told_of_a_numbered_column_of_a_side_is_explicit(bind: Any) -> None:
    # 3 is what the other side scored then.
    text = "In the evening Haddad United scored 3 in the first period."
    bound, _ = bind(text, COLUMNS, ROWS)
    assert bound[0].binding.verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("said", "sums"),
    [("The second period ended 7-4", False), ("It was 7-4 after the second period", True)],
)
def test_a_period_that_ends_tells_its_own_score_and_no_running_one(
    read: Any, said: str, sums: bool
) -> None:
    first, _ = read(f"{said} for Haddad United.", COLUMNS, ROWS)
    pairs = [one for one in first.readings if one.kind is Kind.PAIR and one.siblings]
    assert any(len(one.columns) > 1 for one in pairs) is sums


def test_the_word_of_a_side_tells_of_it_as_plainly_as_its_name(read: Any) -> None:
    # Trap: the first period of all sides, and the total of the away team, agree with 4.
    rows = [["Haddad United", "Keller Rovers", 7, 4, 3, 4, 3, 1]]
    (found,) = read("The away team scored 4 goals in the first period.", COLUMNS, rows)
    assert {c.columns: c.agrees for c in found.readings if c.explicit} == {(AWAY_1,): False}


def test_a_record_is_no_list_that_is_counted(read: Any) -> None:
    (found,) = read("Haddad United needed 1 goal.", COLUMNS, ROWS)
    assert not any(one.kind is Kind.COUNT for one in found.readings)
