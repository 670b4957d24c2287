"""What is known about a query result is kept with it, and no longer."""

from __future__ import annotations

import gc
import json
from weakref import ref

import numpy as np

from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.language.periods import Period
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalogs import catalogs
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions


def _index(rows: object = (("A", "2024-03-01", 40),)) -> TableIndex:
    body = json.dumps({"columns": ["site", "day", "boats"], "rows": rows}).encode()
    return TableIndex(
        decode(body, Header(query_id="q", family="", title="", columns=()), EvidenceLimits())
    )


def test_a_query_result_is_looked_at_once() -> None:
    index = _index()
    assert catalogs([index])[0] is catalogs([index])[0]


def test_a_query_result_of_one_request_is_let_go_of() -> None:
    # Trap: a catalog that holds what it is kept by keeps the evidence of every request for ever.
    index, text = _index(), Text("Site A had 40 boats, and 12 on 1 March.")
    binder = ContextBinder(NumericSettings(), text, [index], Detail.EXPLAIN)
    bound = binder.bind(extract(text, ExtractOptions()).claims)
    assert len(bound) == 2
    seen = ref(index), ref(catalogs([index])[0])
    del index, binder, bound
    gc.collect()
    assert [each() for each in seen] == [None, None]


def test_trap_days_of_the_week_are_in_the_order_of_the_table_on_every_run() -> None:
    # No year tells them apart, and a set of periods has another order in each process.
    days = ["Thursday", "Monday", "Sunday", "Friday", "Tuesday", "Saturday", "Wednesday"]
    known = catalogs([_index([["A", day, at] for at, day in enumerate(days)])])[0]
    of_rows = known.periods_of(np.arange(len(days)))
    assert [one.weekday for one in of_rows] == [3, 0, 6, 4, 1, 5, 2]
    assert of_rows == known.period_order


def test_a_small_table_keeps_few_of_the_periods_that_texts_name() -> None:
    # Trap: texts that name a thousand periods, of thousands of tables of one row.
    index = _index()
    (known,) = catalogs([index])
    found = [known.rows_in(Period(year)).size for year in range(1900, 2100)]
    assert sum(found) == found[2024 - 1900] == 1
    assert 10 < len(known._rows_in) < 50
