"""How fast are settlements written, beside rows that are only inserted?

    python -m bench.settlements [URL ...]

For each store, a file of SQLite if none is named: a loop inserts rows over the bare driver, one in
each transaction, and then as many in each as a settlement has; the ledger writes settlements, each
with its postings, its record and its line of the audit log, for one client and for many at once.
All wait for the disk. Printed is how many transactions or settlements there are in a second, and
those of many clients for each bare transaction of one row, and of as many rows. A PostgreSQL must
wait for its disk (``fsync``, ``synchronous_commit``), and may be written to.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import itertools
import os
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from bench.scoring import table
from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import IdempotencyKey, Parties, SettlementRequest
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settlement.calculation import settle
from sidecar.settlement.model import Terms
from sidecar.store.settings import StoreAddress, StoreSettings
from sidecar.store.store import Store

SECONDS = 5.0
MANY = 64
ROUNDS = 3
ROWS = 5  # a settlement, two postings, a record, a line
_ROW = ("settlement", "contract", "agent", "consumer", 1_234, "USD", "x" * 400)
_COLUMNS = (
    "id TEXT, contract TEXT, agent TEXT, consumer TEXT, total BIGINT, currency TEXT, more TEXT"
)
_MADE = f"CREATE TABLE IF NOT EXISTS bench_rows ({_COLUMNS})"
_ENOUGH_S = 60.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.settlements",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("urls", nargs="*", metavar="URL", help="of a store")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each figure")
    options = parser.parse_args(argv)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for url in options.urls or [f"sqlite://{folder}/v.db"]:
            for number in range(1, ROUNDS + 1):
                rows.append(asyncio.run(_round(url, number, options.seconds)))
    print(table(rows))
    return 0


async def _round(url: str, number: int, seconds: float) -> dict[str, object]:
    """The figures of one round. What is compared is measured in turns: disks have moods."""
    store = Store(StoreSettings(url=url, migrate=True, timeout_s=_ENOUGH_S))
    await store.open()
    ledger = Ledger(store, OutcomesSettings())
    wanted = _settlements(f"{number} {time.time_ns()}")

    async def one() -> None:
        await ledger.add(next(wanted), _ENOUGH_S)

    bare = await _bare(store.address, seconds, 1)
    rows = await _bare(store.address, seconds, ROWS)
    alone = await _paced(one, 1, seconds)
    many = await _paced(one, MANY, seconds)
    await ledger.stop()
    await store.close()
    return {
        "store": store.address.kind,
        "round": number,
        "1 row/s": round(bare),
        f"{ROWS} rows/s": round(rows),
        "settlements/s of 1 client": round(alone),
        f"of {MANY}": round(many),
        "to 1 row": f"{many / bare:.2f}",
        f"to {ROWS}": f"{many / rows:.2f}",
    }


async def _paced(one: Callable[[], Awaitable[None]], clients: int, seconds: float) -> float:
    """How often clients get it done in a second, each after the other."""
    until, done = time.perf_counter() + seconds, 0

    async def client() -> None:
        nonlocal done
        while time.perf_counter() < until:
            await one()
            done += 1

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    return done / (time.perf_counter() - started)


async def _bare(address: StoreAddress, seconds: float, rows: int) -> float:
    """Transactions of so many rows that a loop makes in a second over the driver alone."""
    if address.kind == "sqlite":
        return await asyncio.to_thread(_bare_sqlite, address.database, seconds, rows)
    import asyncpg  # noqa: PLC0415 (of one database)

    connection: Any = await asyncpg.connect(
        host=address.host,
        port=address.port,
        user=address.user,
        database=address.database,
        password=os.environ.get("PGPASSWORD"),
    )
    await connection.execute(_MADE)
    statement = await connection.prepare("INSERT INTO bench_rows VALUES ($1,$2,$3,$4,$5,$6,$7)")

    async def inserted() -> None:
        async with connection.transaction():
            for _ in range(rows):
                await statement.fetch(*_ROW)

    try:
        return await _paced(inserted, 1, seconds)
    finally:
        await connection.close()


def _bare_sqlite(path: str, seconds: float, rows: int) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(_MADE)
    started, done = time.perf_counter(), 0
    while time.perf_counter() < started + seconds:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(rows):
            connection.execute("INSERT INTO bench_rows VALUES (?,?,?,?,?,?,?)", _ROW)
        connection.execute("COMMIT")
        done += 1
    connection.close()
    return done / (time.perf_counter() - started)


def _settlements(run: str) -> Iterator[SettlementRequest]:
    """Settlements, each with a key of its own."""
    terms = Terms(currency="USD", base=Decimal("12.5"))
    for number in itertools.count():
        document = b'{"number":%d,"more":"%s"}' % (number, b"x" * 2000)
        digest = hashlib.sha256(document).hexdigest()
        yield SettlementRequest(
            key=IdempotencyKey(
                tenant="bench",
                contract_id=f"contract-{number % 100}",
                key=f"{run} {number}",
                body_digest=digest,
            ),
            parties=Parties(agent_id=f"agent-{number % 10}", consumer_id="consumer"),
            currency="USD",
            breakdown=settle(terms, Decimal("0.125"), Decimal(0), rounds=False),
            success=True,
            document=document,
            actor="local",
            record_digest=digest,
        )


if __name__ == "__main__":
    raise SystemExit(main())
