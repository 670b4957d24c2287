"""Which way a number is said to go where no verb right before it says so."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind
from sidecar.model.report import Verdict

BARNS = (
    ["barn", "litres_2023", "litres_2024"],
    [["Aller", 41_300, 37_996], ["Brede", 28_750, 30_820], ["Cowden", 19_480, 18_860]],
)


@pytest.mark.parametrize("text", ["{} is going down with {}.", "{} delivered {} less."])
def test_a_fall_is_no_rise_wherever_the_words_say_it(flagged: Any, text: str) -> None:
    text = "From 2023 to 2024 " + text
    assert flagged(text.format("Aller", "8.0%"), BARNS) == []
    assert flagged(text.format("Brede", "7.2%"), BARNS) == ["7.2%"]  # it rose


def test_a_verb_is_told_once_for_two(flagged: Any) -> None:
    text = "From 2023 to 2024 supplies at Aller fell by 3,304, those at {} by {}."
    assert flagged(text.format("Cowden", "620"), BARNS) == []
    assert flagged(text.format("Brede", "2,070"), BARNS) == ["2,070"]
    text = "From 2023 to 2024 Aller fell by 3,304 litres before Brede recovered by 2,070."
    assert flagged(text, BARNS) == []


def test_a_runner_up_does_not_go_up(read: Any) -> None:
    found = read("The runner-up with 8.0% is Aller.", *BARNS)[0]
    assert not any(c.explicit for c in found.readings if c.kind is Kind.GROWTH)


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("In 2024 Brede delivered 63.4% more than Cowden.", True),
        ("In 2024 Brede and Cowden delivered milk, and Brede rose by 63.4%.", False),
    ],
)
def test_what_rose_did_so_over_time_and_not_from_row_to_row(
    read: Any, text: str, agrees: bool
) -> None:
    found = read(text, *BARNS)[-1]
    assert any(c.agrees for c in found.readings if c.kind is Kind.GROWTH) is agrees


INTAKE = (
    ["course", "year", "intake"],
    [
        ["Law", 2021, 400], ["Law", 2022, 331], ["Law", 2023, 436], ["Arts", 2021, 210],
        ["Arts", 2022, 190], ["Arts", 2023, 160],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("In 2022 the law intake was {} the level of 2021.", "69 below", "69 above"),
        ("In 2021 the law intake was {} the level of 2022.", "69 above", "69 below"),
        ("In 2023 arts had {} places than in 2022.", "15.8% fewer", "15.8% more"),
        ("The arts intake of 2023 was {} than in 2021.", "50 lower", "50 higher"),
    ],
)
def test_what_differs_from_another_period_does_so_the_way_that_is_said(
    flagged: Any, text: str, right: str, wrong: str
) -> None:
    assert flagged(text.format(right), INTAKE) == []
    assert flagged(text.format(wrong), INTAKE) == [wrong.split(maxsplit=1)[0]]


def test_what_is_named_behind_a_difference_may_be_the_lesser(flagged: Any) -> None:
    told = "The law intake of 2023 was 436, that of arts 160, which makes 276 less in arts."
    assert flagged(told, INTAKE) == []


def test_an_amount_behind_a_comma_is_no_step(bind: Any) -> None:
    # Trap: "up, EUR 39.80" tells a level, "up EUR 39.80" a step.
    columns = ["operator", "year", "price_eur"]
    rows = [
        ["Telva", 2023, 38.0],
        ["Telva", 2024, 39.8],
        ["Nord", 2023, 34.8],
        ["Nord", 2024, 35.1],
    ]
    bound, _ = bind("In 2024 the price crept up, EUR 39.80 at Telva.", columns, rows)
    assert bound[0].binding.verdict is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("We let 35 people go in Recruit.", "41"),
        ("Recruit gave up 35 people.", "41"),
        ("Vault put 77 people on.", "69"),
    ],
)
def test_a_verb_of_two_words_tells_a_change(flagged: Any, text: str, wrong: str) -> None:
    # Trap: the people that were let go are no headcount, and "gave up" goes down.
    rows = [["Recruit", 240, 205], ["Vault", 265, 342], ["Ledger", 410, 428]]
    table = ["product", "headcount_2023", "headcount_2024"], rows
    right = next(word for word in text.split() if word.isdigit())
    assert flagged(text, table) == []
    assert flagged(text.replace(right, wrong), table) == [wrong]
