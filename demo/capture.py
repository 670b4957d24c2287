"""Writes what is run and measured into the pages: ``make capture``.

What the demo and one explanation print goes into the README; how long the demo's narrative takes,
into the README and the page on performance.
"""

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
"""What the README shows, by the mark before it."""

MEASURED = [sys.executable, "-m", "bench.default_mode"]
TIMED = ("README.md", "docs/performance.md")
"""Pages with the figure of the default mode, between two marks."""


def main() -> None:
    """Run each command and put what it prints behind its mark."""
    environ = {name: value for name, value in os.environ.items() if name != "VERIFYD_YARDSTICKS"}
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    for mark, command in COMMANDS.items():
        ran = subprocess.run(command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE)
        text = _written(text, mark, ran.stdout.decode())
    readme.write_text(text, "utf-8")
    ran = subprocess.run(MEASURED, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE)
    for page in TIMED:
        path = ROOT / page
        path.write_text(timed(path.read_text("utf-8"), ran.stdout.decode()), "utf-8")


def timed(page: str, sentence: str) -> str:
    """A page with another figure of the default mode."""
    marked = re.compile(r"(?<=<!-- speed -->\n).*?(?=<!-- /speed -->)", re.DOTALL)
    return marked.sub(lambda _: sentence, page)


def _written(text: str, mark: str, shown: str) -> str:
    capture = re.compile(rf"(?<=<!-- {mark} -->\n```text\n).*?(?=```)", re.DOTALL)
    return capture.sub(lambda _: shown, text, count=1)


if __name__ == "__main__":
    main()
