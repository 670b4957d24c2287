"""The audit log of real settlements, and their trial balance, on both databases."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from locked_files import EXCLUSIVE, NORMAL, locked
from settled import reversing, settling
from sqlalchemy import Connection, update

from sidecar.ledger.model import ReversalRequest, SettlementRequest
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

    def settle(self, *wanted: SettlementRequest | ReversalRequest) -> None:
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


def test_copies_of_records_are_checked_by_the_log(
    books: Books, verifyd: Run, tmp_path: Path
) -> None:
    file, copies = tmp_path / "audit.jsonl", tmp_path / "records.jsonl"
    wanted = ("--out", file, "--records", copies)
    assert verifyd("audit", "export", "--config", books.config, *wanted).status == 0
    said = [json.loads(line) for line in copies.read_text().splitlines()]
    assert said[0] == {"record": {"number": 0}, "sequence": 1, "tenant": "acme"}
    assert len(said) == 3  # a reversal has none
    copies.write_text("".join(json.dumps(one) + "\n" for one in said))
    ran = verifyd("audit", "verify", file, "--records", copies)
    assert (ran.status, "whole: 4 records of 2 tenants; 3 copies agree\n" in ran.out) == (0, True)
    said[1]["record"]["number"] = 7
    copies.write_text("".join(json.dumps(one) + "\n" for one in said))
    ran = verifyd("audit", "verify", file, "--records", copies)
    assert ran.status == 1
    assert ran.out.startswith(f"{copies}:2: the copy has another digest than the audit log")
    assert '(tenant "acme", record 2) [RECORD_DIFFERS]' in ran.out
    none = verifyd("audit", "verify", file, "--records", tmp_path / "none")
    assert (none.status, "[FILE_UNREADABLE]" in none.err) == (2, True)


@pytest.mark.parametrize("command", ["export", "balance", "reconcile", "checkpoint"])
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
        "difference": {
            "code": "VALUE_DIFFERS",
            "message": "the table has another value than the log",
            "sequence": 1,
            "entry": settling(2, "zoo").key.entry_id,
            "table": "postings",
            "column": "amount",
            "logged": "1",
            "found": "2",
        },
    }


def test_books_that_were_cooked(books: Books, verifyd: Run, tmp_path: Path) -> None:
    """A settlement and its postings say another amount, and add up."""
    first = settling(0, "acme").key.entry_id
    whole = verifyd("audit", "reconcile", "--config", books.config)
    assert whole.status == 0
    assert whole.out.endswith(": every row agrees with the audit log: 4 records of 2 tenants\n")
    own = SETTLEMENTS.c.id == first
    books.sql(update(SETTLEMENTS).where(own).values(base=90, total=90))
    for account, amount in (("agent:agent-0", 90), ("consumer:consumer", -90)):
        place = POSTINGS.c.tenant == "acme", POSTINGS.c.sequence == 1
        books.sql(
            update(POSTINGS).where(*place, POSTINGS.c.account == account).values(amount=amount)
        )
    told = f'tenant "acme", record 1, entry {first}: settlements.total: the log says 10, the table'
    ran = verifyd("audit", "reconcile", "--config", books.config)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == f"{told} has 90 [VALUE_DIFFERS]\n"
    ran = verifyd("audit", "balance", "--config", books.config)
    assert ran.status == 1
    assert 'tenant "acme": DIFFERS FROM THE AUDIT LOG\n' in ran.out
    assert f"  {told} has 90 [VALUE_DIFFERS]\n" in ran.out
    file = tmp_path / "audit.jsonl"
    ran = verifyd("audit", "export", "--config", books.config, "--out", file)
    assert ran.status == 1
    assert f"{told} has 90 [VALUE_DIFFERS]\n" in ran.err
    assert verifyd("audit", "verify", file).status == 0  # the log itself is whole
    zoo = verifyd("audit", "reconcile", "--config", books.config, "--tenant", "zoo")
    assert (zoo.status, "audit log: 1 record of 1 tenant\n" in zoo.out) == (0, True)
    ran = verifyd("audit", "reconcile", "--config", books.config, "--format", "json")
    acme, zoo_said = json.loads(ran.out)
    assert (acme["records"], acme["difference"]["column"]) == (0, "total")
    assert zoo_said == {"tenant": "zoo", "records": 1, "difference": None}
    none = verifyd("audit", "reconcile", "--config", books.config, "--tenant", "nobody")
    assert (none.status, "[TENANT_UNKNOWN]" in none.err) == (2, True)


@pytest.mark.parametrize(
    ("statement", "place"),
    [
        ("UPDATE audit_heads SET lines = 'many'", "audit_heads.lines"),
        ("UPDATE audit_heads SET tenant = 'acme' WHERE tenant = CAST('acme' AS BLOB)", ""),
        ("UPDATE audit_lines SET line = CAST(line AS TEXT)", "audit_lines.line"),
        ("UPDATE audit_lines SET line = x'ff'", "audit_lines.line"),
        ("UPDATE postings SET amount = 'much'", "postings.amount"),
        ("UPDATE postings SET amount = -9223372036854775808", "postings.amount"),
        ("UPDATE settlements SET agent_id = x'ff00'", "settlements.agent_id"),
        ("UPDATE settlements SET sequence = sequence + 0.5", "settlements: the row is missing ["),
        ("UPDATE outcome_records SET document = 7", "outcome_records.document"),
    ],
)
def test_rows_that_are_none(verifyd: Run, tmp_path: Path, statement: str, place: str) -> None:
    """SQLite lets somebody write anything anywhere: it is named, and no fault of verifyd's."""
    books = Books(f"sqlite://{tmp_path}/v.db", tmp_path)
    books.settle(settling(0, "acme"), settling(1, "acme"))
    with sqlite3.connect(tmp_path / "v.db") as connection:
        connection.execute(statement)
    ran = verifyd("audit", "reconcile", "--config", books.config)
    assert (ran.status, ran.err) == (1, "")
    assert 'tenant "acme"' in ran.out
    assert f": {place}" in ran.out
    for words in (["balance"], ["export", "--out", tmp_path / "audit.jsonl"]):
        assert verifyd("audit", *words, "--config", books.config).status == 1, words


def test_a_settlement_that_says_another_total(books: Books, verifyd: Run) -> None:
    books.sql(update(SETTLEMENTS).where(SETTLEMENTS.c.tenant == "zoo").values(total=2))
    ran = verifyd("audit", "balance", "--config", books.config)
    assert ran.status == 1
    assert 'tenant "zoo": DOES NOT ADD UP' in ran.out
    assert f"wrong postings: settlement {settling(2, 'zoo').key.entry_id}" in ran.out


def test_a_locked_file_is_given_up(verifyd: Run, tmp_path: Path) -> None:
    file = tmp_path / "v.db"
    books = Books(f"sqlite://{file}", tmp_path)
    books.settle(settling(0, "acme"))
    books.config.write_text(f"store: {{url: 'sqlite://{file}', timeout_s: 0.2}}")
    with locked(file, EXCLUSIVE):
        for words in (["balance"], ["reconcile"], ["export", "--out", tmp_path / "a"]):
            ran = verifyd("audit", *words, "--config", books.config)
            assert (ran.status, ran.out) == (3, ""), words
            assert "[STORE_UNAVAILABLE]" in ran.err
        assert verifyd("store", "migrate", "--config", books.config).status == 3
    with locked(file, NORMAL):  # for writers alone
        books.config.write_text(f"store: {{url: 'sqlite://{file}', timeout_s: 10}}")
        assert verifyd("audit", "reconcile", "--config", books.config).status == 0
