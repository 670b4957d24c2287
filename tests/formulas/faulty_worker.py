"""A worker with faults: which one it has depends on the function that a query calls."""

from __future__ import annotations

import ctypes
import os
import signal
from decimal import Decimal

import duckdb

from sidecar.formulas import worker
from sidecar.formulas.worker import compute_value

FAULTS = {
    "min(": "a bug",
    "max(": "a crash",
    "avg(": "no memory",
    "median(": "no memory for the engine",
    "first(": "leaves",
    "last(": "a fault of the engine",
}


def faulty(connection: duckdb.DuckDBPyConnection, query: str) -> Decimal:
    """Give the value of a query that has no fault."""
    match next((fault for name, fault in FAULTS.items() if name in query), ""):
        case "a bug":
            raise KeyError("a cell of the evidence")
        case "a crash":
            ctypes.string_at(0)
        case "no memory":
            raise MemoryError
        case "no memory for the engine":
            os.kill(os.getpid(), signal.SIGABRT)
        case "leaves":
            os._exit(3)
        case "a fault of the engine":
            raise duckdb.InternalException("a cell of the evidence")
    return compute_value(connection, query)


if __name__ == "__main__":
    worker.compute_value = faulty
    worker.main()
