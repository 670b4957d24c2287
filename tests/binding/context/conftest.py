"""Readings of numbers in small texts over small tables, by the binder itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import pytest

from sidecar.binding.bound import Bound
from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.context.candidate import Candidate, Kind
from sidecar.binding.context.swaps import Swap
from sidecar.binding.settings import NumericSettings
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions

Rows = Sequence[Sequence[object]]


class Found:
    """One number of a text with its readings."""

    def __init__(self, said: str, readings: Sequence[Candidate], signs: Sequence[str]) -> None:
        self.said, self.readings, self.signs = said, readings, signs

    def link(self, row: int, kind: Kind = Kind.CELL) -> float:
        """How strongly the number is linked with a row; 0 where it is not."""
        return max((c.row for c in self.readings if c.kind is kind and row in c.rows), default=0.0)

    def naming(self, column: int) -> float:
        """How strongly a column is named for the number; 0 where it is not."""
        cells = (c for c in self.readings if c.kind in (Kind.CELL, Kind.PAIR))
        return max((c.column for c in cells if column in c.columns), default=0.0)


def _index(
    columns: Sequence[str],
    rows: Rows,
    synonyms: Mapping[str, Sequence[str]] | None,
    query_id: str = "q",
) -> TableIndex:
    said = synonyms or {}
    header = Header(
        query_id=query_id,
        family="",
        title="",
        columns=tuple(Column(name=n, synonyms=tuple(said.get(n, ()))) for n in columns),
    )
    body = json.dumps({"columns": list(columns), "rows": [list(row) for row in rows]})
    return TableIndex(decode(body.encode(), header, EvidenceLimits()))


@pytest.fixture
def read() -> Callable[..., list[Found]]:
    """Read the numbers of a text: ``read(text, columns, rows, synonyms, beside)``."""

    def reading(
        text: str,
        columns: Sequence[str],
        rows: Rows,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        beside: Sequence[tuple[Sequence[str], Rows]] = (),
    ) -> list[Found]:
        index, whole = _index(columns, rows, synonyms), Text(text)
        others = [_index(*other, None, f"q{at}") for at, other in enumerate(beside, 1)]
        claims = extract(whole, ExtractOptions()).claims
        binder = ContextBinder(NumericSettings(), whole, [index, *others], Detail.BINDINGS)
        return [
            Found(
                text[whole.char_offset(c.number.span.start) : whole.char_offset(c.number.span.end)],
                readings,
                signs,
            )
            for c, (_, readings, signs) in zip(claims, binder.readings(claims), strict=True)
        ]

    return reading


@pytest.fixture
def bind() -> Callable[..., tuple[list[Bound], list[Swap]]]:
    """Bind the numbers of a text: ``bind(text, columns, rows)``; also the wrong names."""

    def binding(
        text: str, columns: Sequence[str], rows: Rows, detail: Detail = Detail.BINDINGS
    ) -> tuple[list[Bound], list[Swap]]:
        whole = Text(text)
        binder = ContextBinder(NumericSettings(), whole, [_index(columns, rows, None)], detail)
        return binder.bind(extract(whole, ExtractOptions()).claims), binder.swaps

    return binding
