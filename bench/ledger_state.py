"""What stands in a ledger, read from its database while no server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from sidecar.audit.verifying import verify
from sidecar.ledger.statements import compute_trial_balance
from sidecar.ledger.tables import LINES, SETTLEMENTS
from sidecar.server.auth import LOCAL
from sidecar.settings.loading import load
from sidecar.store.store import Store


class State(NamedTuple):
    """What stands in a ledger.

    Attributes:
        entries: How many there are.
        unbalanced: How many have postings that do not add up.
        balances: Of each account.
        audit_faults: What is wrong with the audit log, or with how many lines it has.
    """

    entries: int
    unbalanced: int
    balances: dict[str, Decimal]
    audit_faults: Sequence[str]


def read(config: Path) -> State:
    """What stands in the ledger of a server's settings."""
    return asyncio.run(_read(config))


async def _read(config: Path) -> State:
    store = Store(load(config, {}).store)
    await store.open()
    try:
        return await store.run(_state, float("inf"))
    finally:
        await store.close()


def _state(connection: Connection) -> State:
    entries = int(connection.scalar(select(func.count()).select_from(SETTLEMENTS)) or 0)
    trial = compute_trial_balance(connection, LOCAL)
    statement = select(LINES.c.line).order_by(LINES.c.sequence)
    lines = [row.line.encode() + b"\n" for row in connection.execute(statement)]
    verdict = verify(lines)
    faults = [] if verdict.fault is None else [str(verdict.fault)]
    if verdict.fault is None and verdict.records != entries:
        faults.append(f"the audit log has {verdict.records} lines for {entries} entries")
    balances = {account.name: amount for account, amount in trial.balances.items()}
    return State(entries, len(trial.unbalanced), balances, faults)
