"""What CONTRIBUTING shows is what happens, and the files that it leads to are there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SECTION = (
    (ROOT / "CONTRIBUTING.md")
    .read_text("utf-8")
    .partition("## From a verdict to a line\n")[2]
    .partition("\n## ")[0]
)


def without_figures(shown: str) -> list[str]:
    """Figures change whenever weights are fitted; what was found and named does not."""
    kept = [
        line
        for line in shown.splitlines()
        if not re.match(r"  +\d+\.\d %|    - features, log odds", line)
    ]
    return [re.sub(r"[+-]?\d\.\d\d|\d+\.\d %|\d+%", "…", line) for line in kept]


def test_the_explanation_is_of_this_version(tmp_path: Path) -> None:
    (commands,) = re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
    (shown,) = re.findall(r"```text\n(.*?)```", SECTION, re.DOTALL)
    environ = {k: v for k, v in os.environ.items() if not k.startswith("VERIFYD_")}
    ran = subprocess.run(
        ["bash", "-ec", f'verifyd() {{ "{sys.executable}" -m sidecar "$@"; }}\n{commands}'],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert without_figures(ran.stdout) == without_figures(shown)


def test_files_that_are_named_exist() -> None:
    named = re.findall(r"`(sidecar/[\w/]+\.(?:py|yaml))`", SECTION)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
