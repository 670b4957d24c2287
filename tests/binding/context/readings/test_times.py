"""Multiples have a direction: what stands before the number is so many times what stands behind."""

from __future__ import annotations

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
