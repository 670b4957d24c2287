"""Names that a text puts together, and the words that say what these come to."""

from __future__ import annotations

from typing import Any

import pytest

_PIERS = (
    ["pier", "boats", "cranes"],
    [["Ash", 412, 7], ["Elm", 188, 4], ["Fir", 97, 3], ["Oak", 655, 12]],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Elm + Fir = 285 boats.", []),
        ("Elm + Fir = 258 boats.", ["258"]),
        ("Ash took more boats than Elm and Fir combined (285 boats).", []),
        ("Elm has 188 boats. Fir lies beside it: they have 7 cranes between them.", []),
        ("Elm has 188 boats. Fir lies beside it: they have 9 cranes between them.", ["9"]),
        ("Elm and Fir have 285 boats, all told.", []),
        ("Elm has 188 boats and Fir has 79.", ["79"]),
        ("The wood piers (Elm, Fir, Oak) have 940 boats.", []),
        ("The wood piers (Elm, Fir, Oak) have 904 boats.", ["904"]),
        ("Ash has 7 of the port's 26 cranes.", []),
        ("The fleet: of 1,352 boats, Oak has 655 and Ash 412.", []),
        ("The fleet: of 1,325 boats, Oak has 655 and Ash 412.", ["1,325"]),
        ("Together they have 1,352 boats – but Oak has 655 of them.", []),
        ("Ash has 7 of the port's 29 cranes.", ["29"]),
        ("We counted 1,352 boats, most of them at Oak, 655.", []),
    ],
)
def test_what_is_put_together_is_added_up(flagged: Any, said: str, wrong: list[str]) -> None:
    # Trap: of three names the two that the text joins are meant, not the two that stand nearest.
    assert flagged(said, _PIERS) == wrong


@pytest.mark.parametrize(("cranes", "wrong"), [("11", []), ("9", ["9"])])
def test_what_was_put_together_is_spoken_of_again(
    flagged: Any, cranes: str, wrong: list[str]
) -> None:
    said = f"Ash + Elm = 600 boats, under half of the port's. But in cranes it is {cranes}."
    assert flagged(said, _PIERS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Together, Elm and Fir took 285 boats and own 7 cranes.", []),
        ("Together, Elm and Fir took 285 boats and own 4 cranes.", ["4"]),
        ("Elm and Fir combined took 285 boats and have 7 cranes, Oak has 12 cranes.", []),
    ],
)
def test_every_number_is_told_of_what_was_put_together(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _PIERS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("There were 285 boats at Elm and Fir.", []),
        ("There were 258 boats at Elm and Fir.", ["258"]),
        ("There were 188 boats at Elm and 97 at Fir.", []),
    ],
)
def test_one_number_in_front_of_names_is_of_them_all(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: as many numbers as names are told of each.
    assert flagged(said, _PIERS) == wrong


_CREWS = ["crew", "posts", "cost_keur"], [["Elm", 12, 31.5], ["Ash", 17, 48.0], ["Yew", 9, 22.4]]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Elm and Ash have 29 of the 38 posts.", "26"),
        ("Elm and Ash have 29 of our 38 posts between them.", "26"),
        ("Elm and Ash together spent 79.5 keur of the 101.9 keur cost.", "84.5"),
    ],
)
def test_what_several_have_of_all_is_a_total(flagged: Any, said: str, wrong: str) -> None:
    right = next(word for word in said.split() if word[0].isdigit())
    assert flagged(said, _CREWS) == []
    assert flagged(said.replace(right, wrong, 1), _CREWS) == [wrong]
