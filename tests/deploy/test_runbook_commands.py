"""Every command of the runbook runs, against a real server with a store and a log.

``kubectl`` is a script here: ``logs`` prints the server's log, ``exec`` runs what follows ``--`` on
this machine, and what asks the cluster itself succeeds without a word.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from certificates import Authority
from verifyd import Client, Money, VerifydError
from waiting import wait_until

RUNBOOK = (Path(__file__).parents[2] / "docs/runbook.md").read_text("utf-8")
LINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", RUNBOOK, re.DOTALL)
    for line in block.splitlines()
]
KUBECTL = """#!/bin/sh
case $1 in
  logs) cat "$LOG" ;;
  exec) while [ "$1" != -- ]; do shift; done; shift; exec "$@" ;;
esac
"""
NARRATIVE = "The North has 1,324 employees.\n\n- Oil has 45 %\n- Gas has 30 %\n- Coal has 20 %\n"
UNPROVOKED = {"exception", "trace"}
"""Fields of a log line that only a fault writes: see tests/server/test_log.py."""

Run = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture
def log(start_server: Any, tmp_path: Path) -> Any:
    """A server on which a text was verified and a settlement made; settings beside it."""
    settings = {
        "server": {"listen": f"unix://{tmp_path}/v.sock"},
        "store": {"url": f"sqlite://{tmp_path}/v.db", "migrate": True},
        "claims": {"max_cost_per_request": 1, "prices": {"gpt-4o-mini": {"input": 1, "output": 1}}},
    }
    (tmp_path / "settings.yaml").write_text(yaml.safe_dump(settings))
    return start_server(settings, "--listen", f"unix://{tmp_path}/v.sock")


@pytest.fixture
def run(log: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a line in a folder that has what the runbook names."""
    rows = "region,employees\nNorth,1234\nSouth,987\n"
    (tmp_path / "lmis.csv").write_text(rows)
    (tmp_path / "narrative.md").write_text(NARRATIVE)
    certificate, _ = Authority(tmp_path, "authority").sign("verifyd")
    certificate.rename(tmp_path / "tls.crt")
    kubectl = tmp_path / "kubectl"
    kubectl.write_text(KUBECTL)
    kubectl.chmod(0o755)
    with Client(log.target) as client:
        client.verify("Sales were 4,321.", {"q": [{"sales": 1234}]}, request_id="r-1")
        with pytest.raises(VerifydError):
            client.get("0" * 64)
        settled = client.settle_outcome(
            {
                "criteria": [
                    {"metric": "word_count", "metric_type": "count", "comparison": "gte"}
                    | {"threshold": 2}
                ]
            },
            {"text": "two words"},
            contract_id="contract",
            agent_id="agent",
            consumer_id="consumer",
            key="key",
            base_cost=Money(Decimal(10), "USD"),
        )
    wait_until(lambda: sum(line["message"] == "call" for line in log.log_lines()) == 3)
    (tmp_path / "log").write_text(log.log_text())
    known = {
        "PATH": f"{tmp_path}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LOG": str(tmp_path / "log"),
        "POD": "agent-0",
        "REQUEST_ID": "r-1",
        "SETTLEMENT": settled.settlement.id,
        "TOKEN": "secret",
        "JUDGE": "file:///dev/null?",  # curl reads it without a network
        "VERIFYD_CONFIG": "settings.yaml",
    }
    for name, value in known.items():
        monkeypatch.setenv(name, value)

    def running(line: str) -> subprocess.CompletedProcess[str]:
        here = line.replace("/run/verifyd", str(tmp_path))
        words = ["bash", "-uo", "pipefail", "-c", here]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)

    return running


needs_tools = pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "jq", "curl", "openssl"))),
    reason="needs bash, jq, curl and openssl",
)


@pytest.mark.slow
@needs_tools
def test_every_command_runs(run: Run) -> None:
    assert len(LINES) > 40
    for line in LINES:
        ran = run(line)
        held = line.startswith("verifyd check")  # the status of a text that is held is 1
        assert ran.returncode == held, f"{line}\n{ran.stdout}{ran.stderr}"
        assert "error" not in ran.stderr.lower()
        if "--print-settings |" in line:
            assert "null" not in ran.stdout, f"{line} names a setting that there is not"


def test_the_fields_that_commands_select_are_in_the_log(run: Run, log: Any) -> None:
    del run  # it makes the calls
    written = set().union(*log.log_lines()) | UNPROVOKED
    programs = [line for line in LINES if "kubectl logs" in line and "jq" in line]
    assert len(programs) > 8
    for line in programs:
        named = set(re.findall(r"\.(\w+)", line.partition("jq")[2]))
        for fields in re.findall(r"\{([\w, ]+)\}", line):
            named |= set(fields.split(", "))
        named -= {"sidecar", "store"} if "sidecar.store.store" in line else set()
        assert named <= written, line


@needs_tools
def test_the_first_command_finds_the_request(run: Run) -> None:
    assert '"decision":"FAIL"' in run(LINES[0]).stdout
