"""The corpus is what it says: each number means its expression, and nothing stands unmarked."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from bench.analysts.derivations import evaluate
from bench.analysts.tables import AnalystTable, parse
from bench.corpus import marks
from bench.corpus.check import FOLDER, read

HALVES = {half: sorted((FOLDER / half).glob("*.yaml")) for half in ("open", "held")}
TABLES = {"t": AnalystTable(*parse("city,visits,rate\nOslo,4127,0.155\nBergen,918,0\n"))}


@pytest.mark.parametrize(
    "file", [f for files in HALVES.values() for f in files], ids=lambda f: f.stem
)
def test_each_answer_is_sound(file: Path) -> None:
    case = read(file)
    assert case.answers
    problems = [p for answer in case.answers for p in marks.check(answer, case.tables)]
    assert not problems


def test_no_case_is_in_both_halves() -> None:
    names = [{file.name for file in files} for files in HALVES.values()]
    assert not names[0] & names[1]


@pytest.mark.parametrize(
    "text",
    [
        '[[4,127 = t["Oslo"].visits]] visits, [[about 4,100 = t["Oslo"].visits]] or so',
        '[[15.5% = 100*t["Oslo"].rate]] in Oslo and [[0 = t["Bergen"].rate]] in Bergen',
        "It [[rose~fell]] by [[a few = 3.5 = ratio(4127, 1179)]] times; [[Two = none]] things",
        "In 2024 nothing was counted",
    ],
)
def test_a_right_answer_is_sound(text: str) -> None:
    assert list(marks.check(marks.parse(text), TABLES)) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[4,172 = t["Oslo"].visits]] visits', "is 4127"),
        ('[[about 5,000 = t["Oslo"].visits]] visits', "is 4127"),
        ("There were 918 visits", "without a mark"),
        ('[[918 = t["Narvik"].visits]] visits', "ValueError"),
        ('[[12 to 15 = t["Oslo"].visits]] visits', "is read as 2 numbers"),
        ('[[many = 3000 = t["Oslo"].visits]] visits', "said to be 3000"),
    ],
)
def test_what_is_wrong_is_named(text: str, problem: str) -> None:
    (found,) = marks.check(marks.parse(text), TABLES)
    assert problem in found


@pytest.mark.parametrize("text", ["[[4,127]] visits", "[[4,127 = t.visits visits"])
def test_a_mark_without_its_expression_or_end_is_refused(text: str) -> None:
    with pytest.raises(marks.MarkError):
        marks.parse(text)


def test_marks_are_taken_out_of_the_text() -> None:
    answer = marks.parse('Up [[rose~fell]] to [[4,127 = t["Oslo"].visits]].')
    assert answer.text == "Up rose to 4,127."
    (number,), (verb,) = answer.numbers, answer.verbs
    assert answer.text[number.start : number.end] == number.text == "4,127"
    assert answer.text[verb.start : verb.end] == "rose"
    assert verb.opposite == "fell"
    assert evaluate(number.expression, TABLES) == Fraction(4127)
