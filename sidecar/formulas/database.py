"""A database in memory that sees nothing of the machine, with settings that stay."""

from __future__ import annotations

import re

import duckdb

from sidecar.formulas.refusals import Refusal

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "temp_directory": "",  # nothing is written to disk
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "home_directory": "/",  # messages may name it
    "pandas_analyze_sample": 0,  # text stays text, whatever it looks like
}
_FAULTY = "late_materialization,compressed_materialization"
"""Optimizers of DuckDB 2.0 that fail over ORDER BY with LIMIT: the first where rows are filtered by
their number, as in copies, the second where no row is left (duckdb/duckdb issue 25886)."""
_LONGEST = 200  # characters of a message
_WHERE = re.compile(r"\n\s*LINE \d+:.*", re.DOTALL)  # repeats the query


def connect() -> duckdb.DuckDBPyConnection:
    """A new and empty database."""
    connection = duckdb.connect(":memory:", config=_CONFIG)
    connection.execute(f"SET disabled_optimizers = '{_FAULTY}'")
    return connection


def lock(connection: duckdb.DuckDBPyConnection, memory_bytes: int) -> None:
    """Let a database have so much memory, and let it see nothing but what it holds."""
    connection.execute(f"SET memory_limit = '{memory_bytes}B'")
    connection.execute("SET python_enable_replacements = false")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def refusal(error: duckdb.Error) -> Refusal:
    """What an error of the engine says of a query."""
    reason = "SQL_INVALID"
    if isinstance(error, duckdb.InterruptException):
        return Refusal("TOO_SLOW", "the query takes longer than the settings allow")
    if isinstance(error, duckdb.InternalException | duckdb.FatalException):
        return Refusal("ENGINE_FAILED", f"{type(error).__name__} of the engine")
    if isinstance(error, duckdb.OutOfMemoryException):
        reason = "TOO_LARGE"
    message = " ".join(_WHERE.sub("", str(error)).split())
    return Refusal(reason, message[:_LONGEST])
