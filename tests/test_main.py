"""The command line as a whole: help, version, and wrong uses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sidecar import __version__
from sidecar.__main__ import COMMANDS, main


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: verifyd {command}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"verifyd {__version__}\n"


@pytest.mark.parametrize("words", [[], ["serv"], ["serve", "--nope"], ["--nope"]])
def test_a_wrong_use_exits_with_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2


def test_a_command_does_not_import_what_only_another_needs() -> None:
    # Trap: `explain` must not wait for grpc to load.
    script = (
        "import sys; from sidecar.__main__ import main; main(['explain', 'CLAIM_NOT_FOUND']);"
        "sys.exit('grpc' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0
