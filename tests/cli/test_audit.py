"""``verifyd audit``: keys, export, checkpoints and verifying, on both databases."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from settled import settling
from sqlalchemy import Connection, delete, select, update

from bench.audit_files import book, parsed
from sidecar.ledger.tables import HEADS, LINES, POSTINGS, RECORDS, SETTLEMENTS
from sidecar.ledger.writing import write
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

Run = Callable[..., Any]
TENANTS = ("acme", "bücher", "c" * 100)
NOW_US = 1_795_000_000_000_000
_LINES = select(LINES.c.tenant, LINES.c.sequence, LINES.c.line)


class Log:
    """An audit log in a store, with the commands that are about it.

    Attributes:
        lines: What it has, or should have.
        keys: The private key and the public one.
    """

    def __init__(self, url: str, folder: Path, verifyd: Run) -> None:
        self._url, self._folder, self._verifyd = url, folder, verifyd
        self.lines: list[bytes] = []
        self._settled = 0
        self.file, self.marks = folder / "audit.jsonl", folder / "checkpoints.jsonl"
        self.keys = folder / "private.pem", folder / "public.pem"
        assert verifyd("audit", "keygen", *self.keys).status == 0
        self._config = folder / "settings.yaml"
        self._config.write_text(f"store: {{url: '{url}', migrate: true}}")
        assert verifyd("store", "migrate", "--config", self._config).status == 0

    def grow(self, *tenants: str) -> None:
        """Settle something for each tenant."""
        numbers = range(self._settled, self._settled + len(tenants))
        self._settled += len(tenants)
        wanted = [settling(*one) for one in zip(numbers, tenants, strict=True)]

        def settle(connection: Connection, store: Store) -> list[bytes]:
            done = write(connection, store, wanted, NOW_US, keeps=True)
            places = [(one.entry.key.tenant, one.entry.sequence) for one in done]  # type: ignore[union-attr]
            kept = {(row.tenant, row.sequence): row.line for row in connection.execute(_LINES)}
            return [kept[place].encode() + b"\n" for place in places]

        self.lines += self._run(settle)

    def sql(self, *statements: Any) -> None:
        """Do as somebody does who can write the database."""
        self._run(lambda connection, _: [connection.execute(each) for each in statements])

    def _run(self, work: Callable[[Connection, Store], Any]) -> Any:
        async def run() -> Any:
            store = Store(StoreSettings(url=self._url, migrate=True, timeout_s=30))
            try:
                return await store.run(lambda connection: work(connection, store), 30, writes=True)
            finally:
                await store.close()

        return asyncio.run(run())

    def export(self, *words: object) -> Any:
        return self._verifyd("audit", "export", "--config", self._config, *words)

    def checkpoint(self, *words: object) -> Any:
        given = ("--config", self._config, "--key", self.keys[0], "--out", self.marks)
        return self._verifyd("audit", "checkpoint", *given, *words)

    def verify(self, *words: object) -> Any:
        given = (self.file, "--checkpoints", self.marks, "--public-key", self.keys[1])
        return self._verifyd("audit", "verify", *given, *words)


@pytest.fixture
def log(store_url: str, tmp_path: Path, verifyd: Run) -> Log:
    made = Log(store_url, tmp_path, verifyd)
    made.grow(*TENANTS, *TENANTS, "acme")
    return made


@pytest.fixture
def quick(tmp_path: Path, verifyd: Run) -> Log:
    """The same in SQLite alone."""
    made = Log(f"sqlite://{tmp_path}/v.db", tmp_path, verifyd)
    made.grow(*TENANTS, *TENANTS, "acme")
    return made


def test_a_log_is_exported_signed_and_verified(log: Log) -> None:
    assert log.checkpoint().status == 0
    log.grow("acme", "new")
    ran = log.export("--out", log.file)
    assert (ran.status, ran.out) == (0, "")
    assert "9 records of 4 tenants" in ran.err
    assert sorted(log.file.read_bytes().splitlines(keepends=True)) == sorted(log.lines)
    told = log.verify()
    assert told.status == 0
    assert "whole: 9 records of 4 tenants, up to 3 checkpoints" in told.out
    assert "2 records of 2 tenants are past the last checkpoint: " in told.out
    assert told.out.endswith('there.\n  "acme": 1\n  "new": 1\n')
    assert log.checkpoint().err == "2 checkpoints, 2 up to date\n"
    assert "past the last" not in log.verify().out
    assert log.checkpoint().err == "0 checkpoints, 4 up to date\n"
    assert len(log.marks.read_text().splitlines()) == 5


def test_one_tenant_s_log_alone(log: Log) -> None:
    assert log.export("--out", log.file, "--tenant", "bücher").status == 0
    said = [parsed(line)["tenant"] for line in log.file.read_bytes().splitlines()]
    assert said == ["bücher", "bücher"]
    ran = log.export("--tenant", "nobody")
    assert (ran.status, "[TENANT_UNKNOWN]" in ran.err) == (2, True)


def test_a_log_of_many_pages(quick: Log) -> None:
    quick.grow(*["acme"] * 600)
    assert quick.checkpoint().status == 0
    assert quick.export("--out", quick.file).status == 0
    assert json.loads(quick.verify("--format", "json").out) == {
        "whole": True,
        "records": 607,
        "tenants": 3,
        "checkpoints": 3,
        "copies": None,
        "uncovered": 0,
        "past": [],
        "fault": None,
    }


def test_a_row_that_was_changed(log: Log) -> None:
    log.checkpoint()
    line = log.lines[3].replace(b'"key":"key-3"', b'"key":"key-9"')[:-1].decode()
    log.sql(update(LINES).where(LINES.c.tenant == "acme", LINES.c.sequence == 2).values(line=line))
    ran = log.export("--out", log.file)
    assert (ran.status, "[DIGEST_WRONG]" in ran.err) == (1, True)
    told = log.verify()
    assert told.status == 1
    assert f"{log.file}:2: " in told.out
    assert '(tenant "acme", record 2) [DIGEST_WRONG]' in told.out


def test_rows_that_were_taken_away(log: Log) -> None:
    log.checkpoint()
    before = log.marks.read_bytes()
    log.sql(delete(LINES).where(LINES.c.tenant == "acme", LINES.c.sequence == 3))
    assert "[TAIL_CUT]" in log.export("--out", log.file).err
    assert "[TAIL_CUT]" in log.verify().out
    # and the head as well, so that the store agrees with itself
    log.sql(
        update(HEADS)
        .where(HEADS.c.tenant == "acme")
        .values(lines=2, digest=parsed(log.lines[3])["digest"])
    )
    assert "[ROW_ADDED]" in log.export("--out", log.file).err
    # and everything of the settlement
    for table in (POSTINGS, RECORDS, SETTLEMENTS):
        log.sql(delete(table).where(table.c.tenant == "acme", table.c.sequence == 3))
    assert log.export("--out", log.file).status == 0
    assert "[TAIL_CUT]" in log.verify().out
    refused = log.checkpoint()
    assert (refused.status, "[TAIL_CUT]; nothing was signed" in refused.err) == (1, True)
    log.sql(delete(LINES).where(LINES.c.tenant == "acme"), delete(HEADS).where(HEADS.c.lines == 2))
    assert "[TAIL_CUT]; nothing was signed" in log.checkpoint().err
    assert log.marks.read_bytes() == before


def test_a_chain_made_anew_is_not_signed(log: Log) -> None:
    log.checkpoint()
    before = log.marks.read_bytes()
    log.sql(*map(delete, (LINES, HEADS, POSTINGS, RECORDS, SETTLEMENTS)))
    log.grow("acme", *TENANTS, *TENANTS)
    refused = log.checkpoint()
    assert (refused.status, "[HEAD_WRONG]; nothing was signed" in refused.err) == (1, True)
    log.grow("acme")
    assert "[PREVIOUS_WRONG]; nothing was signed" in log.checkpoint().err
    assert log.marks.read_bytes() == before


def test_checkpoints_that_cannot_be_trusted_are_not_appended_to(quick: Log, verifyd: Run) -> None:
    quick.checkpoint()
    whole = quick.marks.read_bytes()
    for damaged, code in (
        (whole[:-1], "CUT"),
        (whole.replace(b't":2', b't":1'), "SIGNATURE_WRONG"),
    ):
        quick.marks.write_bytes(damaged)
        ran = quick.checkpoint()
        assert (ran.status, f"[CHECKPOINT_{code}]" in ran.err) == (1, True)
        assert quick.marks.read_bytes() == damaged
    quick.marks.write_bytes(whole)
    old, quick.keys = quick.keys[1], (quick.file.with_name("a"), quick.file.with_name("b"))
    verifyd("audit", "keygen", *quick.keys)
    quick.grow("acme")
    assert "[CHECKPOINT_KEY_UNKNOWN]" in quick.checkpoint().err
    assert quick.checkpoint("--public-key", old).status == 0
    quick.export("--out", quick.file)
    assert "[CHECKPOINT_KEY_UNKNOWN]" in quick.verify().out
    assert quick.verify("--public-key", old).status == 0


def test_keys_are_made_once_and_for_their_owner(tmp_path: Path, verifyd: Run) -> None:
    pair = tmp_path / "private.pem", tmp_path / "public.pem"
    made = verifyd("audit", "keygen", *pair)
    assert re.fullmatch(r"key [0-9a-f]{16}\n", made.out)
    assert [path.stat().st_mode & 0o777 for path in pair] == [0o600, 0o644]
    before = [path.read_bytes() for path in pair]
    assert verifyd("audit", "keygen", *pair).status == 2
    assert verifyd("audit", "keygen", tmp_path / "other", pair[1]).status == 2
    assert not (tmp_path / "other").exists()
    assert [path.read_bytes() for path in pair] == before


def test_keys_that_cannot_be_used(quick: Log, tmp_path: Path) -> None:
    private, public = quick.keys
    private.chmod(0o644)
    ran = quick.checkpoint()
    assert (ran.status, "is accessible to other users" in ran.err) == (2, True)
    for key in (public, tmp_path / "nothing", quick.marks.with_name("settings.yaml")):
        quick.keys = key, public
        ran = quick.checkpoint()
        assert (ran.status, "[AUDIT_KEY_UNUSABLE]" in ran.err) == (2, True)
        assert ran.out == ""
    assert not quick.marks.exists()


def test_a_file_is_verified_without_settings_store_or_server(tmp_path: Path) -> None:
    made = book(TENANTS, 6)
    (tmp_path / "a").write_bytes(b"".join(made.lines))
    program = (
        "import sys; from sidecar.__main__ import main; status = main(sys.argv[1:])\n"
        "known = {name.partition('.')[0] for name in sys.modules}\n"
        "print(status, known & {'sqlalchemy', 'pydantic', 'grpc', 'cryptography', 'numpy'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "audit", "verify", tmp_path / "a"],
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "0 set()"


def test_without_checkpoints_it_says_what_cannot_be_seen(tmp_path: Path, verifyd: Run) -> None:
    (tmp_path / "a").write_bytes(b"".join(book(TENANTS, 6).lines[:-1]))
    ran = verifyd("audit", "verify", tmp_path / "a")
    assert ran.status == 0
    assert "cannot be seen whether records are missing at the end" in ran.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nothing"], "FILE_UNREADABLE"),
        (["."], "FILE_UNREADABLE"),
        ([".", "--checkpoints", "x"], "OPTIONS_INVALID"),
        ([".", "--public-key", "x"], "OPTIONS_INVALID"),
        ([".", "--checkpoints", "x", "--public-key", "x"], "AUDIT_KEY_UNUSABLE"),
    ],
)
def test_what_cannot_be_verified_is_no_verdict(
    words: list[str], reason: str, tmp_path: Path, verifyd: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = verifyd("audit", "verify", *words)
    assert (ran.status, ran.out) == (2, "")
    assert f"[{reason}]" in ran.err


@pytest.mark.parametrize("command", ["export", "checkpoint"])
def test_without_a_store(quick: Log, command: str, tmp_path: Path, verifyd: Run) -> None:
    key = ["--key", quick.keys[0]] if command == "checkpoint" else []
    ran = verifyd("audit", command, *key)
    assert (ran.status, "store.url is not set" in ran.err) == (2, True)
    (tmp_path / "c").write_text(
        f"store: {{url: 'postgresql://x@%2F{str(tmp_path)[1:].replace('/', '%2F')}/v'}}"
    )
    ran = verifyd("audit", command, *key, "--config", tmp_path / "c")
    assert (ran.status, "[STORE_UNAVAILABLE]" in ran.err) == (3, True)


def test_without_the_library_that_signs(
    quick: Log, verifyd: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.checkpoint()
    quick.export("--out", quick.file)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    for ran in (quick.verify(), quick.checkpoint(), verifyd("audit", "keygen", "a", "b")):
        assert (ran.status, ran.out) == (2, "")
        assert "install verifyd-sidecar[audit] [AUDIT_NOT_INSTALLED]" in ran.err
    assert verifyd("audit", "verify", quick.file).status == 0
