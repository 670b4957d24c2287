"""docs/audit.md says what is there: its commands run, its lines verify, its codes are all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from settled import settling

from bench.audit_files import KEY
from sidecar.__main__ import main
from sidecar.audit import keys
from sidecar.audit.checkpoints import read
from sidecar.audit.faults import FAULTS
from sidecar.audit.verifying import FileVerdict, verify
from sidecar.ledger.writing import write
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

PAGE = (Path(__file__).parents[2] / "docs/audit.md").read_text("utf-8")


def block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_its_lines_verify() -> None:
    public = load_pem_public_key(block("key").encode())
    assert public == KEY.public_key()
    marks = read(
        [block("checkpoint").encode()], {keys.key_name(KEY.public_key()).encode(): KEY.public_key()}
    )
    lines = block("records").encode().splitlines(keepends=True)
    assert verify(lines, marks) == FileVerdict(2, 1, 1, {}, None)


def test_its_codes_are_all_that_there_are() -> None:
    table = PAGE.partition("<!-- codes -->")[2].partition("\n\n")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)) == FAULTS


def test_its_commands_print_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    url = f"sqlite://{tmp_path}/v.db"
    Path("settings.yaml").write_text(f"store: {{url: '{url}'}}")
    _settle(url, ["acme", "beta", "gamma"] * 2 + ["acme"])
    commands = block("commands").splitlines()
    for command in commands:
        assert main(command.split()[1:]) == 0, command
    assert block("whole") in capsys.readouterr().out
    lines = Path("audit.jsonl").read_bytes().splitlines(keepends=True)
    Path("audit.jsonl").write_bytes(b"".join(lines[:1] + lines[2:]))
    assert main(commands[3].split()[1:]) == 1
    assert capsys.readouterr().out == block("damaged")


def _settle(url: str, tenants: Sequence[str]) -> None:
    """A settlement of each tenant, in a store."""

    async def run() -> None:
        store = Store(StoreSettings(url=url))
        wanted = [settling(number, tenant) for number, tenant in enumerate(tenants)]
        await store.run(
            lambda connection: write(connection, store, wanted, 1, keeps=True), 10, writes=True
        )
        await store.close()

    asyncio.run(run())
