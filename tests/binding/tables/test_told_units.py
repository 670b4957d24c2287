"""The unit of each column, where only the title of a table tells one."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sidecar.binding.tables.told_units import units_of
from sidecar.binding.units import ColumnUnit
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.number import Unit

_LOANS = ["town", "debt_usd_m", "clients", "late_may24"]
_LENT = [["Aldo", 21.4, 1240, 0.041], ["Brin", 13.8, 918, 0.117], ["Cole", 30.1, 2610, 0.023]]
_BILLS = [["Jan", 6124, 5781, 1120], ["Feb", 6038, 5773, 1135], ["Mar", 6291, 5964, 1180]]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("Brin has 918 clients.", []),
        ("In Brin 11.7% of the debt was late.", []),
        ("Brin has $918 million of clients.", ["$918 million"]),
    ],
)
def test_a_title_repeats_the_unit_of_some_columns_and_says_nothing_of_the_others(
    flagged: Any, said: str, wrong: list[str]
) -> None:
    # Trap: heads and rates became millions of dollars, since the title says "(USD m)".
    assert flagged(said, (_LOANS, _LENT, "Loans by town (USD m)")) == wrong


def test_a_column_that_tells_a_scale_has_the_currency_of_the_title(flagged: Any) -> None:
    columns = ["month", "billed_k", "paid_k", "letters_sent"]
    said = "In February we billed EUR 6.04 million, were paid EUR 5.77 million, sent 1,135 letters."
    assert flagged(said, (columns, _BILLS, "Bills of 2024 (EUR thousand)")) == []


@pytest.mark.parametrize("title", ["Bills by month, {}", "Bills by month – {}", "Bills: {}, 2024"])
@pytest.mark.parametrize("unit", ["EUR thousand", "€k", "EUR '000"])
def test_a_title_tells_the_unit_behind_a_comma_or_a_dash(
    flagged: Any, title: str, unit: str
) -> None:
    table = (["month", "billed", "paid", "due"], _BILLS, title.format(unit))
    assert flagged("In February we billed EUR 6.04 million.", table) == []
    assert flagged("In February we billed EUR 6.29 million.", table) == ["EUR 6.29 million"]


def test_what_a_title_lists_is_no_unit(flagged: Any) -> None:
    table = (["team", "calls"], [["Aldo", 1240], ["Brin", 918]], "Calls by team, month")
    assert flagged("Brin took 918 calls.", table) == []


def test_a_description_adds_the_scale_that_a_declared_unit_lacks() -> None:
    column = Column(name="sales", unit="GBP", description="thousands of pounds")
    header = Header(query_id="q", family="", title="", columns=(column,))
    body = b'{"columns": ["shop", "sales"], "rows": [["Pier", 84.6], ["Mill", 31.2]]}'
    _, sales = units_of(decode_evidence(body, header, EvidenceLimits()), {})
    assert sales.unit == ColumnUnit(Unit.CURRENCY, "GBP", Decimal(1000))


def test_two_digits_right_after_a_month_are_its_year(flagged: Any) -> None:
    columns = ["town", "debt_may23", "debt_may24"]
    rows = [["Aldo", 214, 251], ["Brin", 133, 138]]
    said = "Aldo owed 214 in May 2023 and 251 in May 2024. Brin owed 138 in May 2023."
    assert flagged(said, (columns, rows)) == ["138"]
