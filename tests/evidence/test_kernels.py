"""Without compiled kernels everything works, and one line says that it is slower."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from sidecar.evidence.kernels import NOTICE

# A CPU that is too old for the compiled module: the same as where nothing was compiled.
OLD_CPU = """
import sys
from fastpath import _cpu
_cpu._flags = lambda: frozenset({"sse2"})
from sidecar.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run(tmp_path: Path, code: str, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "report.md").write_text("The North has 12 staff, the South 35.")
    (tmp_path / "staff.csv").write_text("region,staff\nNorth,12\nSouth,34\n")
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        env={**os.environ, **environ},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_says_so_once_and_answers_the_same(tmp_path: Path) -> None:
    words = ("check", "report.md", "--data", "staff.csv", "--format", "json")
    slow = run(tmp_path, OLD_CPU, *words)
    assert slow.returncode == 1
    assert slow.stderr == f"verifyd: {NOTICE}\n"
    asked = run(tmp_path, OLD_CPU, *words, FASTPATH_FORM="numpy")
    assert (asked.stdout, asked.stderr) == (slow.stdout, "")


def test_the_log_of_a_server_says_so_once(tmp_path: Path) -> None:
    listen = f"unix://{tmp_path}/v.sock"
    ran = run(tmp_path, OLD_CPU, "serve", "--until-stdin-ends", "--listen", listen)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count(NOTICE) == 1
    assert all(line.startswith("{") for line in ran.stderr.splitlines())
