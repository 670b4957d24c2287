"""Derivations say what their words say: weighted means, ranks, counts past a bound, quotients."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["class", "rooms", "occupancy"]
ROWS = [["Five star", 400, 70.0], ["Four star", 100, 80.0], ["Three star", 100, 60.0]]
SALES = [["Ash", 12], ["Birch", 30], ["Cedar", 45], ["Dogwood", 51], ["Elm", 64]]


def of(found: Any, kind: Kind) -> dict[str, Any]:
    return {c.show().formula: c for c in found.readings if c.kind is kind}


def test_a_weighted_mean_is_not_the_plain_one(read: Any) -> None:
    (found,) = read("Weighted by rooms, the average occupancy was 70.", COLUMNS, ROWS)
    means = of(found, Kind.MEAN)
    plain, weighted = "mean(data[0:3].occupancy)", "mean by rooms(data[0:3].occupancy)"
    assert weighted in means
    assert plain not in means
    (found,) = read("The average occupancy was 70.", COLUMNS, ROWS)
    means = of(found, Kind.MEAN)
    assert means[plain].bonus == 0 > means[weighted].bonus


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("Dogwood ranks number two by sales.", True),
        ("Dogwood ranks number four by sales.", False),  # that is its rank from below
        ("Birch ranks number two by lowest sales.", True),
    ],
)
def test_a_rank_is_counted_from_the_top_unless_words_say_otherwise(
    read: Any, text: str, agrees: bool
) -> None:
    (found,) = read(text, ["tree", "sales"], SALES)
    assert any(c.agrees for c in found.readings if c.kind is Kind.RANK) is agrees


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("Three trees had sales above 40.", True),
        ("Two trees had sales above 40.", False),  # so many are below
        ("Two trees had sales below 40.", True),
    ],
)
def test_what_is_counted_lies_on_the_side_of_the_bound_that_is_said(
    read: Any, text: str, agrees: bool
) -> None:
    found = read(text, ["tree", "sales"], SALES)[0]
    counts = [c for c in found.readings if c.kind is Kind.COUNT and ".sales" in c.show().formula]
    assert any(c.agrees for c in counts) is agrees


def test_a_quotient_is_in_the_currency_of_its_amounts(read: Any) -> None:
    columns, rows = ["arm", "profit (QAR)", "staff"], [["Retail", 48000, 160], ["Energy", 9000, 9]]
    for said, agrees in (("QAR 300", True), ("USD 300", False)):
        (found,) = read(f"Retail has a profit per employee of {said}.", columns, rows)
        quotients = [c for c in found.readings if c.kind is Kind.QUOTIENT]
        assert any(c.agrees for c in quotients) is agrees


def test_what_a_number_is_compared_with_is_of_the_same_column(read: Any) -> None:
    rows = [["Ash", 2021, 12, 50], ["Ash", 2022, 18, 40]]
    columns = ["tree", "year", "height", "girth"]
    _, before = read("Ash had a height of 18 in 2022, after 12 in 2021.", columns, rows)
    assert before.naming(2) > 0.75
    assert before.naming(3) == 0


def test_a_word_of_a_label_does_not_speak_of_all(read: Any) -> None:
    rows = [["Alba Group", 12], ["Bora", 30], ["Cima", 45]]
    _, found = read(
        "Bora had sales of 30. Alba Group did worse: it had 12.", ["firm", "sales"], rows
    )
    assert found.link(0) > 0.6


def test_the_source_that_a_sentence_names_asks_for_no_mean(read: Any) -> None:
    (found,) = read("Per CENSUS: Elm had sales of 64.", ["tree", "sales"], SALES)
    assert not of(found, Kind.MEAN)


LONG_COLUMNS = ["sector", "period", "wages"]
LONG = [["Textile repair of the north 200", 2019, 51], ["Urban works of the south 420", 2019, 39]]


def test_words_of_long_names_do_not_push_a_cue_away(read: Any) -> None:
    text = (
        "The gap between Textile repair of the north 200 and Urban works of the south 420 "
        "in wages was 12."
    )
    found = read(text, LONG_COLUMNS, LONG)[-1]
    differences = [c for c in found.readings if c.kind is Kind.CHANGE and c.agrees]
    assert differences
    assert all(c.cue for c in differences)


def test_years_in_a_column_that_is_called_period_are_no_measure(read: Any) -> None:
    (found,) = read("Textile repair of the north 200 had wages of 51.", LONG_COLUMNS, LONG)[-1:]
    assert not [c for c in found.readings if c.kind is Kind.CELL and 1 in c.columns]


def test_a_numeral_in_a_name_is_no_claim(read: Any) -> None:
    rows = [["Alba 35 Mini", 61], ["Bora 95", 48]]
    name, weight = read("The Alba 35 Mini had a weight of 61.", ["model", "weight"], rows)
    assert "in_name" in name.signs
    assert "in_name" not in weight.signs


EVENTS = [
    ["Rovers", "Ali Hassan", "Karim Aziz", "change", "Change 1", 46],
    ["Rovers", "Omar Said", "Musa Bello", "change", "Change 2", 60],
    ["Rovers", "Badr Zaki", "Tariq Amin", "change", "Change 3", 70],
    ["Rovers", "Ali Hassan", "Omar Said", "booking", "Yellow", 20],
    ["United", "Sami Noor", "Adel Wahid", "change", "Change 1", 80],
    ["United", "Nabil Faris", "Yusuf Kamal", "change", "Change 2", 81],
]


EVENT_COLUMNS = ["team", "left", "entered", "kind", "detail", "minute"]


def counted(found: Any) -> set[str]:
    return {c.show().formula for c in found.readings if c.kind is Kind.COUNT}


def test_names_that_share_no_row_do_not_use_up_what_is_tried(read: Any) -> None:
    text = (
        "Ali Hassan, Omar Said, Badr Zaki and Sami Noor gave way to Karim Aziz, Musa Bello, Tariq "
        "Amin and Adel Wahid. Both teams made changes, with Rovers making three and United making "
        "two."
    )
    two = read(text, EVENT_COLUMNS, EVENTS)[-1]
    assert any("team=United" in formula for formula in counted(two))


def test_events_of_one_kind_are_counted_whoever_else_is_named(read: Any) -> None:
    text = (
        "Both teams made changes: Ali Hassan, Omar Said, Badr Zaki and Nabil Faris gave way to "
        "Karim Aziz, Musa Bello, Tariq Amin and Yusuf Kamal. Both teams made changes, and Rovers "
        "got a booking with United making two changes."
    )
    columns, rows = EVENT_COLUMNS[:4], [row[:4] for row in EVENTS]
    two = read(text, columns, rows)[-1]
    assert "count(team=United, kind=change)" in counted(two)
