"""How long periods are, which a text gives to reckon with."""

from __future__ import annotations

from typing import Any

CLINICS = (["clinic", "rooms", "nurses"], [["Elm", 42, 63], ["Oak", 31, 49], ["Ash", 18, 27]])


def test_the_days_of_a_year_are_no_figure(flagged: Any) -> None:
    assert flagged("With 42 rooms and 365 days, Elm is busy.", CLINICS) == []
    assert flagged("With 365 rooms, Elm is busy.", CLINICS) == ["365"]


def test_the_days_of_a_quarter_are_told_with_it(flagged: Any) -> None:
    assert flagged("Over the quarter's 92 days Elm used its 42 rooms.", CLINICS) == []
    assert flagged("Over the quarter's 92 rooms Elm is content.", CLINICS) != []
