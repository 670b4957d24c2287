"""Numbers that no candidate settles: what is missing, and what nothing in the data has."""

from __future__ import annotations

import pytest
from bound_numbers import bound, table

from sidecar.model.report import Verdict

ROWS = [
    {"region": "North", "staff": 61, "amt": 48.705},
    {"region": "South", "staff": 58, "amt": 81.5},
]


def test_what_nothing_has_is_unsupported_where_its_row_is_plainly_named() -> None:
    (one,) = bound("In the North, turnover was $4.9 million.", table(ROWS))
    assert (one.binding.verdict, one.codes) == (Verdict.UNSUPPORTED, ("CLAIM_NOT_FOUND",))
    assert one.confidence is not None


@pytest.mark.parametrize(
    "text",
    [
        "In the North, turnover was 81.5 million.",  # the digits are those of another row
        "In the West, turnover was $4.9 million.",  # nothing is named
    ],
)
def test_what_words_and_data_do_not_settle_is_not_said_to_be_nowhere(text: str) -> None:
    (one,) = bound(text, table(ROWS))
    assert one.binding.verdict is not Verdict.UNSUPPORTED
