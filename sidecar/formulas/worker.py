"""The process that runs formulas: the tables of one request, then one query after another.

The engine is a million lines of C++ that reads what anybody wrote. Here it may run endlessly, eat
memory or crash: a query is interrupted past its processor time, the kernel ends the process past
that and past its memory, and ``engine``, which asks, ends it past the patience of a request. Each
request has a database of its own, which is thrown away before the next question. To drop its tables
and keep it would gain nothing: the next one is made while nobody waits for it.

    python -P -m sidecar.formulas.worker DESCRIPTOR
"""

from __future__ import annotations

import math
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from typing import Any

import duckdb

from sidecar.formulas.columns import Tables
from sidecar.formulas.gate import QueryVariants, judge
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.loading import connect, find_cells, load, lock, make_refusal
from sidecar.formulas.statement import examine
from sidecar.formulas.tree import Refusal, parse
from sidecar.workers.serving import Answer, serve

# Interrupts the engine where it takes more processor time than it may.

_LOOK_S = 0.01


class QueryTimer:
    """Looks at the clock beside the engine, in a thread that ends with the process.

    Time is that of the processor, so that a busy machine changes no report.
    """

    def __init__(self) -> None:
        self._set = threading.Event()
        self._lock = threading.Lock()
        self._end = 0.0
        self._connection: duckdb.DuckDBPyConnection | None = None
        threading.Thread(target=self._watch, daemon=True).start()

    @contextmanager
    def after(self, cpu_s: float, connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Interrupt what a connection does in this block past some seconds."""
        self._end = time.process_time() + cpu_s
        self._connection = connection
        self._set.set()
        try:
            yield
        finally:
            with self._lock:
                self._set.clear()
                self._connection = None

    def _watch(self) -> None:
        while self._set.wait():
            time.sleep(_LOOK_S)
            with self._lock:  # so that no block hears the alarm of the one before
                if self._connection and self._set.is_set() and time.process_time() >= self._end:
                    with suppress(duckdb.Error):  # it may be closed; the thread goes on
                        self._connection.interrupt()  # again and again: it may do nothing yet


# The value of a query: one finite number, and nothing else.


def compute_value(connection: duckdb.DuckDBPyConnection, query: str) -> Decimal:
    """Run a query.

    Raises:
        Refusal: Its result is not one finite number.
        duckdb.Error: It fails.
    """
    connection.execute(query)
    columns = len(connection.description or ())
    if columns != 1:
        raise Refusal("NOT_ONE_VALUE", f"the query gives {columns} columns")
    rows = connection.fetchmany(2)
    if len(rows) != 1:
        raise Refusal("NOT_ONE_VALUE", f"the query gives {'several rows' if rows else 'no row'}")
    return read_cell_number(rows[0][0])


def read_cell_number(cell: object) -> Decimal:
    """A cell of a result as the number that it is.

    Raises:
        Refusal: It is none.
    """
    if isinstance(cell, Decimal) or (isinstance(cell, int) and not isinstance(cell, bool)):
        return Decimal(cell)
    if isinstance(cell, float) and math.isfinite(cell):
        return Decimal(repr(cell))
    shown = "NULL" if cell is None else cell if isinstance(cell, float) else type(cell).__name__
    raise Refusal("NOT_A_NUMBER", f"the value is {shown}")


JUDGING = 3
"""Times that the gate may take as long as a query, since it runs it again over changed data."""


class FormulaSession:
    """The tables of one request."""

    def __init__(self, alarm: QueryTimer) -> None:
        self._alarm = alarm
        self._connection = connect()
        self._words = ""
        self._tables: Tables = {}

    def open(
        self,
        tables: Sequence[Mapping[str, Any]],
        words: str,
        memory_bytes: int,
        payloads: Sequence[bytearray] = (),
    ) -> Answer:
        """Take the tables; the engine gets so much memory."""
        self._tables = load(self._connection, tables, iter(payloads))
        lock(self._connection, memory_bytes)
        self._words = words
        return {}

    def run(
        self, query: str, low: str, high: str, numbers: Sequence[str], timeout_s: float
    ) -> Answer:
        """The value of a query that the gate lets pass, and what it reads."""
        grounds = Grounds(self._words, tuple(map(Decimal, numbers)))
        connection = self._connection
        with self._alarm.after(timeout_s, connection):
            tree = parse(connection, query)
            examined = examine(tree, self._tables, grounds)
            found = compute_value(connection, query)
            cells = find_cells(connection, tree, examined.reads)
        with self._alarm.after(JUDGING * timeout_s, connection):
            variants = QueryVariants(connection, self._tables, tree, examined)
            judge(variants, examined, found, Decimal(low), Decimal(high))
        return {
            "value": str(found),
            "reads": examined.reads,
            "selects": examined.selects,
            "cells": cells,
        }

    def close(self) -> None:
        """Throw the tables away."""
        self._connection.close()


class FormulaHandlers:
    """Of questions about formulas."""

    def __init__(self) -> None:
        self._alarm = QueryTimer()
        self._session = FormulaSession(self._alarm)
        self._is_over = False

    def open(self, **told: Any) -> Answer:
        """See ``FormulaSession.open``."""
        return _answered(self._session.open, told)

    def run(self, **told: Any) -> Answer:
        """See ``FormulaSession.run``."""
        return _answered(self._session.run, told)

    def close(self) -> Answer:
        """End the request."""
        self._is_over = True
        return {}

    def renew(self) -> None:
        """Have a session for the next request, while nobody waits for it."""
        if self._is_over:
            self._session.close()
            self._session = FormulaSession(self._alarm)
            self._is_over = False


def _answered(ask: Callable[..., Answer], told: Mapping[str, Any]) -> Answer:
    try:
        return ask(**told)
    except Refusal as error:
        refused = error
    except duckdb.Error as error:
        refused = make_refusal(error)
    except RecursionError:
        refused = Refusal("TOO_COMPLEX", "the query has too many levels")
    except MemoryError:
        raise
    except Exception as error:
        refused = Refusal("ENGINE_FAILED", f"{type(error).__name__} while the query was run")
        where = traceback.format_tb(error.__traceback__)  # what it says may hold cells
        return {"reason": refused.reason, "message": refused.message, "where": "".join(where)}
    return {"reason": refused.reason, "message": refused.message}


def main() -> None:
    """Answer until the other side closes the connection."""
    handlers = FormulaHandlers()
    asked = {"open": handlers.open, "run": handlers.run, "close": handlers.close}
    serve(asked, on_top=True, idle=handlers.renew)


if __name__ == "__main__":
    main()
