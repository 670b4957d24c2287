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


def test_what_something_is_divided_by_is_no_figure(flagged: Any) -> None:
    assert flagged("Elm has 42 rooms (divided by three below).", CLINICS) == []
    assert flagged("Elm has 43 rooms (divided by three below).", CLINICS) == ["43"]
    assert flagged("Oak is divided by 57 nurses.", CLINICS) == ["57"]


def test_one_currency_per_other_is_a_rate_of_exchange(flagged: Any) -> None:
    table = (["land", "gmv_eur", "orders"], [["Poland", 12300, 410], ["Sweden", 8200, 305]])
    said = "Poland made €{} and Sweden €8,200, at €1.18 per pound and 4.30 zloty per euro."
    assert flagged(said.format("12,300"), table) == []
    assert flagged(said.format("13,200"), table) == ["€13,200"]
    assert flagged("Poland made €43.70 per order.", table) == ["€43.70"]
