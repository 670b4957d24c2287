"""Multiples have a direction: what stands before the number is so many times what stands behind."""

from __future__ import annotations

import random
from typing import Any

import pytest

CITIES = (
    ["city", "visitors", "hotels"],
    [["Alder", 4200, 30], ["Birch", 10500, 84], ["Cedar", 1300, 11]],
)
MONTHS = (
    ["month", "tonnes"],
    [["2024-03", 640], ["2024-05", 1173], ["2024-11", 512]],
)


@pytest.mark.parametrize(
    "text",
    [
        "Birch had {} as many visitors as Alder.",
        "Birch drew {} the visitors of Alder.",
        "Visitors in Birch were {} those in Alder.",
        "The visitors of Birch came to {} what Alder had.",
    ],
)
def test_a_multiple_upside_down_is_wrong(flagged: Any, text: str) -> None:
    assert flagged(text.format("2.5 times"), CITIES) == []
    assert flagged(text.format("0.4 times"), CITIES) == ["0.4 times"]


@pytest.mark.parametrize(
    "text",
    [
        "Birch exceeds Alder's visitors by a factor of {}.",
        "The visitors of Birch and Alder differ by a factor of {}.",
        "Visitors in Birch are ahead of those in Alder by a factor of about {}.",
    ],
)
def test_a_factor_is_a_multiple(flagged: Any, text: str) -> None:
    assert flagged(text.format("2.5"), CITIES) == []
    assert flagged(text.format("1.9"), CITIES) == ["1.9"]


@pytest.mark.parametrize(
    ("multiple", "wrong"), [("1.83 times", []), ("0.55 times", ["0.55 times"])]
)
def test_periods_have_that_direction_too(flagged: Any, multiple: str, wrong: list[str]) -> None:
    assert (
        flagged(f"Tonnes in March 2024 were 640; May 2024 was {multiple} March.", MONTHS) == wrong
    )


def test_names_on_one_side_say_no_direction(flagged: Any) -> None:
    assert flagged("As visitors go, Alder beside Birch: 2.5 times as many.", CITIES) == []


TABLES = (
    ("n was {a:,} in {l}, {k} the {b:,} in {m}.", "y", "n", ("2018", "2023", "2021")),
    ("Visitors were {a:,} in {l}, {k} the {b:,} of {m}.", "year", "visitors", ("2018", "2023")),
    ("{l} had {a:,} guests, {k} the {b:,} of {m}.", "city", "guests", ("Oslo", "Bergen", "Ulm")),
)


@pytest.mark.parametrize("seed", range(30))
def test_a_multiple_of_a_stated_value_is_the_other_divided_by_it(flagged: Any, seed: int) -> None:
    # Trap: "was" before the larger number does not make it what something was before.
    source = random.Random(seed)
    text, label, column, labels = TABLES[seed % len(TABLES)]
    factor = source.choice((3, 7, 15, 24)) + source.choice((0.0, -0.06, 0.06))
    (small, large, *_), base = labels, source.randint(1100, 9900)
    result = round(base * factor)
    values = (base, result, source.randint(1100, 9900))
    rows = [
        [int(one) if one.isdigit() else one, value]
        for one, value in zip(labels, values, strict=False)
    ]
    k = round(factor)
    near = "nearly" if result < k * base else "just over" if result > k * base else "about"
    hedge = source.choice((near, "about", "roughly"))
    table = [label, column], rows

    def found(multiple: str, *, exchanged: bool = False) -> list[str]:
        ends = {"a": result, "l": large, "b": base, "m": small}
        if exchanged:
            ends = {"a": base, "l": small, "b": result, "m": large}
        wrong: list[str] = flagged(text.format(k=multiple, **ends), table)
        return wrong

    assert found(f"{hedge} {k} times") == []
    assert found(f"{result / base:.2f} times") == []
    for wrong in (round(k * 1.3) + 1, max(1.5, round(k * 0.7) - 1)):
        assert found(f"{hedge} {wrong} times") == [f"{wrong} times"]
    assert found(f"{hedge} {k} times", exchanged=True) == [f"{k} times"]
