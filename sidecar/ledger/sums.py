"""Exact sums of amounts in a database, whose own integers have eight bytes.

Units are added in two parts, since SQLite ends a sum that passes eight bytes.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, func

from sidecar.ledger.tables import nanos
from sidecar.settlement.model import EXACT, joined

_PART = 10**9


def columns(table: Table, name: str) -> list[ColumnElement[Any]]:
    """The columns of a statement that add up an amount, for ``amount`` to read."""
    units, rest = table.c[name], table.c[nanos(name)]
    parts = {f"{name}_high": units // _PART, f"{name}_low": units % _PART, nanos(name): rest}
    return [func.sum(part).label(label) for label, part in parts.items()]


def amount(row: Row[Any], name: str) -> Decimal:
    """The sum of an amount in a row of at least one entry."""
    found = row._mapping
    high, low, rest = (int(found[label]) for label in (f"{name}_high", f"{name}_low", nanos(name)))
    with localcontext(EXACT):
        return joined(high * _PART + low, rest)
