"""The value of a query: one finite number, and nothing else."""

from __future__ import annotations

import math
from decimal import Decimal

import duckdb

from sidecar.formulas.refusals import Refusal


def value(connection: duckdb.DuckDBPyConnection, query: str) -> Decimal:
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
    return number(rows[0][0])


def number(cell: object) -> Decimal:
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
