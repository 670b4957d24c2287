"""Periods that are told by way of others: last year's, this year's, the same in another year."""

from __future__ import annotations

from typing import Any

import pytest

_LANDED = (
    ["month", "port", "tonnes"],
    [
        [f"{year}-{month:02}", port, 1000 * at + 37 * month + 411 * (year - 2023) * (month % 3 + 1)]
        for at, port in enumerate(("Ostrand", "Villby"), 1)
        for year in (2023, 2024)
        for month in range(1, 13)
    ],
)
_PORTS = (["port", "calls_2023", "calls_2024"], [["Ostrand", 3120, 4025], ["Villby", 1842, 1911]])


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("How did Ostrand do in 2024? It had 4,025 calls last year.", []),
        ("How did Ostrand do in 2024? It had 3,120 calls last year.", []),  # the one before
        ("How did Ostrand do in 2024? It had 4,205 calls last year.", ["4,205"]),
        ("In 2024 Ostrand had 4,025 calls, up from 3,120 last year.", []),
        ("In 2024 Ostrand had 4,025 calls, up from 3,210 last year.", ["3,210"]),
    ],
)
def test_last_year_may_be_the_one_that_was_named(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _PORTS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In the first half of this year 29,418 tonnes were landed.", []),
        ("In the first half of this year 28,441 tonnes were landed.", ["28,441 tonnes"]),
        ("In the first half of last year 19,554 tonnes were landed.", []),
        ("Between April and June 15,042 tonnes were landed, 49% more than in the same"
         " months of 2023.", []),
        ("Between April and June 15,042 tonnes were landed, 94% more than in the same"
         " months of 2023.", ["94%"]),
        ("In the first half of 2024 29,418 tonnes were landed. Ostrand had 11,709 of them,"
         " 73 per cent up on the same period of 2023.", []),
    ],
)  # fmt: skip
def test_parts_of_a_year_are_of_the_year_that_is_told(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _LANDED) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In 2024 61,500 tonnes were landed. And in December? It was 4,710.", []),
        ("In 2024 61,500 tonnes were landed. And in December? It was 3,888.", []),  # of 2023
        ("In 2024 61,500 tonnes were landed. And in December? It was 4,170.", ["4,170"]),
        (
            "In 2024 36,750 tonnes were landed at Villby, in 2023 by June 12,777 had come in.",
            [],
        ),
        ("By the end of June 2024 we had 17,709 tonnes of Villby in the bag.", []),
        ("By the end of June 2024 we had 17,079 tonnes of Villby in the bag.", ["17,079 tonnes"]),
    ],
)
def test_a_part_of_a_year_is_of_the_one_that_was_named(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, _LANDED) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Record at the inns\n\nWe sold 5,380 nights in 2024.", []),
        ("Record at the inns\n\nWe sold 5,830 nights in 2024.", ["5,830"]),
        ("In 2024 we sold 1,840 nights direct and 1,270 by agent.", []),
        ("In 2024 we sold 1,840 nights direct and 1,720 by agent.", ["1,720"]),
    ],
)
def test_a_part_of_a_name_far_away_makes_no_cell_of_what_a_year_has(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Traps: the row of the coach inns in 2024, and a way that stands behind its number.
    names = ("Coach inns", "Direct", "Travel agent")
    sold = {2023: (2110, 1715, 1290), 2024: (2270, 1840, 1270)}
    rows = [[name, year, n] for year in sold for name, n in zip(names, sold[year], strict=True)]
    assert flagged(said, (["channel", "year", "nights"], rows)) == wrong


_VISITS = (
    ["month", "visits"],
    [
        [f"2025-{at + 1:02}", n]
        for at, n in enumerate((310, 290, 345, 360, 330, 372, 401, 388, 350))
    ],
)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (
            "Visits came to 945 in the first quarter, 1,062 in the second and 1,139 in the third.",
            [],
        ),
        ("Visits came to 945 in the first quarter, 1,026 in the second.", ["1,026"]),
        ("The quarter with the most visits was the third: 1,139.", []),
        ("The quarter with the most visits was the third: 1,062.", ["1,062"]),
        ("Year to date there were 3,146 visits; at the end of June there had been 2,007.", []),
        ("Visits in the first quarter, 945, were the third of three records.", []),
    ],
)
def test_quarters_are_told_by_their_ordinal_alone(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: "the third of three" is no quarter.
    assert flagged(said, _VISITS) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In the last quarter of 2024 16,374 tonnes were landed.", []),
        ("In the final half of 2024 32,082 tonnes were landed.", []),
        ("In the final half of 2024 32,802 tonnes were landed.", ["32,802 tonnes"]),
    ],
)
def test_the_last_part_of_a_year_is_not_the_year(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, _LANDED) == wrong


def test_last_year_behind_a_range_that_is_open_is_told_from_the_newest(flagged: Any) -> None:
    # Trap: 120 is the value of 2021, which only opens the range.
    table = (
        ["town", "yr", "net_migr"],
        [
            ["Larvik", 2021, 120], ["Larvik", 2022, 398], ["Larvik", 2023, 447],
            ["Horten", 2021, 62], ["Horten", 2022, 84], ["Horten", 2023, 190],
        ],
    )  # fmt: skip
    text = "Larvik has gained a lot since 2021. Last year its net migration was {}."
    assert flagged(text.format("398"), table) == []
    assert flagged(text.format("120"), table) == ["120"]


@pytest.mark.parametrize("said", ["2021-23", "2021–23"])
def test_a_range_of_years_may_leave_out_the_century(flagged: Any, said: str) -> None:
    # Trap: 120 is the value of 2021, and 518 that of the first two years.
    table = (
        ["town", "yr", "arrivals"],
        [["Larvik", 2021, 120], ["Larvik", 2022, 398], ["Larvik", 2023, 447], ["Larvik", 2024, 9],
         ["Horten", 2021, 62], ["Horten", 2022, 84], ["Horten", 2023, 190], ["Horten", 2024, 7]],
    )  # fmt: skip
    text = f"Arrivals in Larvik over {said} came to {{}}."
    assert flagged(text.format("965"), table) == []
    assert flagged(text.format("995"), table) == ["995"]
