"""Formulas out of joint, through the engine, and answers of models through what reads them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import islice

from bench.fuzz_queries import answers, queries
from bench.fuzz_tally import FuzzTally
from bench.sidecars import cpu_with_worker, resident_bytes
from sidecar.evidence import tables
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.formulas.engine import WORKERS, FormulaQuestion, FormulaRefusal, FormulaValue
from sidecar.formulas.engine import run as ask
from sidecar.formulas.proposals import read_answer
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Number
from sidecar.model.text import Span

_TOGETHER = 40
"""Queries of one request, which takes most of its time whatever they are."""
_LIMIT_S = 2.0 / _TOGETHER
_WORKER_BYTES = 320 << 20
"""Most that the worker may keep between requests."""
_TEXT = (
    "The North and the South sold 42 units in 2023 and 2022, 10.5 each, in 3 years; Ada Moreau"
    " and the Sales staff in Oslo, hired in June, are the second."
)
_SALES: dict[str, Sequence[object]] = {
    "id": [1, 2, 3, 4, 5],
    "region": ["North", "South", "North", "West", None],
    "year": [2022, 2023, 2023, 2022, 2023],
    "quarter": ["Q1", "Q2", "Q2", "Q1", "Q3"],
    "product": ["Lamps", "Tables", "Chairs", "Lamps", "Lamps"],
    "price": [10.5, 12.25, 20.0, None, 7.75],
    "units": [40, 55, 42, 13, 8],
    "revenue": [420.0, 673.75, 840.0, 0.0, 62.0],
    "cost": [Decimal("310.20"), Decimal("500.05"), None, Decimal("-2.75"), Decimal("80.00")],
}
_STAFF: dict[str, Sequence[object]] = {
    "name": ["Ada Moreau", "Ben Okafor", "Chen Wei"],
    "department": ["Design", "Sales", "Design"],
    "city": ["Lyon", "Oslo", "Oslo"],
    "hired": [date(2015, 3, 2), date(2018, 7, 16), date(2020, 1, 13)],
    "gone": [None, None, date(2024, 2, 29)],
    "age": [41, 35, 2**70],
    "salary": [Decimal("5120.50"), Decimal(4300), Decimal("3990.25")],
    "remote": [True, False, True],
    "bonus": ["1,200", "950 EUR", "400"],
}


def run(seed: int, count: int) -> FuzzTally:
    """Send queries through the engine, and answers of models through what reads them.

    CPU is that of the worker and of this process, spread over the queries of a request.
    """
    tally = FuzzTally("formulas", seed, count, os.getpid(), limit_s=_LIMIT_S)
    tables, settings = _tables(), EngineSettings(deadline_s=60)
    stated = FormulaQuestion("", Decimal("41.5"), Decimal("42.5"), (Decimal(2023), Decimal(3)))
    drawn, number = queries(seed, count), 0
    while asked := [stated._replace(query=query) for query in islice(drawn, _TOGETHER)]:
        before = cpu_with_worker(WORKERS.pid)
        found = ask(asked, tables, _TEXT, settings)
        seconds = (cpu_with_worker(WORKERS.pid) - before) / len(asked)
        for one, outcome in zip(asked, found, strict=True):
            if isinstance(outcome, FormulaRefusal) and outcome.reason == "ENGINE_FAILED":
                tally.fault(number, f"{outcome.message}: {one.query!r}")
            else:
                ending = "ok" if isinstance(outcome, FormulaValue) else outcome.reason
                tally.record(number, ending, seconds, len(one.query))
            number += 1
        if WORKERS.pid and resident_bytes(WORKERS.pid) > _WORKER_BYTES:
            tally.fault(number, "the worker keeps more memory than it may")
    _read(tally, answers(seed, count))
    WORKERS.close()
    return tally


def _read(tally: FuzzTally, texts: Iterable[str]) -> None:
    """What is read of an answer is of the numbers that were asked about, and of no other."""
    asked = {
        f"n{at}": Number(Span(at, at + 1), Decimal(at), Decimal(at), Decimal(at))
        for at in (1, 2, 3)
    }
    spans = {one.span for one in asked.values()}
    for number, text in enumerate(texts):
        started = time.process_time()
        try:
            known = set(read_answer(_json(text), asked)) <= spans
        except Exception as error:
            tally.fault(number, f"{error!r}: {text!r}")
            continue
        if not known:
            tally.fault(number, f"a formula of no number that was asked about: {text!r}")
        elif time.process_time() - started > _LIMIT_S:
            tally.fault(number, f"slow to read: {text!r}")


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _tables() -> list[Table]:
    return [_table("sales", _SALES), _table("staff", _STAFF)]


def _table(query_id: str, data: Mapping[str, Sequence[object]]) -> Table:
    columns = [Column(name=name) for name in data]
    return tables.build_table(
        columns, list(data.values()), Header(query_id=query_id), EvidenceLimits()
    )
