"""What docs/outcomes.md says of settling: commands, a platform in both languages, tables."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from go_module import MODULE, NEEDS_GO, go
from outcomes.test_page import PAGE, ROOT, block

from sidecar.__main__ import main
from sidecar.errors import VerifydError
from sidecar.ledger import model as ledger_errors
from sidecar.outcomes.causes import CAUSES
from sidecar.settings.root import Settings
from sidecar.settlement import model as settlement_errors
from sidecar.settlement.model import Breakdown

PYTHON = ROOT / "demo/outcomes/run.py"
GO = MODULE / "examples/outcomes/main.go"


def stored(folder: Path) -> dict[str, Any]:
    return {"store": {"url": f"sqlite://{folder}/v.db", "migrate": True}}


def shape(told: str) -> str:
    """Without digests and times, which differ each time."""
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "TIME", re.sub(r"[0-9a-f]{64}", "HEX", told))


def part(source: str, mark: str, name: str, following: str) -> str:
    """What stands between two marks of an example."""
    _, found, rest = source.partition(f"{mark} --- {name}\n")
    assert found
    wanted, found, _ = rest.partition(f"{mark} --- {following}\n")
    assert found
    return wanted.strip()


def test_its_commands_print_what_it_says(
    start_server: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    server = start_server(stored(tmp_path))
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "demo/outcomes/classification.yaml", tmp_path)
    for name in ("output", "input"):
        Path(f"{name}.json").write_text(block(name), "utf-8")

    def run(name: str, settlement: str = "") -> str:
        words = [*shlex.split(block(name).replace("\\\n", " "))[1:], "--target", server.target]
        if settlement:  # in the place of the one that the page has
            words[2] = settlement
        assert main(words) == 0
        return capsys.readouterr().out

    settled = run("settle")
    entry = settled.split()[0]
    for told, name in (
        (settled, "settled"),
        (run("reverse", entry[:8]), "reversed"),
        (run("list"), "listed"),
        (run("statement"), "stated"),
    ):
        assert shape(told) == shape(block(name))


def test_its_python_and_go_are_those_of_the_examples() -> None:
    for source, mark, name in ((PYTHON, "#", "python"), (GO, "//", "go")):
        text = source.read_text("utf-8")
        intake = part(text, mark, "intake", "settlement")
        settlement = part(text, mark, "settlement", "the rest")
        assert re.sub(r"\n+", "\n", block(f"platform-{name}").strip()) == re.sub(
            r"\n+", "\n", f"{intake}\n{settlement}"
        )


def test_the_example_in_python_prints_what_it_says() -> None:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("VERIFYD_")}
    ran = subprocess.run(
        [sys.executable, PYTHON],
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.stdout == block("platform-printed"), ran.stderr


class TestGo:
    pytestmark = NEEDS_GO

    def test_the_example_in_go_prints_the_same(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(stored(tmp_path))
        program = tmp_path / "outcomes"
        go("build", "-o", str(program), "./examples/outcomes")
        words = [program, "-address", server.target, "-folder", PYTHON.parent]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert ran.stdout == block("platform-printed"), ran.stderr
        # Once more, and nothing is settled anew: what is taken back stays so.
        ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert (ran.returncode, ran.stdout) == (0, block("platform-printed"))

    def test_without_a_store_it_says_so(self, server: Any, tmp_path: Path) -> None:
        program = tmp_path / "outcomes"
        go("build", "-o", str(program), "./examples/outcomes")
        words = [program, "-address", server.target, "-folder", PYTHON.parent]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
        assert ran.returncode == 1
        assert "STORE_NOT_CONFIGURED" in ran.stderr


def test_it_lists_every_part_of_an_amount() -> None:
    table = PAGE.partition("## Settling")[2].partition("Amounts are exact")[0]
    parts = {*Breakdown.__dataclass_fields__, "total"}
    assert parts <= set(re.findall(r"`(\w+)`", table))


def test_it_lists_every_reason_of_a_refusal() -> None:
    section = PAGE.partition("## Settling")[2].partition("## What is kept")[0]
    reasons = {
        found.reason
        for module in (ledger_errors, settlement_errors)
        for found in vars(module).values()
        if isinstance(found, type)
        and issubclass(found, VerifydError)
        and found.__module__ == module.__name__
    }
    reasons.remove("INTERNAL")  # of an outcome that is open: each row of the table has its own
    reasons |= {row.reason for row in CAUSES if row.reason}
    assert len(reasons) >= 9
    assert {reason for reason in reasons if f"`{reason}`" not in section} == set()


def test_its_settings_are_read() -> None:
    settings = Settings.model_validate(yaml.safe_load(block("store")))
    assert settings.store.url.startswith("sqlite://")
    assert settings.outcomes.store_outcomes
    assert settings.outcomes.keep_days == 0
