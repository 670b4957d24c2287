"""What the README shows is what happens."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    environ = {k: v for k, v in os.environ.items() if not k.startswith("VERIFYD_")}
    return subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False
    )


def test_the_python_example_finds_the_swapped_digits() -> None:
    example, *_ = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = run(sys.executable, "-c", example)
    assert ran.stdout.startswith("FAIL HOLD\nerror CLAIM_NOT_FOUND: '6,578'"), ran.stderr
    assert "not what the data has: 5678" in ran.stdout
    assert len(ran.stdout.splitlines()) == 2  # 1,234 is right


MODEL = """
import sys
import tempfile
sys.path.append("tests")
from obeying import obey

said = ["The North has 1,234 staff, the South 6,578."]


def model(prompt):
    _, _, feedback = prompt.partition("Your last answer:")
    if feedback:
        print(feedback)
        said.append(obey(said[-1], feedback))
    return said[-1]
"""


def test_a_model_that_obeys_the_feedback_gives_an_answer_that_may_go_out() -> None:
    _, example, _ = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(example.splitlines()) <= 22
    ran = run(sys.executable, "-c", MODEL + example)
    assert ran.stdout.splitlines()[-1:] == ["The North has 1,234 staff, the South 5,678."], (
        ran.stderr
    )
    shown = README.partition("<!-- feedback -->\n```text\n")[2].partition("```")[0]
    assert shown in ran.stdout


WRITTEN = """
import re

answer = "The North has 1,234 staff. The South has 6,578 staff. These are all regions."
model_stream = re.findall(".{1,5}", answer)
"""


def test_a_gate_repairs_what_a_model_writes() -> None:
    *_, example = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = run(sys.executable, "-c", WRITTEN + example)
    shown = "The North has 1,234 staff. The South has 5,678 staff. These are all regions."
    assert ran.stdout.splitlines() == [f"{shown}replaced HOLD"], ran.stderr


def without_times(shown: str) -> list[str]:
    return [re.sub(r"\[ *[\d.]+ s\]|[\d.]+ ms", "…", line.rstrip()) for line in shown.splitlines()]


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "demo/run.py")


def test_the_demo_names_every_planted_mistake(demo: subprocess.CompletedProcess[str]) -> None:
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert "planted mistakes named:   5 of 5" in demo.stdout
    assert "right numbers flagged:    0" in demo.stdout


def test_the_capture_is_of_this_version(demo: subprocess.CompletedProcess[str]) -> None:
    # `make capture` writes it anew.
    shown = README.partition("<!-- demo -->\n```text\n")[2].partition("```")[0]
    assert without_times(shown) == without_times(demo.stdout)


def test_a_demo_that_misses_a_mistake_fails(tmp_path: Path) -> None:
    # The same narrative with a planted number put right: one of the four is then not named.
    for name in ("run.py", "annotated_game.py", "columns.yaml", "europe.csv", "continents.csv"):
        (tmp_path / name).write_bytes((ROOT / "demo" / name).read_bytes())
    narrative = (ROOT / "demo/narrative.md").read_text("utf-8")
    (tmp_path / "narrative.md").write_text(narrative.replace("64.8 million", "58.1 million"))
    ran = run(sys.executable, str(tmp_path / "run.py"))
    assert ran.returncode == 1
    assert "not as it should be: 64.8 million" in ran.stdout


@pytest.mark.skipif("VERIFYD_YARDSTICKS" not in os.environ, reason="VERIFYD_YARDSTICKS not set")
def test_the_demo_goes_on_to_an_annotated_game() -> None:
    command = [sys.executable, "demo/run.py"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    _, _, game = ran.stdout.partition("one annotated basketball game:")
    assert "annotators\n" in game
    assert re.search(r"[1-9]\d* numbers, in .*; wrong and flagged: \d+ of [1-9]", game)


def test_the_explanation_is_of_this_version() -> None:
    # Figures change whenever weights are fitted: what must be true are the number, what was found,
    # the words that link it and the hint. `make capture` writes it anew.
    shown = README.partition("<!-- explain -->\n```text\n")[2].partition("```")[0]
    (command,) = re.findall(r"\n(verifyd explain demo/.*?)\n```", README, re.DOTALL)
    words = shlex.split(command.replace("\\\n", " "))[1:]
    ran = run(sys.executable, "-m", "sidecar", *words)
    assert ran.returncode == 0, ran.stderr
    assert without_figures(shown) == without_figures(ran.stdout)


def without_figures(shown: str) -> list[str]:
    kept = [line for line in shown.splitlines() if not re.match(r"  +\d+\.\d %|  and ", line)]
    told = [line for line in kept if "features, log odds" not in line]
    return [re.sub(r"\d\.\d\d|\d+\.\d %", "…", line) for line in told]


def test_curl_gets_the_report_that_the_readme_promises(start_server: Any, tmp_path: Path) -> None:
    section = README.partition("## From anywhere else")[2].partition("```sh\n")[2]
    script = section.partition("```")[0]
    serve, _, curl = script.partition("&\n")
    assert serve.startswith("verifyd serve --listen unix:///tmp/verifyd/verifyd.sock --http ")
    made = (ROOT / "Makefile").read_text("utf-8").partition("\nserve: ")[2].splitlines()[1]
    assert made == f"\t$(BIN)/{serve.strip()}"
    with tempfile.TemporaryDirectory(prefix="verifyd-") as folder:
        server = start_server({}, *serve.replace("/tmp/verifyd", folder).split()[2:])
        command = curl.replace("/tmp/verifyd", folder)
        assert command != curl
        ran = subprocess.run(
            ["sh", "-c", command], capture_output=True, text=True, timeout=60, check=True
        )
        assert server.http == f"unix://{folder}/http.sock"
    report = json.loads(ran.stdout)["report"]
    assert (report["decision"], report["action"]) == ("DECISION_FAIL", "ACTION_HOLD")
    assert "6,578" in report["retryHint"]
