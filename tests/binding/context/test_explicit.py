"""What a number plainly counts leaves little to other readings."""

from __future__ import annotations

from typing import Any

import pytest

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
    assert [one.binding.verdict for one in bound] == [Verdict.CONTRADICTED] * 2
