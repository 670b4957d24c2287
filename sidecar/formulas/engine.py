"""Runs the formulas of a request in a worker process; every one of them has an outcome.

What a query does to the worker is its own fault alone: where the worker dies of it, the queries
after it go to a new one.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from sidecar.evidence import tables
from sidecar.formulas.packing import pack, select_visible
from sidecar.formulas.placement import EqualityFilter
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Table
from sidecar.workers.limits import FailureCause, NoAnswer, Quota
from sidecar.workers.pool import WorkerPool

if TYPE_CHECKING:
    from sidecar.workers.process import WorkerProcess

log = logging.getLogger(__name__)

WORKERS = WorkerPool("sidecar.formulas.worker")
"""The one of this process."""

_MOST_PLACES = 20
_PATIENCE = 8
"""Times that the process may take as long as a query: where the gate runs it again over changed
data, and twice that where the engine does not hear the worker's alarm."""
_COPIES = 4
"""Of what is sent, in memory while it is made into tables."""
_CELL_BYTES = 48
"""That a cell takes at the same time, as an object and in the engine."""
_OWN_BYTES = 256 << 20
"""Memory that the worker may take besides, for itself."""


class FormulaQuestion(NamedTuple):
    """A query, and what the text says that it gives.

    Attributes:
        query: One SELECT.
        low: The least value that rounds to what the text states.
        high: The greatest.
        numbers: What else the text states in numbers: see ``grounds.Grounds``.
    """

    query: str
    low: Decimal
    high: Decimal
    numbers: tuple[Decimal, ...] = ()


class FormulaValue(NamedTuple):
    """A query that was believed.

    Attributes:
        value: What it gives.
        reads: What it reads, as places: ``sales.price``, ``sales data[5].price``; at most 20.
        selects: What it picks.
        columns: The columns that it reads, as query ids and names.
    """

    value: Decimal
    reads: tuple[str, ...]
    selects: tuple[EqualityFilter, ...]
    columns: tuple[tuple[str, str], ...] = ()


class FormulaRefusal(NamedTuple):
    """A query that was not.

    Attributes:
        reason: A key of ``tree.REASONS``.
        message: What it is about.
    """

    reason: str
    message: str


Outcome = FormulaValue | FormulaRefusal


def run(
    asked: Sequence[FormulaQuestion], tables: Sequence[Table], words: str, settings: EngineSettings
) -> list[Outcome]:
    """What comes of each query.

    Args:
        asked: The queries.
        tables: The query results of the request.
        words: The narrative, and the titles of the query results.
        settings: Of the engine.
    """
    outcomes: dict[int, Outcome] = {
        number: refused
        for number, one in enumerate(asked)
        if (refused := _beforehand(number, one.query, settings))
    }
    left = [number for number in range(len(asked)) if number not in outcomes]
    if left:
        dialogue = _Dialogue([asked[number] for number in left], tables, words, settings)
        outcomes.update(zip(left, dialogue.outcomes(), strict=True))
    return [outcomes[number] for number in range(len(asked))]


def _beforehand(number: int, query: str, settings: EngineSettings) -> FormulaRefusal | None:
    """Why a query is not run at all."""
    if find_spec("duckdb") is None:
        return FormulaRefusal("NO_ENGINE", "the extra `formulas` is not installed")
    if number >= settings.max_formulas:
        return FormulaRefusal(
            "TOO_LARGE", f"the request has more than {settings.max_formulas} formulas"
        )
    try:
        size = len(query.encode())
    except UnicodeEncodeError:
        return FormulaRefusal("SQL_INVALID", "the query is not valid Unicode")
    if size > settings.max_query_bytes:
        most = settings.max_query_bytes
        return FormulaRefusal("QUERY_TOO_LONG", f"the query has {size} bytes, more than {most}")
    return None


class _WorkerFault(Exception):
    """The worker has a fault: its answer is an outcome, and it is not asked again."""


class _Dialogue:
    """The questions of one request, to one worker as long as it lives."""

    def __init__(
        self,
        asked: Sequence[FormulaQuestion],
        tables: Sequence[Table],
        words: str,
        settings: EngineSettings,
    ) -> None:
        self._asked = asked
        self._settings = settings
        self._until = time.monotonic() + settings.deadline_s
        self._tables = {table.query_id: table for table in select_visible(tables)}
        named = _TableNames(one.query for one in asked)
        packed = [pack(table) for table in self._tables.values() if named.may_be(table.query_id)]
        payloads = [payload for one in packed for payload in one.payloads]
        tables_told = [one.told for one in packed]
        cells = sum(told["rows"] * len(told["columns"]) for told in tables_told)
        sent = sum(payload.nbytes for payload in payloads)
        self._memory = settings.memory_bytes + _COPIES * sent + _CELL_BYTES * cells
        self._opening = {
            "payloads": payloads,
            "tables": tables_told,
            "words": words,
            "memory_bytes": self._memory,
        }

    def outcomes(self) -> list[Outcome]:
        """One for each query."""
        found: list[Outcome] = []
        while len(found) < len(self._asked):
            if self._left() <= 0:
                found += [self._late()] * (len(self._asked) - len(found))
            else:
                self._add(found)
        return found

    def _add(self, found: list[Outcome]) -> None:
        """Add the outcomes of the next queries, as many as one worker lives for."""
        try:
            with WORKERS.acquire() as worker:
                memory = Quota(memory_bytes=self._memory + _OWN_BYTES)
                opened = self._answer(worker, "open", memory, self._opening)
                for one in self._asked[len(found) :]:
                    found.append(_refused(opened) or self._outcome(worker, one))
                    if "reason" not in opened and _failed(found[-1]):
                        raise _WorkerFault
                worker.ask("close", Quota())
        except _WorkerFault:
            return
        except NoAnswer as lost:
            if len(found) < len(self._asked):  # else it was only to be closed
                found.append(_of_death(lost))
        except RuntimeError as error:
            log.exception("no worker for formulas")
            found.append(FormulaRefusal("ENGINE_FAILED", str(error)))

    def _outcome(self, worker: WorkerProcess, one: FormulaQuestion) -> Outcome:
        if self._left() <= 0:
            return self._late()
        timeout_s = self._settings.timeout_s
        told = {
            "query": one.query,
            "low": str(one.low),
            "high": str(one.high),
            "numbers": list(map(str, one.numbers)),
            "timeout_s": timeout_s,
        }
        answer = self._answer(worker, "run", Quota(cpu_s=_PATIENCE * timeout_s), told)
        return _refused(answer) or self._computed(answer)

    def _answer(
        self,
        worker: WorkerProcess,
        question: str,
        quota: Quota,
        told: Mapping[str, Any],
    ) -> dict[str, Any]:
        answer = worker.ask(question, quota, wait_s=self._left(), **told)
        if answer.get("reason") == "ENGINE_FAILED":
            where = answer.get("where", "")
            log.error("fault of formulas", extra={"fault": answer["message"], "where": where})
        return answer

    def _computed(self, answer: Mapping[str, Any]) -> FormulaValue:
        selects = tuple(EqualityFilter(*each) for each in answer["selects"])
        cells = [self._place(name, column, row) for name, column, row in answer["cells"]]
        reads = cells or [self._place(name, column) for name, column in answer["reads"]]
        columns = tuple((name, column) for name, column in answer["reads"])
        return FormulaValue(Decimal(answer["value"]), tuple(reads[:_MOST_PLACES]), selects, columns)

    def _place(self, query_id: str, column: str, row: int | None = None) -> str:
        """A column or a cell as a place: ``sales.price``, ``sales data[5].price``."""
        table = self._tables[query_id]
        names = [each.name for each in table.columns]
        within = tables.name_column(table, names.index(column)) if column else ""
        return f"{query_id}{within}" if row is None else f"{query_id} data[{row}]{within}"

    def _left(self) -> float:
        return self._until - time.monotonic()

    def _late(self) -> FormulaRefusal:
        return FormulaRefusal("TOO_SLOW", f"all formulas take over {self._settings.deadline_s:g} s")


class _TableNames:
    """Which tables some queries may name; the others need not be sent."""

    def __init__(self, queries: Iterable[str]) -> None:
        self._texts = [_bare(query) for query in queries]

    def may_be(self, query_id: str) -> bool:
        """Whether one of the queries has this name in it."""
        name = _bare(query_id)
        return any(name in text for text in self._texts)


def _bare(text: str) -> str:
    """Names may be quoted, quotes in them doubled, and their case does not count."""
    return text.replace('"', "").casefold()


def _refused(answer: Mapping[str, Any]) -> FormulaRefusal | None:
    return FormulaRefusal(answer["reason"], answer["message"]) if "reason" in answer else None


def _failed(outcome: Outcome) -> bool:
    return isinstance(outcome, FormulaRefusal) and outcome.reason == "ENGINE_FAILED"


def _of_death(lost: NoAnswer) -> FormulaRefusal:
    """What a worker died of, as an outcome of the query that it was at."""
    if lost.why in {FailureCause.LATE, FailureCause.CPU_TIME}:
        return FormulaRefusal("TOO_SLOW", "the query takes longer than the settings allow")
    if (
        lost.why is FailureCause.MEMORY or lost.signal == signal.SIGKILL
    ):  # of a kernel without memory
        return FormulaRefusal("TOO_LARGE", "the query takes more memory than the settings allow")
    log.error("a worker of formulas crashed", extra={"signal": lost.signal})
    return FormulaRefusal("ENGINE_FAILED", f"the engine crashed with signal {lost.signal}")
