"""What groups of cells come to: amounts add up, prices and temperatures do not."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind


@pytest.mark.parametrize(("measure", "adds"), [("cost", True), ("price", False), ("share", True)])
def test_prices_do_not_add_up_even_where_a_total_is_asked_for(
    read: Any, measure: str, adds: bool
) -> None:
    rows = [["Alder", 0.09], ["Birch", 0.24]]
    (found,) = read(f"The {measure} came to 0.33 in total.", ["plant", measure], rows)
    assert any(c.agrees for c in found.readings if c.kind is Kind.SUM) is adds


_WARDS = ["ward", "fires_2023", "fires_2024", "injured_2024"]
_FIRES = [["Alder", 1412, 1530, 41], ["Birch", 980, 1123, 36], ["Cedar", 2204, 2317, 77]]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("The brigade recorded 4,970 fires in 2024.", []),  # what is recorded is not a record
        ("The brigade recorded 4,790 fires in 2024.", ["4,790"]),
        ("Fires stood at 4,970 at the close (2023: 4,596).", []),
        ("The crews put out 4,970 fires in 2024: for every fire it has 31 pages.", ["31"]),
    ],
)
def test_all_rows_are_meant_where_a_sentence_names_none(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    assert flagged(said, (_WARDS, _FIRES)) == wrong


def test_a_percentage_is_no_total_of_money(read: Any) -> None:
    rows = [["Alder", 412, 9.5], ["Birch", 188, 4.2]]
    said = "In total 13.7% of the sales were returned."
    (found,) = read(said, ["plant", "sales_eur_k", "returned_pct"], rows)
    groups = [c for c in found.readings if c.kind in (Kind.SUM, Kind.MEAN)]
    assert {column for c in groups for column in c.columns} <= {2}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Urban clinics have a wait of 6.7 days, rural ones of 3.6 days.", []),
        ("Urban clinics have a wait of 7.6 days.", ["7.6 days"]),
    ],
)
def test_a_rate_of_rows_of_one_kind_is_their_mean(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    rows = [["Ashby", "Rural", 4.1], ["Bramley", "Urban", 7.9], ["Castle", "Urban", 5.5],
            ["Dunmore", "Rural", 3.1]]  # fmt: skip
    table = ["clinic", "type", "average_wait_days"], rows
    assert flagged(said, table) == wrong
