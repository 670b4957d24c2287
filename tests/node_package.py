"""The TypeScript client, which tests build and run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "clients" / "typescript"
MODULES = PACKAGE / "node_modules"
LOCK = PACKAGE / "package-lock.json"
PROTOS = PACKAGE.parents[1] / "proto"


def run(*words: str, folder: Path = PACKAGE, environment: Mapping[str, str] | None = None) -> str:
    """Run a command and return what it printed; fails with what it said."""
    program = shutil.which(words[0])
    assert program, f"{words[0]} is not installed: Node 20.4 or newer, with npm, is needed"
    done = subprocess.run(
        [program, *words[1:]],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout


def built() -> Path:
    """The package, built from the sources as they are, by one process at a time."""
    ready = PACKAGE / "build" / ".ready"
    ready.parent.mkdir(exist_ok=True)
    with (ready.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _time(MODULES / ".package-lock.json") < _time(LOCK):
            run("npm", "ci")
        if _time(ready) < max(_time(LOCK), *map(_time, _sources())):
            run("npm", "run", "build")
            ready.touch()
    return PACKAGE


def _sources() -> list[Path]:
    written = [path for path in (PACKAGE / "src").rglob("*.ts") if "gen" not in path.parts]
    return [*written, *(PACKAGE / "test").iterdir(), *PACKAGE.glob("*.*"), *PROTOS.rglob("*.proto")]


def _time(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0
