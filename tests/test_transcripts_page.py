"""What docs/transcripts.md shows is what happens."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "transcripts.md").read_text("utf-8")


def fence(language: str) -> str:
    """The first example in a language."""
    shown = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    return shown[1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conversation.json").write_text(fence("json"), "utf-8")
    return tmp_path


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_command_prints_what_the_page_says(folder: Path) -> None:
    words = fence("sh").split()
    assert words[0] == "verifyd"
    ran = run(folder, sys.executable, "-m", "sidecar", *words[1:])
    sure = re.compile(r" \(\d+% sure\)")  # changes whenever weights are fitted
    assert sure.sub("", ran.stdout) == sure.sub("", fence("text"))
    assert ran.returncode == 1


def test_the_program_prints_what_its_comments_say(folder: Path) -> None:
    ran = run(folder, sys.executable, "-c", fence("python"))
    said = re.findall(r"^ *print\(.*?\)  # (.*)$", fence("python"), re.MULTILINE)
    assert ran.stdout.splitlines() == said, ran.stderr


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")
def test_curl_gets_the_worst_of_text_and_calls(folder: Path, start_server: Any) -> None:
    server = start_server({}, "--http", f"unix://{folder}/http.sock")
    script = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)[1]
    assert "/tmp/verifyd/http.sock" in script
    command = script.replace("/tmp/verifyd/http.sock", server.http.removeprefix("unix://"))
    answer = json.loads(run(folder, "bash", "-c", command).stdout)
    assert answer["action"] == "ACTION_HOLD"
    assert [one["tool"] for one in answer["toolCalls"]] == ["refund"]
