"""Settlements for tests, ledgers in stores, and what must hold of them whatever happened."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Table, select
from stored import ENOUGH_S, opened

from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import IdempotencyKey, Parties, ReversalRequest, SettlementRequest
from sidecar.ledger.statements import TrialBalance
from sidecar.ledger.tables import LINES
from sidecar.model.digests import to_canonical_json
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settlement.calculation import settle
from sidecar.settlement.model import Terms
from sidecar.store.store import Store


def settling(number: int, tenant: str = "local", **changes: Any) -> SettlementRequest:
    """A settlement: ``base``, ``bonus``, ``penalty``, ``currency``, fields of key and parties."""
    key = {"contract_id": f"contract-{number % 3}", "key": f"key-{number}"}
    key["body_digest"] = hashlib.sha256(b"%d" % number).hexdigest()
    parties = {"agent_id": f"agent-{number % 2}", "consumer_id": "consumer", "domain": "d\u00e9"}
    for fields in (key, parties):
        fields |= {name: changes.pop(name) for name in [*fields] if name in changes}
    currency = changes.pop("currency", "USD")
    base, bonus, penalty = (
        Decimal(changes.pop(name, default))
        for name, default in (("base", number + 1), ("bonus", "0.125"), ("penalty", 0))
    )
    document = to_canonical_json({"number": number})
    made = SettlementRequest(
        key=IdempotencyKey(tenant=tenant, **key),
        parties=Parties(**parties),
        currency=currency,
        breakdown=settle(Terms(currency=currency, base=base), bonus, penalty, rounds=False),
        success=number % 2 == 0,
        document=document,
        record_digest=hashlib.sha256(document).hexdigest(),
        actor="token:local",
    )
    return replace(made, **changes)


def reversing(settled: SettlementRequest, key: str = "back", **changes: Any) -> ReversalRequest:
    """What takes a settlement back."""
    digest = hashlib.sha256(f"{key}{settled.key.entry_id}".encode()).hexdigest()
    made = ReversalRequest(
        key=replace(settled.key, key=key, body_digest=digest),
        settlement_id=settled.key.entry_id,
        reason="was wrong",
        actor="token:other",
    )
    return replace(made, **changes)


@asynccontextmanager
async def ledger_at(url: str, of_store: Any = None, **settings: Any) -> AsyncIterator[Ledger]:
    """A ledger in a store that is ready."""
    async with opened(url, **(of_store or {})) as store:
        ledger = Ledger(store, OutcomesSettings(**settings))
        try:
            yield ledger
        finally:
            await ledger.stop()


async def rows(store: Store, table: Table) -> list[Any]:
    """All rows of a table."""

    def found(connection: Connection) -> Sequence[Any]:
        return (connection.execute(select(table))).all()

    return [*await store.run(found, ENOUGH_S)]


async def check_books(ledger: Ledger, tenant: str = "local") -> TrialBalance:
    """Check the audit log and the balances of a tenant; returns the balances."""
    trial = await ledger.trial_balance(tenant, ENOUGH_S)
    assert trial.holds
    lines = [row for row in await rows(ledger._store, LINES) if row.tenant == tenant]
    previous = "0" * 64
    totals: dict[tuple[str, str], Decimal] = {}
    for number, row in enumerate(sorted(lines, key=lambda row: row.sequence), 1):
        told = json.loads(row.line)
        rest = {name: told[name] for name in sorted(told) if name != "digest"}
        covered = json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
        assert told["digest"] == hashlib.sha256(covered.encode()).hexdigest()
        assert (told["v"], told["tenant"], told["sequence"]) == (2, tenant, number)
        assert (told["previous"], told["digest"], row.sequence) == (previous, row.digest, number)
        previous = row.digest
        for account, sign in ((f"agent:{told['agent_id']}", 1), ("consumer:consumer", -1)):
            key = account, told["currency"]
            totals[key] = totals.get(key, Decimal(0)) + sign * Decimal(told["total"])
    # The log and the ledger say the same.
    assert totals == {tuple(account): amount for account, amount in trial.balances.items()}
    return trial
