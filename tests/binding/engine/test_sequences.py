"""Numbers of a list, whose first one says what all of them are."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["office", "applications", "granted", "refused", "staff_fte"]
ROWS = [
    ["Kadoun", 11985, 5120, 6540, 17], ["Benguro", 7890, 2790, 4815, 11],
    ["Lisq", 5644, 3015, 2480, 8], ["Arvenna", 21365, 16890, 3714, 31],
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            "Kadoun leads with 6,540 refused, then Benguro with ⟨4,815⟩ and Lisq with 2,480.",
            "3,714",
        ),
        ("In Kadoun they granted 5,120, in Arvenna 16,890 and in Lisq ⟨3,015⟩.", "2,790"),
        ("Staffing: Arvenna 31, Kadoun ⟨17⟩, Benguro 11.", "31"),
    ],
)
def test_what_the_first_number_is_the_others_are_of_their_own_rows(
    bind: Any, text: str, wrong: str
) -> None:
    # Trap: "Lisq with 2,480" completes nothing that is said of Kadoun.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    at = len([word for word in before.split() if any(c.isdigit() for c in word)])
    for said, verdict in ((right, Verdict.SUPPORTED), (wrong, Verdict.CONTRADICTED)):
        bound, _ = bind(before + said + after, COLUMNS, ROWS)
        assert bound[at].binding.verdict is verdict


def test_a_number_with_its_own_noun_goes_on_with_nothing(bind: Any) -> None:
    # Trap: 8 people is not a number of refusals, however much it stands beside one.
    bound, _ = bind("Benguro refused 4,815 and has 11 staff.", COLUMNS, ROWS)
    assert [one.binding.verdict for one in bound] == [Verdict.SUPPORTED] * 2
