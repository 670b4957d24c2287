"""Writes the output of the demo into the README. Start it with ``make capture``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CAPTURE = re.compile(r"(?<=<!-- demo -->\n```text\n).*?(?=```)", re.DOTALL)


def main() -> None:
    """Run the demo and put what it prints between the marks."""
    environ = {name: value for name, value in os.environ.items() if name != "VERIFYD_YARDSTICKS"}
    command = [sys.executable, "demo/run.py"]
    shown = subprocess.run(
        command, cwd=ROOT, env=environ, check=True, stdout=subprocess.PIPE
    ).stdout
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    readme.write_text(CAPTURE.sub(lambda _: shown.decode(), text, count=1), "utf-8")


if __name__ == "__main__":
    main()
