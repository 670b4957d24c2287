"""Changes and differences that the words tell plainly leave little to all other readings."""

from __future__ import annotations

from typing import Any

import pytest

FUNDS = (
    ["fund", "year", "assets", "fee_pct"],
    [
        ["Alpha", 2023, 38.5, 0.8], ["Alpha", 2024, 41.8, 0.7],
        ["Beta", 2023, 61.7, 0.5], ["Beta", 2024, 68.2, 0.4],
    ],
)  # fmt: skip
CLINICS = (
    ["clinic", "offered", "accepted", "admissions"],
    [["Coast", 266, 300, 1510], ["Hill", 100, 120, 2640], ["Dale", 95, 90, 870]],
)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("Assets of Alpha rose by ⟨3.3⟩ in 2024.", FUNDS, "6.5"),  # the rise of Beta
        ("In 2024 Beta grew its assets by ⟨6.5⟩.", FUNDS, "3.3"),
        ("Coast accepted ⟨34⟩ more than offered.", CLINICS, "266"),  # what was offered
        ("Hill admitted ⟨1,130⟩ more than Coast.", CLINICS, "1,770"),  # more than Dale
        ("By offered places Coast is number ⟨one⟩, Hill number two.", CLINICS, "two"),
    ],
)
def test_what_is_true_of_another_row_is_wrong_here(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


def test_names_after_one_preposition_take_turns(flagged: Any) -> None:
    # Trap: 31 is right for the west, which stands as near before it.
    table = (["depot", "trucks"], [["North", 42], ["West", 31], ["East", 27], ["South", 19]])
    text = "We have in North 42, in West 31 and in East {} trucks."
    assert flagged(text.format(27), table) == []
    assert flagged(text.format(31), table) == ["31"]


def test_a_part_that_things_make_up_is_no_rise(flagged: Any) -> None:
    table = (["mode", "2023", "2024"], [["Rail", 232, 251], ["Road", 610, 575], ["Sea", 118, 134]])
    assert flagged("Road makes up 59.9% in 2024, after 63.5% in 2023.", table) == []


def test_a_quarter_says_which_part_of_the_year_is_meant(flagged: Any) -> None:
    # Trap: the year in the same heading covers all four quarters.
    table = (
        ["plan", "q1_2024", "q2_2024", "q3_2024"],
        [["Basic", 120, 131, 140], ["Pro", 60, 66, 59]],
    )
    text = "# Subscribers in the third quarter (QID:subs_2024)\n\n- Basic: 140\n- Pro: {}"
    assert flagged(text.format(59), table) == []
    assert flagged(text.format(66), table) == ["66"]


@pytest.mark.parametrize("said", ["were delivered", "deliveries were counted"])
def test_what_was_done_is_named_by_its_noun(flagged: Any, said: str) -> None:
    table = (["hub", "deliveries", "returns"], [["Quay", 512, 77], ["Mill", 380, 41]])
    assert flagged(f"At Quay 512 {said}.", table) == []
    assert flagged(f"At Quay 77 {said}.", table) == ["77"]


DEPOTS = (
    ["depot", "month", "late_pct", "vans"],
    [
        ["Quay", "2025-01", 5.2, 41], ["Quay", "2025-02", 5.6, 44], ["Quay", "2025-03", 4.1, 52],
        ["Hill", "2025-01", 2.4, 70], ["Hill", "2025-02", 2.1, 73], ["Hill", "2025-03", 2.0, 71],
    ],
)  # fmt: skip
OUTPUT = (
    ["works", "Q1 2024", "Q4 2024", "Q1 2025"],
    [["Graz", 4120, 4460, 4515], ["Brno", 2875, 3105, 2940]],
)
DESK = (
    ["wk", "Tickets", "First reply (min)"],
    [["W27", 2347, 67], ["W28", 2827, 38], ["W29", 2610, 44], ["W30", 2744, 52]],
)
TEAMS = (
    ["team", "plan_k", "spent_k", "prior_spent_k"],
    [["Sales", 2810, 2944, 2655], ["Legal", 620, 588, 641], ["Labs", 3400, 3275, 2960]],
)


@pytest.mark.parametrize(
    ("text", "table", "wrong"),
    [
        ("Late deliveries at Quay improved by ⟨1.5⟩ points in March.", DEPOTS, "0.4"),
        ("At Quay the late rate narrowed from 5.2% to 4.1%, an improvement of ⟨1.1⟩ points.",
         DEPOTS, "1.6"),
        ("Quay improved its number of vans by ⟨8⟩ in March.", DEPOTS, "13"),
        ("The lead of Graz over Brno widened from ⟨1,355⟩ in Q4 2024 to 1,575 in Q1 2025.",
         OUTPUT, "1,245"),
        ("The lead of Graz over Brno widened from 1,355 in Q4 2024 to ⟨1,575⟩ in Q1 2025.",
         OUTPUT, "1,245"),
        ("Brno made 2,940, up ⟨2.3%⟩ year on year.", OUTPUT, "3.9%"),
        ("Brno made 2,940, down ⟨5.3%⟩ QoQ.", OUTPUT, "6.4%"),
        ("- Sales: ⟨+134⟩ vs plan", TEAMS, "+289"),  # on the year before
        ("| Team | Spent | vs plan |\n|---|---|---|\n| Labs | 3,275 | ⟨-125⟩ |", TEAMS, "-152"),
        ("Legal spent 588 vs 620 planned (⟨-5.2%⟩)", TEAMS, "-4.3%"),
        ("The variance of Labs against plan: -125 (⟨-3.7%⟩)", TEAMS, "-4.6%"),
        ("Labs finished 125 below plan and ⟨315⟩ above the prior year.", TEAMS, "342"),
        ("First reply got ⟨29 minutes⟩ faster between W27 and W28.", DESK, "36 minutes"),
        ("Sales was ⟨4.8%⟩ over plan.", TEAMS, "5.9%"),  # by which plan is over the year before
    ],
)  # fmt: skip
def test_what_values_are_held_against_is_told_beside_them(
    flagged: Any, text: str, table: Any, wrong: str
) -> None:
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, table) == []
    assert flagged(before + wrong + after, table) == [wrong]


def test_only_what_is_bad_improves_by_falling(flagged: Any) -> None:
    assert flagged("Hill improved its number of vans by 2 in March.", DEPOTS) == ["2"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Harbour's sales improved by 27 from Q1 to Q2, while costs rose.", []),
        ("Quay's sales improved by 12 from Q1 to Q2, while costs fell.", ["12"]),
        ("Quay's sales improved by 12 from Q1 to Q2 in spite of higher costs.", ["12"]),
        ("Harbour's complaints improved by 14 from Q1 to Q2.", []),
        ("Quay's complaints improved by 5 from Q1 to Q2.", ["5"]),
    ],
)
def test_what_improves_is_what_is_said_to(flagged: Any, text: str, wrong: list[str]) -> None:
    """Trap: sales fell and complaints rose by as much at Quay; costs are but told beside them."""
    rows = [
        ["Quay", "2025-Q1", 184, 150, 31], ["Quay", "2025-Q2", 172, 141, 36],
        ["Harbour", "2025-Q1", 241, 200, 44], ["Harbour", "2025-Q2", 268, 212, 30],
    ]  # fmt: skip
    assert flagged(text, (["shop", "quarter", "sales", "costs", "complaints"], rows)) == wrong


PLANS = (
    ["month", "segment", "mrr_usd", "customers"],
    [
        ["2025-01", "Small", 41200, 512], ["2025-01", "Large", 120500, 38],
        ["2025-02", "Small", 39900, 498], ["2025-02", "Large", 126400, 40],
        ["2025-03", "Small", 44700, 643], ["2025-03", "Large", 131900, 41],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Small added ⟨131⟩ customers between January and March.", "134"),  # as all did
        ("The MRR of Large grew by ⟨$11,400⟩ from January to March.", "$14,900"),  # as all did
        ("The MRR of Large grew by ⟨$11,400⟩ from January to March.", "$5,500"),  # since February
    ],
)
def test_what_moved_between_two_periods_did_so_in_the_rows_that_are_named(
    flagged: Any, text: str, wrong: str
) -> None:
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, PLANS) == []
    assert flagged(before + wrong + after, PLANS) == [wrong]
