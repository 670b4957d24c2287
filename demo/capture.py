"""Writes what the demo and one explanation print into the README: ``make capture``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMANDS = {
    "demo": [sys.executable, "demo/run.py"],
    "explain": [
        *(sys.executable, "-m", "sidecar", "explain", "demo/narrative.md"),
        *("--data", "demo/europe.csv", "demo/continents.csv"),
        *("--columns", "demo/columns.yaml", "--number", "$33,860"),
    ],
}
"""What stands in the README, by the mark before it."""


def main() -> None:
    """Run each command and put what it prints behind its mark."""
    environ = {name: value for name, value in os.environ.items() if name != "VERIFYD_YARDSTICKS"}
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    for mark, command in COMMANDS.items():
        ran = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE)
        text = _written(text, mark, ran.stdout.decode())
    readme.write_text(text, "utf-8")


def _written(text: str, mark: str, shown: str) -> str:
    capture = re.compile(rf"(?<=<!-- {mark} -->\n```text\n).*?(?=```)", re.DOTALL)
    return capture.sub(lambda _: shown, text, count=1)


if __name__ == "__main__":
    main()
