"""``--env-file`` and injected variables, with every command that reads settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

INJECTED = {
    "VERIFYD_SERVICE_HOST": "10.0.0.1",
    "VERIFYD_SERVICE_PORT": "50051",
    "VERIFYD_SERVICE_PORT_GRPC": "50051",
    "VERIFYD_PORT": "tcp://10.0.0.1:50051",
    "VERIFYD_PORT_50051_TCP": "tcp://10.0.0.1:50051",
    "VERIFYD_PORT_50051_TCP_PROTO": "tcp",
    "VERIFYD_PORT_50051_TCP_PORT": "50051",
    "VERIFYD_PORT_50051_TCP_ADDR": "10.0.0.1",
    "VERIFYD_METRICS_SERVICE_HOST": "10.0.0.2",
    "VERIFYD_METRICS_PORT": "tcp://10.0.0.2:9090",
    "VERIFYD_METRICS_PORT_9090_TCP": "tcp://10.0.0.2:9090",
}


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """The option changes the environment of its process."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def commands(tmp_path: Path) -> list[tuple[str, ...]]:
    """One call of each command that reads settings; those of servers find none."""
    for name, content in {
        "report.md": "The North has 12 staff.",
        "staff.csv": "region,staff\nNorth,12\n",
        "criteria.yaml": "success_criteria:\n"
        "- {metric_name: latency_ms, operator: lte, threshold: 9}\n",
        "set.yaml": "name: a\nquestions: [{id: q1, question: How many?}]",
    }.items():
        (tmp_path / name).write_text(content)
    config = tmp_path / "settings.yaml"
    config.write_text(f"store: {{url: 'sqlite://{tmp_path}/v.db', migrate: true}}")
    report, data = str(tmp_path / "report.md"), ("--data", str(tmp_path / "staff.csv"))
    stored, gone = ("--config", str(config)), ("--address", f"unix://{tmp_path}/none.sock")
    return [
        ("serve", "--print-settings"),
        ("check", report, *data),
        ("explain", report, *data),
        ("outcome", "validate", str(tmp_path / "criteria.yaml")),
        ("outcome", "list", *gone),
        ("eval", "validate", str(tmp_path / "set.yaml")),
        ("store", "migrate", *stored),
        ("store", "status", *stored),
        ("audit", "export", *stored),
        ("audit", "reconcile", *stored),
        ("audit", "balance", *stored),
        ("review", "list", *gone),
        ("health", *gone),
    ]


@pytest.mark.slow
def test_every_command_works_beside_a_service_of_this_name(
    verifyd: Run, commands: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {command: verifyd(*command) for command in commands}
    for name, value in INJECTED.items():
        monkeypatch.setenv(name, value)
    for command, ran in plain.items():
        assert "SETTINGS_INVALID" not in ran.err, command
        assert verifyd(*command).status == ran.status, command


def test_a_server_starts_beside_a_service_of_this_name(tmp_path: Path) -> None:
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "sidecar", "serve", "--until-stdin-ends"),
            *("--listen", f"unix://{tmp_path}/v.sock"),
        ],
        env={**os.environ, **INJECTED},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, '"message": "serving"' in ran.stderr) == (0, True), ran.stderr


def test_every_command_reads_the_file_and_names_its_line(
    verifyd: Run, commands: list[tuple[str, ...]], tmp_path: Path
) -> None:
    (tmp_path / "empty.env").write_text("")
    (tmp_path / "wrong.env").write_text("\nVERIFYD_POLICY__MOD=observe\n")
    for command in commands:
        ran = verifyd(*command)
        given = verifyd(*command, "--env-file", tmp_path / "empty.env")
        assert given.status == ran.status, command
        wrong = verifyd(*command, "--env-file", tmp_path / "wrong.env")
        assert wrong.status == 2, command
        assert "wrong.env:2: VERIFYD_POLICY__MOD: there is no such setting" in wrong.err, command
        assert "[SETTINGS_INVALID]" in wrong.err
        missing = verifyd(*command, "--env-file", tmp_path / "none.env")
        assert (missing.status, "No such file" in missing.err) == (2, True), command


def test_the_file_decides_and_the_environment_beats_it(
    verifyd: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.env"
    file.write_text("VERIFYD_LIMITS__NARRATIVE_BYTES=10\n")
    report = tmp_path / "report.md"
    report.write_text("The North has 12 staff.")
    (tmp_path / "staff.csv").write_text("region,staff\nNorth,12\n")
    words = ("check", report, "--data", tmp_path / "staff.csv")
    assert verifyd(*words).status == 0
    monkeypatch.setenv("VERIFYD_ENV_FILE", str(file))
    assert "10 bytes" in verifyd(*words).err
    monkeypatch.setenv("VERIFYD_LIMITS__NARRATIVE_BYTES", "1000")
    assert verifyd(*words).status == 0


def test_other_names_become_part_of_the_environment(
    verifyd: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.env"
    file.write_text("A_KEY=from the file\nANOTHER_KEY=from the file\n")
    monkeypatch.setenv("A_KEY", "from the environment")
    monkeypatch.delenv("ANOTHER_KEY", raising=False)
    assert verifyd("serve", "--print-settings", "--env-file", file).status == 0
    assert (os.environ["A_KEY"], os.environ["ANOTHER_KEY"]) == (
        "from the environment",
        "from the file",
    )
