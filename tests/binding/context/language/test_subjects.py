"""Whom a number is told of."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

COLUMNS = ["clerk", "sales", "returns"]
ROWS = [["Amina Haddad", 12, 3], ["Bruno Keller", 9, 4], ["Chen Li", 7, 1]]
AMINA, BRUNO, CHEN = range(3)


def test_many_numbers_between_do_not_cut_a_name_off(read: Any) -> None:
    text = (
        "Amina Haddad had 12 sales (4 online, 5 by phone, 3 in person), and so on, and 3 returns."
    )
    last = read(text, COLUMNS, ROWS)[-1]
    assert last.said == "3"
    assert last.link(AMINA) > 0.9


def test_the_nearer_of_two_names_before_a_number_is_its_subject(read: Any) -> None:
    one, two = read("Amina Haddad made 12 sales, Bruno Keller 9.", COLUMNS, ROWS)
    assert one.link(AMINA) > one.link(BRUNO)
    assert two.link(BRUNO) > two.link(AMINA)


def test_a_complement_does_not_take_the_place_of_the_subject(read: Any) -> None:
    # "for Bruno Keller" is nearer, but Amina made them.
    found = read("Amina Haddad stood in for Bruno Keller with 12 sales.", COLUMNS, ROWS)[0]
    assert found.link(AMINA) > found.link(BRUNO)


def test_a_number_in_brackets_after_a_complement_is_the_complements(read: Any) -> None:
    found = read("Amina Haddad came out ahead of Bruno Keller (9 sales).", COLUMNS, ROWS)[0]
    assert found.link(BRUNO) > found.link(AMINA)


def test_behind_a_semicolon_a_pronoun_takes_up_the_name_there(read: Any) -> None:
    text = "Amina Haddad did well; Bruno Keller kept his returns at 4."
    found = read(text, COLUMNS, ROWS)[0]
    assert found.link(BRUNO) > found.link(AMINA)


def test_a_pronoun_takes_up_the_first_name_and_not_the_nearest(read: Any) -> None:
    text = "Amina Haddad outdid Bruno Keller, as she closed 12 sales."
    found = read(text, COLUMNS, ROWS)[0]
    assert found.link(AMINA) > found.link(BRUNO)


def test_a_pronoun_takes_up_what_the_sentence_before_began_with(read: Any) -> None:
    text = "Amina Haddad outdid Bruno Keller again. She now has 12 sales."
    found = read(text, COLUMNS, ROWS)[0]
    assert found.link(AMINA) > found.link(BRUNO)


def test_a_person_is_never_the_tigers(read: Any) -> None:
    rows = [["Tigers", 40, 8], ["Chen Li", 7, 1]]
    found = read("The Tigers were led by Chen Li, and he added 7 sales.", COLUMNS, rows)[0]
    assert found.link(1) > found.link(0)


def test_two_columns_that_name_the_same_row_count_once(read: Any) -> None:
    rows = [["Doha", "Falcons", 5], ["Muscat", "Herons", 6]]
    found = read("The Doha Falcons had 5 wins.", ["city", "team", "wins"], rows)[0]
    assert 0.9 < found.link(0) <= 1.0


def test_the_object_of_a_verb_does_not_take_the_place_of_its_subject(read: Any) -> None:
    found = read("Amina Haddad beat Bruno Keller with 12 sales.", COLUMNS, ROWS)[0]
    assert found.link(AMINA) > found.link(BRUNO)


@pytest.mark.parametrize("verb", ["outsold", "topped", "exceeds", "outperformed"])
def test_who_is_surpassed_is_not_what_is_told_next(read: Any, flagged: Any, verb: str) -> None:
    text = f"Amina Haddad {verb} Bruno Keller by 3 sales and took {{}} returns."
    found = read(text.format(3), COLUMNS, ROWS)[-1]
    assert found.link(AMINA) > found.link(BRUNO)
    assert flagged(text.format(4), (COLUMNS, ROWS)) == ["4"]  # those of Bruno Keller


def test_what_the_object_of_a_verb_is_held_to_is_its_own(read: Any) -> None:
    found = read("Amina Haddad held Bruno Keller to 9 sales.", COLUMNS, ROWS)[0]
    assert found.link(BRUNO) > found.link(AMINA)


FARMS = (
    ["farm", "milk_l", "cows"],
    [["Calder Bridge", 104700, 150], ["Garrow", 74900, 120], ["Ivelston", 28100, 64]],
)


@pytest.mark.parametrize(
    "text",
    ["Calder Bridge and Garrow deliver most milk, the former with {} litres.",
     "Calder Bridge is the largest farm. The former quarry site delivers {} litres of milk.",
     "Garrow and Calder Bridge deliver most milk, the latter {} litres."],
)  # fmt: skip
def test_the_former_and_the_latter_take_up_names(flagged: Any, text: str) -> None:
    assert flagged(text.format("104,700"), FARMS) == []
    assert flagged(text.format("74,900"), FARMS) == ["74,900 litres"]


def test_the_latter_of_the_sentence_before_is_its_last_name(flagged: Any) -> None:
    text = "We compare Garrow and Calder Bridge. The former has {} litres of milk, the latter {}."
    assert flagged(text.format("74,900", "104,700"), FARMS) == []
    assert flagged(text.format("74,900", "47,100"), FARMS) == ["47,100"]


@pytest.mark.parametrize(
    "text",
    [
        "Mill began the year well. That makes {} staff.",
        "Mill began the year well. This site has {} staff.",
        "Mill began the year well. Today {} staff work at the site.",
    ],
)
def test_a_name_is_taken_up_by_a_pointing_word(bind: Any, text: str) -> None:
    columns, rows = ["site", "staff"], [["Mill", 418], ["Quay", 365], ["Park", 290]]
    right, _ = bind(text.format(418), columns, rows)
    assert right[0].binding.verdict is Verdict.SUPPORTED


def test_a_pronoun_is_not_what_a_later_clause_names(flagged: Any) -> None:
    text = "The Alba shop did well. Its sales came to {}, while the Boro shop made {}."
    table = (COLUMNS, [["Alba", 412, 3], ["Boro", 397, 4], ["Cray", 388, 1]])
    assert flagged(text.format(412, 397), table) == []
    assert flagged(text.format(397, 397), table) == ["397"]
    assert flagged(text.format(412, 412), table) == ["412"]
