"""What is installed: every file that the packages read, and the same versions by every target.

``make installed`` installs the wheels and runs them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("project", "sources", "packages"),
    [(".", ".", ("sidecar", "fastpath")), ("clients/python", "src", ("verifyd",))],
)
def test_a_wheel_has_every_file_of_its_packages(
    tmp_path: Path, project: str, sources: str, packages: tuple[str, ...]
) -> None:
    # Trap: a table beside its module is read where it was written, and missing in a wheel.
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path],
        cwd=ROOT / project,
        env={**os.environ, "FASTPATH_BUILD": "skip"},
        capture_output=True,
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    folder = ROOT / project / sources
    wanted = {
        path.relative_to(folder).as_posix()
        for package in packages
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so"
    }
    assert {"sidecar/claims/words/common.txt", "verifyd/py.typed"} & wanted
    with zipfile.ZipFile(wheel) as archive:
        assert wanted <= set(archive.namelist())


@pytest.mark.parametrize("name", ["core", "demo", "runtime", "eval"])
def test_the_requirement_files_pin_the_same_versions(name: str) -> None:
    # Trap: `make demo` and `make test` share .venv; either may come first.
    texts = ((ROOT / "requirements" / f"{file}.txt").read_text() for file in (name, "dev"))
    named, known = (
        {line.split()[0] for line in text.splitlines() if "==" in line} for text in texts
    )
    assert named
    assert named <= known


def test_frameworks_lie_over_the_same_versions() -> None:
    # Trap: they come first on the path of imports, and would bring another protobuf to the tests.
    texts = ((ROOT / "requirements" / f"{file}.txt").read_text() for file in ("frameworks", "dev"))
    frameworks, dev = (
        dict(line.split()[0].split("==") for line in text.splitlines() if "==" in line)
        for text in texts
    )
    shared = frameworks.keys() & dev.keys()
    assert {"protobuf", "pydantic"} <= shared
    assert {name: frameworks[name] for name in shared} == {name: dev[name] for name in shared}


def test_the_page_says_what_each_extra_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = (ROOT / "docs" / "install.md").read_text()
    assert not [name for name in project["optional-dependencies"] if f"| `{name}` |" not in page]
