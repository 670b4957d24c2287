"""The GitHub Action and the pre-commit hook, run as GitHub and pre-commit run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
INSTALL, CHECK = ACTION["runs"]["steps"]
MAPPING = "reports: {reports/*.md: {data: data/staff.csv}}\n"
STAFF = "region,staff\nNorth,1234\nSouth,5678\n"
RIGHT, WRONG = "The North has 1,234 staff.\n", "The North has 9,999 staff.\n"

OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads the value of the option: no isolation
    "PYTHONPATH": sysconfig.get_path("purelib"),  # where the dependencies are, and what builds
    "FASTPATH_BUILD": "skip",
}
"""Lets pip install the two packages of the repository without a network."""


def environ(**more: str) -> dict[str, str]:
    """The environment without what tests are run with."""
    own = ("VERIFYD_", "GITHUB_", "GIT_", "PRE_COMMIT", "PYTEST", "PIP_")
    return {k: v for k, v in os.environ.items() if not k.startswith(own)} | more


def write(folder: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


class Step(NamedTuple):
    """What a step of the action left behind."""

    status: int
    log: str
    outputs: dict[str, str]
    summary: str


Run = Callable[..., Step]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a step of the action in a workspace, as the runner of GitHub does."""
    workspace, temporary = tmp_path / "workspace", tmp_path / "temp"
    workspace.mkdir()
    temporary.mkdir()

    def run(step: dict[str, Any], files: dict[str, str] | None = None, **inputs: str) -> Step:
        write(workspace, files or {})
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        values = {name: one["default"] for name, one in ACTION["inputs"].items()} | given

        def evaluate(value: str) -> str:
            return re.sub(r"\${{ inputs\.([\w-]+) }}", lambda match: values[match[1]], value)

        assert step["shell"] == "bash"
        script, output, summary = (tmp_path / name for name in ("step.sh", "output", "summary"))
        script.write_text(step["run"])
        output.write_text("")
        summary.write_text("")
        named = {
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_TEMP": str(temporary),
        }
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
            cwd=workspace,
            env=environ(**named, **{k: evaluate(str(v)) for k, v in step["env"].items()}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        lines = output.read_text().splitlines()
        outputs = dict(line.split("=", 1) for line in lines)  # the last one of a name counts
        return Step(ran.returncode, ran.stdout, outputs, summary.read_text())

    return run


@pytest.fixture
def check(run: Run, tmp_path: Path) -> Run:
    """Run the second step with the verifyd of this environment, without installing another."""
    (tmp_path / "temp/verifyd").mkdir()
    (tmp_path / "temp/verifyd/bin").symlink_to(BIN)

    def check(files: dict[str, str], **inputs: str) -> Step:
        return run(CHECK, files, **inputs)

    return check


def test_the_output_is_that_of_the_step() -> None:
    value = ACTION["outputs"]["decision"]["value"]
    assert value == f"${{{{ steps.{CHECK['id']}.outputs.decision }}}}"


def test_right_reports_pass(check: Run) -> None:
    step = check({".verifyd.yaml": MAPPING, "data/staff.csv": STAFF, "reports/a.md": RIGHT})
    assert (step.status, step.outputs) == (0, {"decision": "PASS"}), step.log
    assert step.log.startswith("verifyd: reports/a.md: PASS. ")
    assert "| reports/a.md | PASS | 0 | 0 | 1 of 1 |" in step.summary


def test_a_wrong_report_fails_the_job_and_is_annotated(check: Run) -> None:
    files = {".verifyd.yaml": MAPPING, "data/staff.csv": STAFF}
    step = check(files | {"reports/a.md": f"# Staff\n\n{WRONG}", "reports/b.md": RIGHT})
    assert (step.status, step.outputs) == (1, {"decision": "FAIL"})
    place = "file=reports/a.md,line=3,col=15,endColumn=20,title=verifyd CLAIM_NOT_FOUND"
    assert f"::error {place}::" in step.log
    assert "| reports/a.md | FAIL | 1 | 0 | 0 of 1 |" in step.summary
    assert "| 3:15 | error | `CLAIM_NOT_FOUND` |" in step.summary


@pytest.mark.parametrize(
    ("fail_on", "wrong", "unverified"),
    [("", 1, 3), ("FAIL", 1, 0), ("UNVERIFIED", 0, 3), ("FAIL, UNVERIFIED", 1, 3)],
)
def test_the_input_says_which_decisions_fail_the_job(
    check: Run, fail_on: str, wrong: int, unverified: int
) -> None:
    files = {".verifyd.yaml": MAPPING, "data/staff.csv": STAFF, "reports/a.md": WRONG}
    step = check(files, fail_on=fail_on)
    assert (step.status, step.outputs) == (wrong, {"decision": "FAIL"})
    # No model is configured, so that what must be judged by one cannot be.
    settings = "policy: {required_checks: [claims]}"
    mapping = f"config: settings.yaml\n{MAPPING}"
    files |= {"reports/a.md": RIGHT, "settings.yaml": settings, ".verifyd.yaml": mapping}
    step = check(files, fail_on=fail_on)
    assert (step.status, step.outputs) == (unverified, {"decision": "UNVERIFIED"})


@pytest.mark.parametrize(
    ("inputs", "told"),
    [
        ({"reports": "other.yaml"}, "cannot read other.yaml"),
        ({"fail_on": "never"}, "policy.hold_on"),
        ({}, "no file matches 'data/staff.csv'"),
    ],
)
def test_what_cannot_be_read_fails_the_job(check: Run, inputs: dict[str, str], told: str) -> None:
    data = {} if not inputs else {"data/staff.csv": STAFF}
    step = check({".verifyd.yaml": MAPPING, "reports/a.md": RIGHT} | data, **inputs)
    assert (step.status, step.outputs) == (2, {"decision": "UNVERIFIED"})
    assert re.search(f"^::error file=.*{re.escape(told)}", step.log, re.MULTILINE)


def test_a_command_that_cannot_start_leaves_a_decision(run: Run) -> None:
    step = run(CHECK, {})
    assert (step.status, step.outputs) == (127, {"decision": "UNVERIFIED"})


def test_the_page_shows_inputs_and_hooks_that_exist() -> None:
    page = (ROOT / "docs/ci.md").read_text()
    blocks = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    _, hook, _, workflow = map(yaml.safe_load, blocks)
    (shown,) = hook["repos"][0]["hooks"]
    (known,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert shown["id"] == known["id"]
    (action,) = (s for s in workflow["jobs"]["reports"]["steps"] if s.get("id") == "verifyd")
    assert action["with"].keys() <= ACTION["inputs"].keys()
    assert set(re.findall(r"^\| `([\w-]+)` \| [^|]+ \| ", page, re.MULTILINE)) == set(
        ACTION["inputs"]
    )


@pytest.mark.slow
def test_the_action_installs_the_version_that_it_belongs_to(run: Run) -> None:
    step = run(offline(INSTALL), extras="html,none")
    assert step.status == 0, step.log
    assert re.findall("does not provide the extra '(.+)'", step.log) == ["none"]
    files = {".verifyd.yaml": MAPPING, "data/staff.csv": STAFF, "reports/a.md": WRONG}
    step = run(offline(CHECK), files)
    assert (step.status, step.outputs) == (1, {"decision": "FAIL"}), step.log


@pytest.mark.slow
def test_pip_is_asked_for_the_version_of_the_input(run: Run) -> None:
    step = run(offline(INSTALL), version="9.9.9")
    assert step.status == 1
    assert "No matching distribution found for verifyd==9.9.9" in step.log


def offline(step: dict[str, Any]) -> dict[str, Any]:
    """A step with variables that keep pip from the network."""
    return {**step, "env": {**step["env"], **OFFLINE}}


@pytest.mark.slow
def test_pre_commit_installs_and_runs_the_hook(tmp_path: Path) -> None:
    hooks, project = tmp_path / "hooks", tmp_path / "project"
    for name in ("sidecar", "fastpath", "clients/python"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "dist")
        shutil.copytree(ROOT / name, hooks / name, ignore=ignored)
    for name in (".pre-commit-hooks.yaml", "pyproject.toml", "hatch_build.py", "README.md"):
        shutil.copy(ROOT / name, hooks / name)
    repo = {"repo": str(hooks), "rev": commit(hooks), "hooks": [{"id": "verifyd-check"}]}
    files = {".verifyd.yaml": MAPPING, "data/staff.csv": STAFF, "reports/a.md": RIGHT}
    write(project, files | {".pre-commit-config.yaml": yaml.safe_dump({"repos": [repo]})})
    commit(project)
    own = environ(PRE_COMMIT_HOME=str(tmp_path / "cache"), **OFFLINE)

    def pre_commit(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / "pre-commit", *words],
            cwd=project,
            env=own,
            capture_output=True,
            text=True,
            check=False,
        )

    passed = pre_commit("run", "--all-files")
    assert (passed.returncode, "Passed" in passed.stdout) == (0, True), passed.stdout
    # The data change, and the report does not.
    (project / "data/staff.csv").write_text("region,staff\nNorth,4321\n")
    subprocess.run(["git", "add", "data"], cwd=project, check=True)
    failed = pre_commit("run")
    assert (failed.returncode, "- exit code: 1" in failed.stdout) == (1, True), failed.stdout
    assert "reports/a.md:1:15: error" in failed.stdout
    (project / ".verifyd.yaml").unlink()
    broken = pre_commit("run", "--all-files")
    assert (broken.returncode, "cannot read .verifyd.yaml" in broken.stdout) == (1, True)


def commit(folder: Path) -> str:
    """Make a repository of a folder; returns its commit."""

    def git(*words: str) -> str:
        named = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        ran = subprocess.run(
            ["git", *named, *words], cwd=folder, env=environ(), capture_output=True, check=True
        )
        return ran.stdout.decode().strip()

    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "All")
    return git("rev-parse", "HEAD")
