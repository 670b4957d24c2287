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
