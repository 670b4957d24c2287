"""Exact sums of amounts in a database, whose own integers have eight bytes.

Units are added in two parts, since SQLite ends a sum that passes eight bytes.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, case, func

from sidecar.ledger.tables import nanos
from sidecar.settlement.model import EXACT, joined

_PART = 10**9


def columns(
    table: Table, name: str, where: ColumnElement[bool] | None = None, label: str = ""
) -> list[ColumnElement[Any]]:
    """The columns of a statement that add up an amount, for ``amount`` to read.

    Args:
        table: Where it stands.
        name: Of the amount.
        where: Which rows count; all of them if it is not given.
        label: What the sum is called; as the amount if it is empty.
    """
    label = label or name
    units, rest = table.c[name], table.c[nanos(name)]
    parts = {f"{label}_high": units // _PART, f"{label}_low": units % _PART, nanos(label): rest}
    return [
        func.sum(part if where is None else case((where, part), else_=0)).label(called)
        for called, part in parts.items()
    ]


def amount(row: Row[Any], label: str) -> Decimal:
    """The sum of that name in a row; 0 of no rows."""
    found = row._mapping
    high, low, rest = (
        int(found[called] or 0) for called in (f"{label}_high", f"{label}_low", nanos(label))
    )
    with localcontext(EXACT):
        return joined(high * _PART + low, rest)
