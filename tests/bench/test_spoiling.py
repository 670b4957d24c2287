"""Wrong numbers of the corpus are wrong, of every kind, and nothing else is changed."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.analysts.tables import AnalystTable, parse
from bench.corpus import marks
from bench.corpus.build import build, records_of
from bench.corpus.check import FOLDER, read
from bench.corpus.spoil import KINDS, rewritten, spoil, turned

TABLE = {"t": AnalystTable(*parse("city,visits,trips\nOslo,4127,36\nBergen,918,77\nBodo,305,12\n"))}


@cache
def records() -> list[dict[str, Any]]:
    return build("open")


def wrong_items() -> list[dict[str, Any]]:
    return [item for record in records() for item in record["gold"] if item["error"]]


def test_every_gold_item_lies_on_its_text() -> None:
    for record in records():
        for item in record["gold"]:
            assert record["narrative"][item["start"] : item["end"]] == item["text"]


def test_a_record_has_as_many_wrong_numbers_as_it_says() -> None:
    for record in records():
        wrong = sum(item["label"] == "unsupported" for item in record["gold"])
        assert wrong == (record["wrong"] or 0)


def test_wrong_numbers_are_written_otherwise_and_directions_alone_as_they_were() -> None:
    for item in wrong_items():
        assert (item["text"] == item["right"]) is (item["error"] == "direction")


def test_all_kinds_are_there() -> None:
    assert {item["error"] for item in wrong_items()} == {*KINDS, "direction"}


def test_some_answers_have_one_wrong_number_some_several_and_some_all() -> None:
    of_one = [r for r in records() if r["id"].startswith("b01_c01_stores-1.")]
    assert sorted({r["wrong"] for r in of_one})[0] == 1
    assert max(r["wrong"] for r in of_one) > 3


def test_records_are_the_same_each_time() -> None:
    file = min((FOLDER / "open").glob("*.yaml"))
    assert list(records_of(read(file))) == list(records_of(read(file)))


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(0, 3))
def test_what_is_written_is_the_wrong_value_in_the_form_of_the_right_one(
    right: int, wrong: int, places: int
) -> None:
    text = f"about ${right:,.{places}f} a day"
    new = rewritten(text, Fraction(right), Fraction(wrong))
    if new is None:
        room = max(Fraction(right, 50), Fraction(1, 2))
        assert abs(wrong - right) <= room
    else:
        assert new.replace(",", "") == f"about ${wrong:.{places}f} a day"


@pytest.mark.parametrize(
    ("text", "right", "wrong", "new"),
    [
        ("$1.2 million", 1_200_000, 900_000, "$0.9 million"),
        ("4,127", 4127, 918, "918"),
        ("15.5%", 15.5, 77, "77.0%"),
        ("15.5%", 15.5, 15.9, None),
        ("4,127", 4127, 4128, None),
        ("-5 °C", -5, 3, None),
        ("a third", 33, 50, None),
    ],
)
def test_a_written_value(text: str, right: float, wrong: float, new: str | None) -> None:
    assert rewritten(text, Fraction(str(right)), Fraction(str(wrong))) == new


def test_another_row_is_one_of_the_table() -> None:
    (number,) = marks.parse('[[4,127 = t["Oslo"].visits]]').numbers
    found = {spoil(number, TABLE, random.Random(seed)) for seed in range(60)}
    rows = {one.text for one in found if one is not None and one.kind == "row"}
    assert rows == {"918", "305"}


def test_a_word_of_direction_is_that_of_the_nearest_number() -> None:
    answer = marks.parse("It [[rose~fell]] by [[4 = 4 = 4]] to [[9 = 9 = 9]] of the ten.")
    assert turned(answer, answer.numbers[0]) is answer.verbs[0]
    assert turned(answer, answer.numbers[1]) is None
