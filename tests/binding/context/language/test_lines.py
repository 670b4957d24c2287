"""Lines of a paragraph that are told by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.lines import own_lines

_CLINICS = (
    ["clinic", "nurses", "visits_k", "cost_per_visit_eur", "wait_days"],
    [
        ["Rowan House", 14, 21.4, 61, 9],
        ["The Maltings", 9, 15.2, 58, 6],
        ["Elm Court", 22, 33.9, 49, 15],
        ["St Clare", 6, 7.7, 72, 3],
    ],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Elm Court\nNurses: 22\nVisits: 33.9k\nCost per visit: €49", []),
        ("Elm Court\nNurses: 22\nVisits: 21.4k\nCost per visit: €61", ["21.4k", "€61"]),
        ("Nurses\nRowan House 14\nMaltings 9\nElm Court 22\nSt Clare 6", []),  # the first leads all
        ("Nurses\nRowan House 14\nMaltings 6\nElm Court 22\nSt Clare 9", ["6", "9"]),
        ("Ann: how many nurses has Elm Court?\nBob: 22\nAnn: Thanks a lot.", []),
        ("Ann: how many nurses has Elm Court?\nBob: 14\nAnn: Thanks a lot.", ["14"]),
    ],
)
def test_what_a_line_tells_is_its_own(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _CLINICS) == wrong


def test_lines_that_were_wrapped_are_one_sentence() -> None:
    text = "In the year to the end of March the clinics of the\ntrust saw more patients than ever."
    assert list(own_lines(text, 0, len(text))) == [(0, len(text))]
