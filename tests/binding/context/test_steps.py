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
