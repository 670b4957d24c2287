"""What a number plainly counts leaves little to other readings."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

COLUMNS = ["clerk", "calls", "sales", "returns"]
ROWS = [["Amina Haddad", 41, 12, 3], ["Bruno Keller", 57, 19, 8], ["Chen Li", 33, 7, 5]]


@pytest.mark.parametrize(
    "text",
    [
        "Amina Haddad totalled 8 sales.",  # "total" asks for no sum here
        "Amina Haddad led the shop with a record of 7 sales.",  # Chen Li's
        "Amina Haddad had 41 sales.",  # that of the column beside
        "Bruno Keller made 26 sales, twice as many.",  # 7 + 19
    ],
)
def test_the_counted_noun_and_the_nearest_name_beat_a_value_that_agrees(
    text: str, bind: Any
) -> None:
    bound, _ = bind(text, COLUMNS, ROWS)
    assert bound[0].binding.verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    "text",
    [
        "Bruno Keller made 7 more sales than Amina Haddad.",
        "Bruno Keller finished 7 sales ahead of Amina Haddad.",
        "Bruno Keller beat Amina Haddad by 7 sales.",
    ],
)
def test_words_at_the_number_make_a_difference_of_what_it_counts(text: str, read: Any) -> None:
    found = read(text, COLUMNS, ROWS)[0]
    assert not any(one.explicit for one in found.readings)


def test_an_explicit_pair_is_not_its_parts(bind: Any) -> None:
    columns = ["clerk", "won", "lost", "visits"]
    rows = [["Amina Haddad", 12, 3, 9], ["Bruno Keller", 19, 8, 4]]
    bound, _ = bind("Amina Haddad (9-4) leads the table.", columns, rows)
    assert Verdict.SUPPORTED not in [one.binding.verdict for one in bound]


def test_of_rows_named_together_one_is_meant_and_no_other_row(read: Any) -> None:
    # Trap: 8.4 is the depth of another day; on 4 May it was 6.1 and 6.3.
    columns, days = ["time", "depth", "flow"], ["2024-05-04", "2024-05-05", "2024-05-06"]
    depths = [6.1, 6.3, 8.4, 8.9, 7.2, 7.7]
    rows = [
        [f"{days[at // 2]} {6 + 12 * (at % 2):02}:00", depth, 31 + at]
        for at, depth in enumerate(depths)
    ]
    found = read("On 4 May the depth was 8.4 metres.", columns, rows)[0]
    meant = [one for one in found.readings if one.kind is Kind.SOME_ROW and one.row and one.column]
    assert [one.beside for one in meant] == [False]
    assert all(one.beside for one in found.readings if one.kind is Kind.ANYWHERE)


def test_a_number_in_minutes_is_not_plainly_of_the_only_measure_of_one_table(read: Any) -> None:
    # Trap: the tickets have nothing but a place in the queue, which is not a time that the shift
    # took.
    tickets = (["clerk", "place"], [["Amina Haddad", 3], ["Bruno Keller", 44]])
    text = "Bruno Keller and Amina Haddad closed the shop after 90 minutes."
    (alone,) = read(text, *tickets)
    (found,) = read(text, *tickets, beside=[(["shop", "shift"], [["North", 90]])])
    assert any(one.explicit for one in alone.readings)
    assert not any(one.explicit for one in found.readings)


RESULTS = (
    ["item", "2021", "2022", "2023"],
    [["Turnover", 155.9, 172.6, 202.8], ["Result before tax", 5.2, -17.7, 8.2]],
)


def test_what_is_lost_may_be_a_value_below_nothing_and_no_step(flagged: Any) -> None:
    text = "The result before tax was 8.2 in 2023, having lost {} in 2022."
    assert flagged(text.format("17.7"), RESULTS) == []
    assert flagged(text.format("71.7"), RESULTS) == ["71.7"]
