"""Groups of rows that a text picks out: what is told of them is told of their rows together."""

from __future__ import annotations

from typing import Any

import pytest

_FARMS = ["farm", "valley", "milk_t_2023", "milk_t_2024", "cows", "hands"]
_MILK = [
    ["Alderholt", "East", 812, 790, 96, 4.5],
    ["Birkrigg", "East", 1204, 1262, 143, 7.0],
    ["Cotterdale", "West", 655, 611, 88, 3.0],
    ["Dunnerdale", "West", 1490, 1571, 187, 8.5],
    ["Eskmouth", "West", 430, 447, 61, 2.0],
    ["Fallowfield", "East", 978, 941, 118, 5.5],
]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        # who they are is told by a bound, with or without a name of its column
        ("Three farms get by with fewer than five workers; they keep 245 cows.", []),
        ("Three farms get by with fewer than five workers; they keep 253 cows.", ["253"]),
        ("Two farms have over 140 cows. They employ 15.5 hands, the other four 15.0.", []),
        ("Two farms have over 140 cows. They employ 15.5 hands, the other four 17.2.", ["17.2"]),
        # by what became of them; "them" and "the remaining three" are told of the same column
        ("Three farms gave less milk than in 2023, 103 t less between them.", []),
        ("Three gave less milk than in 2023, 103 t less; the remaining three put on 156 t.", []),
        (
            "Three gave less milk than in 2023, 103 t less; the remaining three put on 172 t.",
            ["172 t"],
        ),
        # by a list that a pronoun takes up
        ("Our best are Dunnerdale, Birkrigg and Fallowfield. They hold 64.6% of the cows.", []),
        (
            "Our best are Dunnerdale, Birkrigg and Fallowfield. They hold 61.3% of the cows.",
            ["61.3%"],
        ),
    ],
)
def test_what_a_sentence_picks_is_told_of_together(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, (_FARMS, _MILK)) == wrong


def test_a_group_is_told_of_whole_whatever_place_was_named_before(flagged: Any) -> None:
    said = (
        "The East gave 2,993 t of milk in 2024. Two farms have fewer than 95 cows; they gave 1,058."
    )
    assert flagged(said, (_FARMS, _MILK)) == []


@pytest.mark.parametrize(("many", "wrong"), [("four", []), ("five", ["five"])])
def test_the_others_are_counted(flagged: Any, many: str, wrong: list[str]) -> None:
    said = f"Only Birkrigg and Dunnerdale are large. The other {many} farms are small."
    assert flagged(said, (_FARMS, _MILK)) == wrong


@pytest.mark.parametrize("each", ["the Cotterdale herd 88", "Eskmouth alone has 61"])
def test_a_name_behind_a_group_is_told_of_by_itself(flagged: Any, each: str) -> None:
    assert flagged(f"Two farms have fewer than 90 cows; {each} cows.", (_FARMS, _MILK)) == []


def test_numbers_beside_a_list_are_told_of_each_name(read: Any) -> None:
    told = read("Cotterdale and Eskmouth have 88 and 61 cows.", _FARMS, _MILK)
    assert [one.link(row) > 0.5 for one, row in zip(told, (2, 4), strict=True)] == [True, True]


_HALLS = ["machine", "parts_k", "stops"]
_MADE = [
    ["Press 1", 120, 38], ["Press 2", 131, 61], ["Mill 1", 64, 12], ["Mill 2", 71, 19],
    ["Press 3", 118, 23], ["Lathe", 90, 7],
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("All three presses together made 369,000 parts.", []),
        ("All three presses together made 396,000 parts.", ["396,000"]),
        ("The two mills had 31 stops.", []),
        ("The two mills had 36 stops.", ["36"]),
        ("Our goal is 20 stops at most a machine. Three machines missed it.", []),
    ],
)
def test_names_that_share_a_word_are_a_group(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(said, (_HALLS, _MADE)) == wrong


def test_a_superlative_is_told_of_the_word_behind_it(flagged: Any) -> None:
    farms = ["farm", "rural_pct", "price_eur"], [["A", 81, 40.5], ["B", 12, 33.0], ["C", 74, 39.5]]
    assert flagged("The two most rural farms average €40.00; the other one €33.00.", farms) == []
    assert flagged("The two most rural farms average €38.00.", farms) == ["€38.00"]


_SHOPS = ["shop", "quarter", "sales_k", "returned_pct"]
_SOLD = [
    ["Kiel", "Q1", 118, 4.4], ["Kiel", "Q2", 126, 5.6],
    ["Ulm", "Q1", 231, 6.1], ["Ulm", "Q2", 224, 5.2],
    ["Hof", "Q1", 87, 3.9], ["Hof", "Q2", 91, 3.1],
    ["Worms", "Q1", 154, 5.3], ["Worms", "Q2", 149, 4.8],
]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("In Q2 two shops sold over 140 k; together they made 373 k.", []),
        ("In Q2 two shops sold over 140 k; together they made 397 k.", ["397 k"]),
        ("The limit for returns is 5%. In Q2 two shops missed it.", []),
        ("In Q1 three shops were above 4% returns, the other one was not.", []),
    ],
)
def test_of_a_table_by_period_one_period_is_spoken_of(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: each shop has a row in each quarter, so rows are not what is counted.
    assert flagged(said, (_SHOPS, _SOLD)) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Western shops sold 294 k. The other shops (4) sold 535 k.", []),
        ("Western shops sold 294 k. The other shops (4) sold 555 k.", ["555 k"]),
        ("The West sold 294 k, the others 535 k.", []),
        ("Western shops have 16.0 staff on average, against 14.0 for the others.", []),
        ("Western shops have 16.0 staff on average, against 17.0 for the others.", ["17.0"]),
        ("Leased shops average 18.0 staff against 11.3 for company-owned ones.", []),
    ],
)
def test_the_others_are_all_but_a_group_that_was_named(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: "the others 535 k" does not count the others, and they may follow their number.
    shops = ["shop", "region", "sales_k", "staff", "leased"]
    rows = [
        ["Kiel", "North", 118, 14, "no"], ["Ulm", "South", 231, 22, "yes"],
        ["Hof", "South", 87, 9, "no"], ["Worms", "West", 154, 17, "yes"],
        ["Jena", "East", 99, 11, "no"], ["Bonn", "West", 140, 15, "yes"],
    ]  # fmt: skip
    assert flagged(said, (shops, rows)) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Two of them sell between €90 k and €120 k. Those two have 25 employees.", []),
        ("Two of them sell between €90 k and €120 k. Those two have 29 employees.", ["29"]),
        ("Sales between €90 k and €120 k were made in two shops; these have 25 staff.", []),
        ("Four shops with 10 to 20 staff sold €511 k.", []),
        ("Four shops with 10 to 20 staff sold €529 k.", ["€529 k"]),
        ("Sales of more than €130 k are made by three shops. Their 54 employees are many.", []),
        ("Staff ranged between 9 and 27 in the six shops.", ["27"]),
    ],
)
def test_rows_between_two_bounds_are_picked(flagged: Any, said: str, wrong: list[str]) -> None:
    # Traps: the bounds are no extremes, a range of all rows has no bounds, "their 54" counts none.
    shops = ["shop", "sales", "staff"]
    rows = [
        ["Kiel", 118, 14], ["Ulm", 231, 22], ["Hof", 87, 9], ["Worms", 154, 17], ["Jena", 99, 11],
        ["Bonn", 140, 15],
    ]  # fmt: skip
    assert flagged(said, (shops, rows, "", {"sales": "EUR thousand"})) == wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The two worst shops had 62% of the 85 complaints.", []),
        ("The two worst shops had 72% of the 85 complaints.", ["72%"]),
        ("The two worst shops had 20.9% of the 33,850 visitors.", []),  # the fewest of them
        ("Complaints above 20 came from two, Ulm and Worms.", []),
        ("More shops see over 6,000 visitors (2) than under 4,000 (1).", []),
        ("Usually a western shop sees 6,150 visitors.", []),
        ("A western shop sees 6,150 visitors as a rule, a southern shop 6,090.", []),
        ("A western shop sees 6,150 visitors as a rule, a southern shop 6,900.", ["6,900"]),
    ],
)
def test_groups_of_which_little_is_said(flagged: Any, said: str, wrong: list[str]) -> None:
    # Traps: the worst have the most complaints; a count is of no single row that is named.
    shops = ["shop", "region", "visitors", "complaints"]
    rows = [
        ["Kiel", "North", 5180, 9], ["Ulm", "South", 9310, 31], ["Hof", "South", 2870, 4],
        ["Worms", "West", 6540, 22], ["Jena", "East", 4190, 12], ["Bonn", "West", 5760, 7],
    ]  # fmt: skip
    assert flagged(said, (shops, rows)) == wrong


_STAYS = (
    ["quarter", "house", "guests", "nights", "revenue_k"],
    [
        ["Q1 2025", "Alm", "Private", 6100, 812.3], ["Q1 2025", "Alm", "Trade", 3900, 598.1],
        ["Q1 2025", "Bux", "Private", 3300, 371.4], ["Q1 2025", "Bux", "Trade", 2050, 250.9],
        ["Q2 2025", "Alm", "Private", 8240, 1204.6], ["Q2 2025", "Alm", "Trade", 3705, 577.3],
        ["Q2 2025", "Bux", "Private", 4910, 601.2], ["Q2 2025", "Bux", "Trade", 1985, 241.4],
        ["Q3 2025", "Alm", "Private", 9217, 1487.1], ["Q3 2025", "Alm", "Trade", 3429, 521.8],
        ["Q3 2025", "Bux", "Private", 5893, 824.6], ["Q3 2025", "Bux", "Trade", 1764, 219.5],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("Excluding Q3, revenue came to {}.", "€4.66m", "€4.96m"),
        ("Without Bux, revenue totalled {}.", "€5.20m", "€2.51m"),  # which is that of Bux
        ("Excluding Q3, revenue averaged {} a quarter.", "€2.33m", "€2.57m"),
    ],
)
def test_what_is_left_out_of_rows_of_several_keys(
    flagged: Any, said: str, right: str, wrong: str
) -> None:
    assert flagged(said.format(right), _STAYS) == []
    assert flagged(said.format(wrong), _STAYS) == [wrong]
