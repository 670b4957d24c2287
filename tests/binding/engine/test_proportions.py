"""Ratios that are written as two numbers: neither of them is a figure of the data."""

from __future__ import annotations

from typing import Any

from sidecar.model.report import Verdict

VOTERS = (
    ["district", "voters", "postal votes", "complaints"],
    [["Hill", 8400, 2790, 140], ["Lake", 6100, 915, 51], ["Moor", 3200, 1610, 66]],
)
CREWS = (
    ["depot", "drivers", "mechanics"],
    [["East", 96, 31], ["West", 64, 19]],
)


def verdicts(bind: Any, text: str, table: Any) -> list[bool]:
    bound, _ = bind(text, *table)
    return [each.binding.verdict is Verdict.SUPPORTED for each in bound]


def test_so_many_of_so_many_are_two_amounts_where_neither_is_a_base(bind: Any) -> None:
    assert verdicts(bind, "96 of the 160 drivers work in the East depot.", CREWS) == [True, True]
    assert not verdicts(bind, "64 out of 160 drivers work in the East depot.", CREWS)[0]


def test_a_wrong_ratio_is_not_mended_by_a_percentage_in_the_place_of_one_number(bind: Any) -> None:
    bound, _ = bind("In Lake one in every 4 votes was a postal vote.", *VOTERS)
    assert [each.right for each in bound] == [None, None]
