"""The audit log of real settlements, and their trial balance, on both databases."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from settled import reversing, settling
from sqlalchemy import Connection, update

from sidecar.ledger.model import Reversing, Settling
from sidecar.ledger.tables import POSTINGS, SETTLEMENTS
from sidecar.ledger.writing import write
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

Run = Callable[..., Any]
NOW_US = 1_795_000_000_000_000


class Books:
    """A store with settlements, and the command.

    Attributes:
        config: Settings that name it.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self._url = url
        self.config = folder / "settings.yaml"
        self.config.write_text(f"store: {{url: '{url}'}}")

    def run(self, work: Callable[[Connection, Store], Any]) -> None:
        async def run() -> None:
            store = Store(StoreSettings(url=self._url, migrate=True))
            await store.run(lambda connection: work(connection, store), 10, writes=True)
            await store.close()

        asyncio.run(run())

    def settle(self, *wanted: Settling | Reversing) -> None:
        self.run(lambda connection, store: write(connection, store, wanted, NOW_US, keeps=True))

    def sql(self, statement: Any) -> None:
        self.run(lambda connection, _: connection.execute(statement))


@pytest.fixture
def books(store_url: str, tmp_path: Path) -> Books:
    made = Books(store_url, tmp_path)
    first = settling(0, "acme", base="10.01", bonus=0)
    yen = settling(1, "acme", base=500, bonus=0, currency="JPY", agent_id="agent-0")
    made.settle(first, yen, settling(2, "zoo", base=1, bonus=0), reversing(first))
    return made


def test_a_real_log_is_whole(books: Books, verifyd: Run, tmp_path: Path) -> None:
    file = tmp_path / "audit.jsonl"
    exported = verifyd("audit", "export", "--config", books.config, "--out", file)
    assert (exported.status, "4 records of 2 tenants" in exported.err) == (0, True)
    assert verifyd("audit", "verify", file).status == 0
    said = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(one["tenant"], one["kind"], one["total"]) for one in said] == [
        ("acme", "settlement", "10.01"),
        ("acme", "settlement", "500"),
        ("acme", "reversal", "-10.01"),
        ("zoo", "settlement", "1.00"),
    ]


@pytest.mark.parametrize("command", ["export", "balance", "checkpoint"])
def test_a_database_that_is_not_there_is_not_made(
    verifyd: Run, tmp_path: Path, command: str
) -> None:
    """Else a name that is wrong would be a log without a fault."""
    config, missing = tmp_path / "settings.yaml", tmp_path / "folder" / "none.db"
    config.write_text(f"store: {{url: 'sqlite:///{missing}'}}")
    options = ["--key", str(tmp_path / "private.pem")] if command == "checkpoint" else []
    done = verifyd("audit", command, "--config", config, *options)
    assert (done.status, done.out) == (2, "")
    assert f"cannot read {missing}: no such file [FILE_UNREADABLE]" in done.err
    assert not missing.parent.exists()


def test_the_trial_balance_of_nothing(store_url: str, verifyd: Run, tmp_path: Path) -> None:
    books = Books(store_url, tmp_path)
    books.settle()
    done = verifyd("audit", "balance", "--config", books.config)
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith(": no settlements\n")


def test_the_trial_balance(books: Books, verifyd: Run) -> None:
    ran = verifyd("audit", "balance", "--config", books.config)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        'tenant "acme": adds up',
        "  JPY              500  agent:agent-0",
        "  JPY             -500  consumer:consumer",
        "  USD             0.00  agent:agent-0",
        "  USD             0.00  consumer:consumer",
        'tenant "zoo": adds up',
        "  USD             1.00  agent:agent-0",
        "  USD            -1.00  consumer:consumer",
    ]
    alone = verifyd("audit", "balance", "--config", books.config, "--tenant", "zoo")
    assert alone.out == "\n".join(ran.out.splitlines()[5:]) + "\n"
    none = verifyd("audit", "balance", "--config", books.config, "--tenant", "nobody")
    assert (none.status, "[TENANT_UNKNOWN]" in none.err) == (2, True)


def test_postings_that_do_not_add_up(books: Books, verifyd: Run) -> None:
    books.sql(update(POSTINGS).where(POSTINGS.c.amount == 1).values(amount=2))
    ran = verifyd("audit", "balance", "--config", books.config, "--format", "json")
    assert ran.status == 1
    acme, zoo = json.loads(ran.out)
    assert (acme["whole"], acme["unbalanced"]) == (True, [])
    assert zoo == {
        "tenant": "zoo",
        "whole": False,
        "balances": [
            {"account": "agent:agent-0", "currency": "USD", "amount": "2.00"},
            {"account": "consumer:consumer", "currency": "USD", "amount": "-1.00"},
        ],
        "unbalanced": [settling(2, "zoo").key.entry_id],
    }


def test_a_settlement_that_says_another_total(books: Books, verifyd: Run) -> None:
    books.sql(update(SETTLEMENTS).where(SETTLEMENTS.c.tenant == "zoo").values(total=2))
    ran = verifyd("audit", "balance", "--config", books.config)
    assert ran.status == 1
    assert 'tenant "zoo": DOES NOT ADD UP' in ran.out
    assert f"wrong postings: settlement {settling(2, 'zoo').key.entry_id}" in ran.out
