"""Acronyms in the names of columns, and in texts."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.language.acronyms import spelled

_SHORT = (
    ["team", "calls", "aht_sec", "csat", "adr_eur", "revpar_eur"],
    [["North", 4125, 412, 3.9, 138, 98.7], ["South", 987, 588, 3.3, 212, 136.1]],
)
_LONG = (
    ["plan", "average_revenue_per_user", "seats"],
    [["Starter", 11.4, 3], ["Team", 36.8, 10]],
)


def test_a_name_is_spelled_out_and_cut_short() -> None:
    assert ("capital", "spend") in set(spelled(("capex",)))
    assert ("arpu",) in set(spelled(("averag", "revenu", "user")))


@pytest.mark.parametrize(
    ("said", "table", "wrong"),
    [
        ("Handling time is 412 seconds in the North.", _SHORT, []),
        ("The South earns €136 per available room at a daily rate of €212.", _SHORT, []),
        ("The South earns €163 per available room.", _SHORT, ["€163"]),
        ("ARPU is 11.4 on Starter and 36.8 on Team.", _LONG, []),
        ("ARPU is 11.4 on Starter and 38.6 on Team.", _LONG, ["38.6"]),
    ],
)
def test_columns_are_named_by_what_acronyms_mean(
    flagged: Any, said: str, table: Any, wrong: list[str]
) -> None:
    assert flagged(said, table) == wrong
