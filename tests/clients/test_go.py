"""The contract from a second language: the Go client is built here and talks to a real server.

A machine without Go fails these tests; `SKIP_GO=1` leaves them out on purpose.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from case_files import OWN_FORM
from go_module import MODULE, NEEDS_GO, go
from outcome_case_files import load
from sampled import sampled

from bench import yaml_file

REPOSITORY = Path(__file__).parents[2]
CASES = REPOSITORY / "tests" / "cases"

pytestmark = NEEDS_GO


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Runs `verifyd-smoke`, built from the sources as they are."""
    program = tmp_path_factory.mktemp("go") / "verifyd-smoke"
    go("build", "-o", str(program), "./cmd/verifyd-smoke")

    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *map(str, arguments)],
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )

    return run


def servers_file(path: Path, folder: Path, server_for: Callable[[Mapping[str, Any]], Any]) -> Path:
    """A server for each distinct settings of a folder's cases, as the smoke client reads them."""
    settings = [
        yaml_file.read(file).get("settings", {})
        for file in folder.rglob("*.yaml")
        if folder.name == OWN_FORM or file.parent.name != OWN_FORM
    ]
    path.write_text(json.dumps({json.dumps(s): server_for(s).target for s in settings}))
    return path


@pytest.mark.slow
def test_the_sources_are_vetted_formatted_and_tested() -> None:
    go("vet", "./...")
    go("test", "./...")
    gofmt = Path(go("env", "GOROOT").strip()) / "bin" / "gofmt"  # not always on the path
    ours = [path for path in MODULE.rglob("*.go") if not path.name.endswith(".pb.go")]
    listed = subprocess.run([gofmt, "-l", *ours], capture_output=True, check=True, text=True)
    assert ours
    assert listed.stdout == ""


def test_the_demo_names_the_wrong_number(smoke: Callable[..., Any], server: Any) -> None:
    done = smoke("-address", server.target)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"put 4 rows ahead as [0-9a-f]{64}", lines[0])
    assert lines[1] == "DECISION_FAIL, ACTION_HOLD"
    # 431 orders, not 341. An owl before it: the place counts bytes, and so does Go.
    assert [line for line in lines if "CLAIM_NOT_FOUND" in line] == [lines[2]]
    assert lines[2].startswith('SEVERITY_ERROR CLAIM_NOT_FOUND "341')


def test_a_rich_error_is_read(smoke: Callable[..., Any], server: Any) -> None:
    done = smoke("-address", server.target)
    refused = done.stdout.splitlines()[-1]
    assert refused.startswith("refused InvalidArgument: CHECK_UNKNOWN ")
    assert 'check="numerics"' in refused


def test_a_caller_s_own_table_and_text(
    smoke: Callable[..., Any], server: Any, tmp_path: Path
) -> None:
    (tmp_path / "t.csv").write_text("name,n\nowls,9007199254740993\n")
    (tmp_path / "t.md").write_text("There are 9007199254740993 owls (QID:demo).\n")
    done = smoke(
        "-address", server.target, "-data", tmp_path / "t.csv", "-narrative", tmp_path / "t.md"
    )
    assert done.stdout.splitlines()[1] == "DECISION_PASS, ACTION_RELEASE", done.stderr


@pytest.mark.parametrize("folder", sampled([CASES / "numeric", CASES], 2, ["numeric", "all"]))
def test_every_case_passes(
    smoke: Callable[..., Any],
    server_for: Callable[[Mapping[str, Any]], Any],
    tmp_path: Path,
    folder: Path,
) -> None:
    servers = servers_file(tmp_path / "servers.json", folder, server_for)
    done = smoke("-cases", folder, "-servers", servers)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.fullmatch(r"(\d+) passed, 0 failed", done.stdout.splitlines()[-1])
    assert passed
    assert int(passed[1]) >= 60


def test_every_case_of_outcomes_passes(
    smoke: Callable[..., Any],
    settling_server_for: Callable[[Mapping[str, Any]], Any],
    tmp_path: Path,
) -> None:
    folder = CASES / OWN_FORM
    servers = servers_file(tmp_path / "servers.json", folder, settling_server_for)
    for _ in range(2):  # a run does not see what the one before has settled
        done = smoke("-outcomes", folder, "-servers", servers)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.splitlines() == [f"{len(list(load()))} passed, 0 failed"]


WRONG_OUTCOMES = """
criteria:
  one:
    criteria:
      - {metric: word_count, metric_type: count, comparison: gte, threshold: 2}
tasks: {two: {output: {text: two words}}}
cases:
  - name: right
    criteria: one
    task: two
    steps: [{verify: , want: {success: true, metrics: {word_count: "2"}}}]
  - name: value
    criteria: one
    task: two
    steps: [{verify: , want: {metrics: {word_count: "3"}}}]
  - name: second_step
    criteria: one
    task: two
    steps:
      - {settle: &it {key: k, base_cost: 1 USD}, want: {total: 1 USD}}
      - {settle: *it, want: {replayed: false}}
  - name: error
    criteria: one
    task: two
    steps: [{verify: , want: {error: {reason: CRITERIA_INVALID}}}]
  - name: refused
    criteria: {}
    task: two
    steps: [{verify: , want: {success: false}}]
"""


def test_the_runner_of_outcomes_tells_a_case_that_fails(
    smoke: Callable[..., Any],
    settling_server_for: Callable[[Mapping[str, Any]], Any],
    tmp_path: Path,
) -> None:
    (tmp_path / "wrong.yaml").write_text(WRONG_OUTCOMES)
    done = smoke("-outcomes", tmp_path, "-address", settling_server_for({}).target)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 passed, 4 failed"
    assert "step 2: replayed: wanted false, got true" in done.stdout


WRONG_WANTS = """
description: Wants that are not so.
cases:
  - name: right
    request: &request
      narrative: "The North has 12 owls."
      evidence:
        query_results:
          - {query_id: q, json: '[{"region": "North", "owls": 12}, {"region": "South", "owls": 1}]'}
    want: {decision: PASS, findings: [], bindings: [{text: "12", matched: true}]}
  - {name: decision, request: *request, want: {decision: FAIL}}
  - {name: field, request: *request, want: {bindings: [{text: "13"}]}}
  - {name: length, request: *request, want: {findings: [{code: CLAIM_NOT_FOUND}]}}
  - {name: error, request: *request, want: {error: {reason: NARRATIVE_EMPTY}}}
  - {name: failure, request: *request, want: {failure: {check: numeric}}}
  - {name: key, request: *request, want: {decisions: PASS}}
  - {name: refused, request: {narrative: " "}, want: {decision: FAIL}}
  - {name: reason, request: {narrative: " "}, want: {error: {code: NOT_FOUND}}}
"""


def test_the_runner_tells_a_case_that_fails(
    smoke: Callable[..., Any], server: Any, tmp_path: Path
) -> None:
    # A runner that compared nothing would pass every case.
    (tmp_path / "wrong.yaml").write_text(WRONG_WANTS)
    done = smoke("-cases", tmp_path, "-address", server.target)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 passed, 8 failed"
    assert 'decision: wanted "FAIL", got "PASS"' in done.stdout


def test_settings_that_no_server_has_are_a_failure(
    smoke: Callable[..., Any], server: Any, tmp_path: Path
) -> None:
    (tmp_path / "own.yaml").write_text("settings: {policy: {mode: observe}}\n" + WRONG_WANTS)
    done = smoke("-cases", tmp_path, "-address", server.target)
    assert done.returncode == 1
    assert "no server with the settings" in done.stdout


def test_no_server_is_an_error_not_a_pass(smoke: Callable[..., Any], tmp_path: Path) -> None:
    done = smoke("-address", f"unix://{tmp_path}/nobody")
    assert done.returncode == 1
    assert "nobody" in done.stderr
    assert done.stdout == ""
