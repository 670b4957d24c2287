"""What was found in a table stays said: a message names a place that has the number, if one has."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from sidecar.binding.settings import BindingSettings, NumericSettings
from sidecar.checks.base import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Finding, Findings
from sidecar.model.text import Text

Rows = list[dict[str, object]]

_ABSENT = ("is not in the query results", "is not what the data has", "measures something")
_SECTORS = ["Energy", "Banking", "Retail", "Fishing", "Mining"]
_MONTHS = ["2024-01", "2024-02", "2024-03"]
_SAID = {"2024-01": "January 2024", "2024-02": "February 2024", "2024-03": "March 2024"}


def found(text: str, mode: str = "context", **tables: Rows) -> Findings:
    results = [
        TableIndex(
            decode_evidence(json.dumps(rows).encode(), Header(query_id=name), EvidenceLimits())
        )
        for name, rows in tables.items()
    ]
    settings = NumericSettings(binding=BindingSettings(mode=mode))
    return NumericCheck(settings).run(CheckSubject(Text(text), results))


def message(text: str, mode: str = "context", **tables: Rows) -> str:
    (finding,) = found(text, mode, **tables).findings
    return finding.message


STAFF: Rows = [
    {"sector": "Energy", "month": "2024-01", "staff": 1234},
    {"sector": "Energy", "month": "2024-02", "staff": 1350},
    {"sector": "Banking", "month": "2024-01", "staff": 980},
    {"sector": "Banking", "month": "2024-02", "staff": 1004},
]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Energy had 1,350 staff in January 2024.",
            "'1,350' is the value of Energy, 2024-02, staff (q data[1].staff); "
            "what is named has 1234 at Energy, 2024-01, staff (q data[0].staff)",
        ),
        (
            "Banking had 4 staff in January 2024.",
            "'4' is the number of rows of q; "
            "what is named has 980 at Banking, 2024-01, staff (q data[2].staff)",
        ),
        (
            "Banking had 1,777 staff in January 2024.",
            "'1,777' is not what the data has: 980 at Banking, 2024-01, staff (q data[2].staff)",
        ),
    ],
)
def test_a_number_and_what_is_named(text: str, told: str) -> None:
    assert message(text, q=STAFF) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Revenue in the North was 1,200,000%.",
            "the digits of the value at North, revenue (USD) (q ",
        ),
        ("The change in the South was 5.", "the opposite sign of the value at South, change (q "),
    ],
)
def test_no_number_is_said_twice(text: str, told: str) -> None:
    rows: Rows = [
        {"region": "North", "revenue (USD)": 1_200_000, "change": -9},
        {"region": "South", "revenue (USD)": 770_000, "change": -5},
    ]
    said = message(text, q=rows)
    assert told in said
    figures = [re.sub(r"\D", "", one) for one in re.findall(r"\d[\d,.]*", said.partition("(q")[0])]
    assert len(figures) == len(set(figures)) == 1


def test_the_digits_of_a_cell_in_another_unit_are_not_missing_either() -> None:
    rows: Rows = [
        {"region": "North", "revenue (USD)": 1_200_000, "margin_pct": 12.5},
        {"region": "South", "revenue (USD)": 770_000, "margin_pct": 18},
    ]
    told = message("South's revenue was $18.", q=rows)
    assert told.startswith("'$18' has the digits of the value at South, margin_pct (q data[1].")


def test_the_value_of_another_result_than_the_cited_one() -> None:
    other: Rows = [{"town": "Oslo", "visits": 77}, {"town": "Bergen", "visits": 61}]
    told = message("There were 77 (QID:q).", "value", q=STAFF, other=other)
    assert told.startswith("'77' is the value of Oslo, visits (other data[0].visits); ")
    assert told.endswith("the text names the query result q")


def _tables(rng: Random) -> dict[str, Rows]:
    sectors = rng.sample(_SECTORS, rng.randint(2, 4))
    months = _MONTHS[: rng.randint(1, 3)]
    big: Rows = [
        {
            "sector": sector,
            "month": month,
            "staff": rng.choice([rng.randint(2, 30), rng.randint(900, 90_000)]),
            "share_pct": round(rng.uniform(0.1, 99), 1),
        }
        for sector in sectors
        for month in months
    ]
    small: Rows = [{"town": town, "visits": rng.randint(100, 999)} for town in ("Oslo", "Rome")]
    return {"q": big, "towns": small}


def _sentence(rng: Random, tables: dict[str, Rows]) -> str:
    cells = [value for rows in tables.values() for row in rows for value in row.values()]
    numbers = [cell for cell in cells if isinstance(cell, int | float)]
    invented = [rng.randint(2, 40), rng.randint(900, 90_000)]
    value = rng.choice([rng.choice(numbers), len(tables["q"]), rng.choice(invented)])
    number = f"{value:,}" if isinstance(value, int) else f"{value}"
    sector, month = rng.choice([*_SECTORS, "It"]), _SAID[rng.choice(_MONTHS)]
    return rng.choice(
        [
            f"{sector} had {number} staff in {month}.",
            f"The staff of {sector} numbered {number}.",
            f"In {month}, the share of {sector} was {number} percent.",
            f"{sector} sold {number} boats in {month}.",
            f"The staff totals {number}.",
            f"Oslo had {number} visits.",
            f"On the whole, {number} is a lot.",
            f"{sector} rose to {number} in {month} (QID:towns).",
        ]
    )


def _places(finding: Finding, tables: dict[str, Rows]) -> set[str]:
    """Where the number of a finding stands in the tables."""
    value = float(finding.details["value"])
    cells = {
        f"{name} data[{at}].{column}"
        for name, rows in tables.items()
        for at, row in enumerate(rows)
        for column, cell in row.items()
        if isinstance(cell, int | float) and float(cell) == value
    }
    counted = "percent" not in finding.details["text"]
    counts = {name for name, rows in tables.items() if counted and len(rows) == value}
    return cells | {f"the number of rows of {name}" for name in counts}


@pytest.mark.parametrize("mode", ["context", "value"])
def test_what_stands_in_a_table_is_never_said_to_be_missing(mode: str) -> None:
    rng = Random(30)
    named = missing = 0
    for _ in range(60):
        tables = _tables(rng)
        text = " ".join(_sentence(rng, tables) for _ in range(4))
        for finding in found(text, mode, **tables).findings:
            if finding.code in ("WITHIN_TOLERANCE", "AMBIGUOUS_SOURCE") or "value" not in (
                finding.details
            ):
                continue
            places = _places(finding, tables)
            told = [*re.findall(r"\w+ data\[\d+\]\.\w+", finding.message)]
            told += re.findall(r"the number of rows of \w+", finding.message)
            assert not places or places.intersection(told), (text, finding)
            said = any(words in finding.message for words in _ABSENT[:2])
            assert not (places and said), (text, finding)
            assert places or "is the value of" not in finding.message, (text, finding)
            named, missing = named + bool(places), missing + (not places)
    assert min(named, missing) > 10  # the test would say nothing without both


@pytest.mark.parametrize("mode", ["context", "value"])
def test_every_value_of_a_message_is_in_its_details(mode: str) -> None:
    rng = Random(31)
    for _ in range(30):
        tables = _tables(rng)
        for finding in found(_sentence(rng, tables), mode, **tables).findings:
            known = " ".join(finding.details.values())
            for figure in re.findall(r"\d[\d,]*(?:\.\d+)?", finding.message):
                assert figure in known or figure.replace(",", "") in known, finding
