"""What counts as a right repair, and of what the figures are shares."""

from __future__ import annotations

import pytest

from bench.repairs import Repaired, figures, of_records

RIGHT, WRONG = "supported", "unsupported"


@pytest.mark.parametrize(
    ("right", "offered", "holds"),
    [
        ("1,234", "1234", True),
        ("$1.2 million", "$1.23 million", True),  # as precise as the right value is written
        ("$1.23 million", "$1.2 million", False),
        ("12.5%", "12.4%", False),
        ("-12.5%", "12.5%", False),  # the text's own number carries the sign
        ("-12.5%", "-12.5%", True),
        ("12.5%", "-12.5%", False),  # "fell by -12.5%"
        ("six", "6", True),
        ("no number", "no number", True),
    ],
)
def test_a_repair_is_right_at_the_precision_and_with_the_sign_of_the_right_value(
    right: str, offered: str, holds: bool
) -> None:
    assert Repaired(wrong=True, right=right, offered=offered).holds is holds


def test_precision_is_of_what_is_offered_and_share_of_what_is_wrong() -> None:
    flagged = [
        Repaired(wrong=True, right="5", offered="5"),
        Repaired(wrong=True, right="5", offered=""),
        Repaired(wrong=False, right="7", offered="8"),  # nothing was to be mended
    ]
    found = figures(flagged, "some")
    assert found["some_repair_precision"]["value"] == 0.5
    assert found["some_repair_share"]["value"] == 0.5


def test_nothing_offered_has_no_precision() -> None:
    assert figures([Repaired(wrong=True, right="5", offered="")], "some").keys() == {
        "some_repair_share"
    }


def test_flagged_numbers_of_records_are_counted_once_and_the_others_not() -> None:
    def number(start: int, label: str, **more: str) -> dict[str, object]:
        place = {"kind": "number", "start": start, "end": start + 2, "scored": True}
        return {**place, "text": "12", "label": label, **more}

    gold = [number(0, WRONG, right="13"), number(5, RIGHT), number(10, WRONG)]
    claims = [
        {"start": 0, "end": 2, "verdict": "flagged", "repair": "13"},
        {"start": 5, "end": 7, "verdict": "supported", "repair": ""},
        {"start": 10, "end": 12, "verdict": "flagged", "repair": "1"},  # nobody told the right one
    ]
    found = list(of_records([{"id": "a", "gold": gold}], {"a": claims}))
    assert found == [Repaired(wrong=True, right="13", offered="13")]
