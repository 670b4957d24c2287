"""Tables for queries, and what comes of a query over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal

import pytest

from sidecar.evidence import tables
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.formulas.engine import WORKERS, FormulaQuestion, Outcome, run
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Column, Table

TableOf = Callable[[str, Mapping[str, Sequence[object]]], Table]
Ask = Callable[..., Outcome]


@pytest.fixture(scope="session")
def table_of() -> TableOf:
    """Make a query result of its id and its columns."""

    def made(query_id: str, data: Mapping[str, Sequence[object]]) -> Table:
        columns = [Column(name=name) for name in data]
        return tables.build_table(
            columns, list(data.values()), Header(query_id=query_id), EvidenceLimits()
        )

    return made


@pytest.fixture(scope="session")
def sales(table_of: TableOf) -> Table:
    """Six sales in two regions and years."""
    return table_of(
        "sales",
        {
            "region": ["North", "North", "South", "South", "West", "West"],
            "year": [2023, 2024, 2023, 2024, 2023, 2024],
            "price": [10.5, 12.25, 20.0, 24.5, 7.75, 9.0],
            "units": [100, 120, 85, 90, 40, 55],
        },
    )


@pytest.fixture(scope="session", autouse=True)
def _closed() -> Iterator[None]:
    yield
    WORKERS.close()


@pytest.fixture
def ask() -> Ask:
    """Ask for one query over some tables: ``ask(query, table, …)``."""

    def asked(query: str, *tables: Table, words: str = _WORDS, **settings: float) -> Outcome:
        numbers = tuple(map(Decimal, ("2023", "2024")))
        one = FormulaQuestion(query, Decimal("-0.5"), Decimal("0.5"), numbers)
        return run([one], tables, words, EngineSettings().changed(**settings))[0]

    return asked


_WORDS = "Prices in the North, the South and the West in 2023 and 2024."
