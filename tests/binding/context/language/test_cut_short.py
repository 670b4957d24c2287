"""Labels that are cut short before a number name their rows, where they can mean only one."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.cut_short import CutShort
from sidecar.binding.language.words import tokens

LABELS = {
    ("conservativ",): 0, ("liber",): 1, ("independ",): 2, ("social", "scienc"): 3,
    ("marl", "basin"): 4, ("health",): 5, ("heathland",): 6,
}  # fmt: skip
SEATS = (
    ["party", "seats", "candidates"],
    [["Conservatives", 20, 58], ["Liberals", 16, 60], ["Independents", 8, 31]],
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Con 20", (1, 0)),
        ("Libs: 16", (1, 1)),
        ("Soc Sci 641", (2, 3)),
        ("Con won", None),  # no number follows
        ("con 20", None),
        ("Mar 20", None),  # a month
        ("Hea 20", None),  # one of two
        ("Independent 8", None),  # hardly shorter than the label
    ],
)
def test_only_one_label_is_meant_right_before_a_number(
    text: str, found: tuple[int, int] | None
) -> None:
    short, words = CutShort(LABELS), tokens(text, 0, len(text))
    assert (short.at(words, 0) if short.begins(words[0]) else None) == found


def test_numbers_of_labels_cut_short_are_held_to_their_rows(flagged: Any) -> None:
    text = "Seats: Con 20, Lib {}, Ind 8."
    assert flagged(text.format(16), SEATS) == []
    assert flagged(text.format(31), SEATS) == ["31"]
