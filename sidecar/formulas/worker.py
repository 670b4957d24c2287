"""The process that runs formulas: the tables of one request, then one query after another.

The engine is a million lines of C++ that reads what anybody wrote. Here it may run endlessly, eat
memory or crash: a query is interrupted past its processor time, the kernel ends the process past
that and past its memory, and ``engine``, which asks, ends it past the patience of a request. Each
request has a database of its own, which is thrown away before the next question. To drop its tables
and keep it would gain nothing: the next one is made while nobody waits for it.

    python -P -m sidecar.formulas.worker DESCRIPTOR
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import duckdb

from sidecar.formulas.alarm import Alarm
from sidecar.formulas.columns import Tables
from sidecar.formulas.database import connect, lock, refusal
from sidecar.formulas.gate import judge
from sidecar.formulas.grounds import Grounds
from sidecar.formulas.loading import load
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.rows_read import cells_read
from sidecar.formulas.statement import examine
from sidecar.formulas.tree import parse
from sidecar.formulas.value import value
from sidecar.formulas.variants import Variants

Answer = dict[str, Any]

_JUDGING = 3
"""Times that the gate may take as long as a query, since it runs it again over changed data."""
_GRACE = 2
"""Times that a process may take as long as all that, where the engine does not hear the alarm."""
_COPIES = 4
"""Of what came, in memory while it is made into tables."""
_CELL_BYTES = 48
"""That a cell takes at the same time, as an object and in the engine."""
_OWN_BYTES = 256 << 20
"""Memory that the process may take besides, for itself."""
_HELD = Path("/proc/self/statm")


class Session:
    """The tables of one request."""

    def __init__(self, alarm: Alarm) -> None:
        self._alarm = alarm
        self._connection = connect()
        self._words = ""
        self._tables: Tables = {}

    def open(
        self,
        tables: Sequence[Mapping[str, Any]],
        words: str,
        memory_bytes: int,
        payloads: Sequence[bytearray],
    ) -> Answer:
        """Take the tables."""
        cells = sum(table["rows"] * len(table["columns"]) for table in tables)
        size = _COPIES * sum(map(len, payloads)) + _CELL_BYTES * cells
        _allow(memory_bytes + size)
        self._tables = load(self._connection, tables, iter(payloads))
        lock(self._connection, memory_bytes + size)
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
            found = value(connection, query)
            cells = cells_read(connection, tree, examined.reads)
        with self._alarm.after(_JUDGING * timeout_s, connection):
            variants = Variants(connection, self._tables, tree, examined)
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


def main() -> None:
    """Answer until the other side closes the connection."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        _serve(Connection(int(sys.argv[1])))
    except EOFError:
        return
    except MemoryError:
        os.kill(os.getpid(), signal.SIGKILL)  # as the kernel does where there is none left
    except Exception:
        os._exit(1)  # at once: anyone who asks sees how this ended, not a pipe that closed before


def _serve(connection: Connection[bytes, bytes]) -> None:
    alarm = Alarm()
    session = Session(alarm)
    while True:
        question = json.loads(connection.recv_bytes())
        asked = question.pop("question")
        if asked == "close":
            session.close()
            session = Session(alarm)  # while nobody waits for it
            continue
        if asked == "open":
            sizes = question.pop("sizes")
            _allow(sum(sizes))
            question["payloads"] = [_received(connection, size) for size in sizes]
        answer = _answered(getattr(session, asked), question)
        connection.send_bytes(json.dumps(answer).encode())


def _answered(ask: Callable[..., Answer], question: Mapping[str, Any]) -> Answer:
    cpu_s = _GRACE * (1 + _JUDGING) * question.get("timeout_s", 0)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        return ask(**question)
    except Refusal as error:
        refused = error
    except duckdb.Error as error:
        refused = refusal(error)
    except RecursionError:
        refused = Refusal("TOO_COMPLEX", "the query has too many levels")
    except MemoryError:
        raise  # ends the process: little of it would go on working
    except Exception as error:
        refused = Refusal("ENGINE_FAILED", f"{type(error).__name__} while the query was run")
        where = traceback.format_tb(error.__traceback__)  # what it says may hold cells
        return {"reason": refused.reason, "message": refused.message, "where": "".join(where)}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {"reason": refused.reason, "message": refused.message}


def _allow(size: int) -> None:
    """Let the process take so much memory more.

    What requests before have given back counts as taken, since the allocator keeps its addresses.
    """
    held = int(_HELD.read_text("ascii").split()[5]) if _HELD.exists() else 0
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    limit = held * resource.getpagesize() + _OWN_BYTES + size
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def _received(connection: Connection[bytes, bytes], size: int) -> bytearray:
    buffer = bytearray(size)
    have = 0
    while have < size:
        have += connection.recv_bytes_into(buffer, have)
    return buffer


if __name__ == "__main__":
    main()
