"""Numbers of small texts over small tables, by the binder itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from sidecar.binding.bound import BoundNumber, NameSwap
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import extract_options as reading_of
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

Rows = Sequence[Sequence[object]]
NUMERIC = reading_of(NumericSettings())
_WRONG = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)


def _index(
    columns: Sequence[str],
    rows: Rows,
    synonyms: Mapping[str, Sequence[str]] | None,
    query_id: str = "q",
    title: str = "",
    units: Mapping[str, str] | None = None,
) -> TableIndex:
    said, told = synonyms or {}, units or {}
    header = Header(
        query_id=query_id,
        family="",
        title=title,
        columns=tuple(
            Column(name=n, unit=told.get(n, ""), synonyms=tuple(said.get(n, ()))) for n in columns
        ),
    )
    body = json.dumps({"columns": list(columns), "rows": [list(row) for row in rows]})
    return TableIndex(decode_evidence(body.encode(), header, EvidenceLimits()))


@pytest.fixture
def bind() -> Callable[..., tuple[list[BoundNumber], list[NameSwap]]]:
    """Bind the numbers of a text: ``bind(text, columns, rows)``; also the wrong names."""

    def binding(
        text: str, columns: Sequence[str], rows: Rows, detail: Detail = Detail.BINDINGS
    ) -> tuple[list[BoundNumber], list[NameSwap]]:
        whole = Text(text)
        binder = EngineBinder(NumericSettings(), whole, [_index(columns, rows, None)], detail)
        return list(binder.bind(extract_numbers(whole, NUMERIC).claims)), binder.swaps

    return binding


@pytest.fixture
def names() -> Callable[..., list[str]]:
    """The numbers of a text that are a part of what the data call a row."""

    def naming(text: str, columns: Sequence[str], rows: Rows) -> list[str]:
        whole = Text(text)
        index = _index(columns, rows, None)
        binder = EngineBinder(NumericSettings(), whole, [index], Detail.BINDINGS)
        claims = extract_numbers(whole, NUMERIC).claims
        return [whole.slice(one.number.span) for one in claims.items(binder.names(claims))]

    return naming


class Table(NamedTuple):
    """A query result of a test."""

    columns: Sequence[str]
    rows: Rows
    title: str = ""
    units: Mapping[str, str] = MappingProxyType({})


@pytest.fixture
def flagged() -> Callable[..., list[str]]:
    """The numbers of a text that are contradicted or unsupported.

    ``flagged(text, (columns, rows, title, units), ...)``; title and units may be left out.
    """

    def flagging(text: str, *tables: tuple[Any, ...]) -> list[str]:
        whole = Text(text)
        results = [
            _index(table.columns, table.rows, None, f"q{at}", table.title, table.units)
            for at, table in enumerate(Table(*each) for each in tables)
        ]
        binder = EngineBinder(NumericSettings(), whole, results, Detail.BINDINGS)
        bound = [one.binding for one in binder.bind(extract_numbers(whole, NUMERIC).claims)]
        return [whole.slice(b.claim.number.span) for b in bound if b.verdict in _WRONG]

    return flagging


@pytest.fixture
def shops() -> tuple[Sequence[str], Rows]:
    """A table of shops, whose words are ordinary ones."""
    return (
        ["shop", "bikes_sold", "staff", "rent_keur", "returns_pct"],
        [
            ["Harbour", 1840, 12, 96.5, 3.1],
            ["Station", 2415, 17, 148.0, 4.4],
            ["Old Mill", 960, 7, 41.2, 2.2],
            ["Parkside", 1325, 9, 63.8, 5.6],
            ["Ring Road", 3070, 21, 120.4, 6.3],
        ],
    )
