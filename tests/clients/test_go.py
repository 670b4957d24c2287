"""The Go client: its own tests, the examples of its README, and calls to a real server.

The shared cases run through its driver in ``test_shared_cases.py``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from go_module import MODULE, NEEDS_GO, go

pytestmark = NEEDS_GO


class Example(NamedTuple):
    """A program of the README, and what the README says it prints."""

    program: str
    printed: str


README = (MODULE / "README.md").read_text("utf-8")
EXAMPLES = [
    Example(*found)
    for found in re.findall(r"```go\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)
]
CLIENT = "github.com/verifyd/verifyd/clients/go"
ARROW = MODULE / "examples" / "arrow"


@pytest.fixture
def environment(server: Any, tmp_path: Path) -> dict[str, str]:
    """An environment in which a server listens where clients look for it by themselves."""
    socket = tmp_path / "run" / "verifyd" / "verifyd.sock"
    socket.parent.mkdir(parents=True)
    socket.symlink_to(server.target.removeprefix("unix://"))
    return {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path / "run")}


@pytest.mark.slow
def test_the_sources_are_vetted_formatted_and_tested() -> None:
    go("vet", "./...")
    go("test", "-race", "./...")
    gofmt = Path(go("env", "GOROOT").strip()) / "bin" / "gofmt"  # not always on the path
    ours = [path for path in MODULE.rglob("*.go") if not path.name.endswith(".pb.go")]
    listed = subprocess.run([gofmt, "-l", *ours], capture_output=True, check=True, text=True)
    assert ours
    assert listed.stdout == ""


def test_the_module_can_be_fetched_by_itself() -> None:
    module = json.loads(go("mod", "edit", "-json"))
    assert module["Module"]["Path"] == CLIENT
    assert not module["Replace"]
    go("mod", "tidy", "-diff")
    assert (MODULE / "LICENSE").read_bytes() == (MODULE.parents[1] / "LICENSE").read_bytes()


@pytest.mark.parametrize("example", EXAMPLES[:3], ids=["verify", "upload", "stream"])
def test_an_example_of_the_readme_prints_what_it_says(
    example: Example, environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "example"
    folder.mkdir()
    (folder / "main.go").write_text(example.program, "utf-8")
    # A module of its own, as a reader's is: nothing of the client's internals can be imported.
    required = json.loads(go("mod", "edit", "-json"))["Require"]
    lines = [f"{one['Path']} {one['Version']}" for one in required]
    (folder / "go.mod").write_text(
        "module example.org/reader\n\ngo 1.26.0\n\n"
        + "".join(f"require {line}\n" for line in [f"{CLIENT} v0.1.0", *lines])
        + f"\nreplace {CLIENT} => {MODULE}\n",
        "utf-8",
    )
    shutil.copy(MODULE / "go.sum", folder)
    assert go_run(folder, environment) == example.printed


@pytest.mark.slow
def test_the_example_of_arrow_prints_what_it_says(environment: dict[str, str]) -> None:
    example = EXAMPLES[3]
    assert (ARROW / "main.go").read_text("utf-8") == example.program
    assert go_run(ARROW, environment) == example.printed


def go_run(folder: Path, environment: dict[str, str]) -> str:
    """What the program of a module prints."""
    command = [shutil.which("go") or "go", "run", "."]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_readme_installs_the_package_of_its_examples() -> None:
    # The module's root holds no package: to get that alone would leave out what the package needs.
    assert f"go get {CLIENT}/verifyd\n" in README
    assert len(EXAMPLES) == 4
    assert all(f'"{CLIENT}/verifyd"' in example.program for example in EXAMPLES)
