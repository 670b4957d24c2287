"""Years are compared with the years of the query results, and with nothing else."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from sidecar.binding import years
from sidecar.binding.bound import BoundNumber
from sidecar.binding.settings import BindingSettings
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Grade, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions


def result(
    rows: list[dict[str, object]], title: str = "", columns: tuple[Column, ...] = ()
) -> TableIndex:
    header = Header(query_id="q", title=title, columns=columns)
    return TableIndex(json_rows.decode_json(json.dumps(rows).encode(), header, EvidenceLimits()))


def judged(text: str, *results: TableIndex, cited: bool = False) -> list[BoundNumber]:
    claims = extract_numbers(Text(text), ExtractOptions(ignore_years=False)).claims
    return list(years.bind(claims, results, BindingSettings(require_citation_first=cited)))


RIGHT = [
    ([{"year": 2021, "n": 5}, {"year": 2023, "n": 6}], "data[1].year"),
    ([{"built": 2023}], "data[0].built"),
    ([{"yearOpened": 2023}], "data[0].yearOpened"),
    ([{"debut": 1990}, {"debut": 2023}, {"debut": 2001}], "data[1].debut"),
    ([{"month": 202311}, {"month": 202312}], "data[0].month"),
    ([{"day": None}, {"day": "2023-05-06"}], "data[1].day"),
    ([{"period": "2022-Q1"}, {"period": "Q3 2023"}], "data[1].period"),
    ([{"period": "1H23"}], "data[0].period"),
    ([{"note": "closed in 2023, after a flood"}], "data[0].note"),
    ([{"year": "n/a"}, {"year": 2023}], "data[1].year"),
    ([{"staff": 7, "revenue_2023": 5}], "revenue_2023"),
]


@pytest.mark.parametrize(("rows", "where"), RIGHT)
def test_a_year_that_stands_there(rows: list[dict[str, object]], where: str) -> None:
    right, wrong = judged("In 2023 and not in 2024", result(rows))
    assert (right.binding.verdict, right.binding.grade) == (Verdict.SUPPORTED, Grade.EXACT)
    assert right.binding.reading is not None
    assert right.binding.reading.location == where
    assert right.codes == ()
    assert wrong.codes == ("CLAIM_NOT_FOUND",)
    assert wrong.closest is not None
    assert (wrong.closest.value, wrong.closest.location) == (Decimal(2023), where)
    assert wrong.confidence is None


@pytest.mark.parametrize(
    "rows",
    [
        [{"staff": 2023}],
        [{"orders": 2023}, {"orders": 1999}, {"orders": 2040}],
        [{"rate": 2023}, {"rate": 1999.5}, {"rate": 2040}],
        [{"year": 2023.5}],
        [{"price": "$2023"}],
        [{"price": "2023.50"}],
        [{"code": "120234"}],
        [{"open": True, "year": None}],
        [],
    ],
)
def test_trap_what_is_no_year_supports_none(rows: list[dict[str, object]]) -> None:
    (bound,) = judged("In 2023", result(rows))
    assert bound.binding.verdict is Verdict.UNSUPPORTED
    assert bound.closest is None


def test_trap_a_series_with_a_unit_measures() -> None:
    weights = result(
        [{"load": n} for n in (2021, 2022, 2030)], columns=(Column(name="load", unit="kg"),)
    )
    assert judged("In 2021", weights)[0].codes == ("CLAIM_NOT_FOUND",)


def test_titles_and_what_describes_columns() -> None:
    prices = Column(name="gdp", label="GDP", unit="constant 2015 US$")
    table = result([{"gdp": 5}], title="Growth, 2021", columns=(prices,))
    first, second = judged("In 2021, at prices of 2015", table)
    assert first.binding.reading is not None
    assert first.binding.reading.location == "title"
    assert second.binding.reading is not None
    assert second.binding.reading.location == "gdp"


def test_the_nearest_of_all_results_is_told() -> None:
    tables = [result([{"year": 1990}]), result([{"year": 2019}])]
    (bound,) = judged("In 2020", *tables)
    assert bound.closest is not None
    assert bound.closest.value == 2019


def test_without_a_citation_where_one_is_asked_for() -> None:
    (bound,) = judged("In 2023", result([{"year": 2023}]), cited=True)
    assert bound.codes == ("CLAIM_UNCITED",)
