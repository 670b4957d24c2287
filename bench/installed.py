"""Install the packages as a user does, in a clean environment, and run what they have.

    python -m bench.installed [--extra NAME ...] [--skip-kernels]

pip builds client and sidecar from this folder in a virtual environment of a temporary folder, and
every command runs there, where no source of the repository can be imported. Each step is printed
with its seconds; the first one that fails ends with 1. Needs nothing but Python, pip and its index.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

_DATA = ("--data", "demo/europe.csv", "demo/continents.csv", "--columns", "demo/columns.yaml")
_FOLDERS = ("demo", "settings")
"""What the commands are given; it is copied, since it is no part of the packages."""

_CLIENT = """
import sys
import verifyd, sidecar, fastpath._jit as jit
from verifyd import Client
assert not sidecar.__file__.startswith(sys.argv[1]), sidecar.__file__
rows = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
with Client.local() as client:
    report = client.verify("The North has 1,234 staff, the South 6,578.", {"q": rows})
assert str(report.decision) == "FAIL", report
print("compiled" if jit.COMPILED is not None else "numpy", report)
"""


class Step(NamedTuple):
    """A command, and what must come of it.

    Attributes:
        words: The command after the folder of its program.
        status: Its exit status.
        shows: What its output must have.
    """

    words: tuple[str, ...]
    status: int = 0
    shows: str = ""


def steps(extras: tuple[str, ...], form: str) -> list[Step]:
    """What is run, each for the files that it reads at run time."""
    found = [
        Step(("python", "-c", _CLIENT, str(ROOT)), shows=form),
        Step(("verifyd", "--version"), shows="verifyd"),
        Step(("verifyd", "check", "demo/narrative.md", *_DATA), 1, "WRONG_ROW"),
        Step(("verifyd", "explain", "demo/narrative.md", *_DATA, "--number", "$33,860"), 0, "Sw"),
        Step(("verifyd", "explain", "CLAIM_NOT_FOUND"), 0, "numeric"),
        Step(("verifyd", "check", "answer.json", "--schema", "t2"), 1, "required"),
        Step(("verifyd", "outcome", "validate", "demo/outcomes/summarisation.yaml"), 0, "criteria"),
        Step(
            (
                *("verifyd", "eval", "run", "demo/eval/public_figures.yaml", "--out", "run"),
                *("--agent", "recorded:demo/eval/answers.jsonl", "--limit", "5"),
                *("--pages", "failed" if "html" in extras else "none"),
            ),
            0,
            "5 questions",
        ),
        Step(("verifyd", "serve", "--config", "settings/observe.yaml", "--print-settings"), 0, "{"),
    ]
    page = Step(("verifyd", "check", "demo/narrative.md", *_DATA, "--format", "html"), 2)
    if "html" in extras:
        found += [
            page._replace(status=1, shows="<script"),
            Step(("verifyd", "eval", "report", "run", "--html", "report.html")),
            Step(("python", "-c", "print(open('report.html').read())"), 0, "<script"),
        ]
    else:
        found.append(page)
    if "store" in extras:
        found.append(Step(("verifyd", "store", "migrate", "--config", "store.yaml"), 0, "schema"))
    if {"store", "metrics"} <= set(extras):
        found.append(Step(("python", "demo/outcomes/run.py"), 0, "USD"))
    return found


def main() -> int:
    """Install and run; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--extra", action="append", choices=sorted(EXTRAS), default=[])
    parser.add_argument("--skip-kernels", action="store_true", help="As without a C compiler.")
    options = parser.parse_args()
    extras = tuple(options.extra)
    kernels = {} if options.skip_kernels else {"FASTPATH_BUILD": "require"}
    with tempfile.TemporaryDirectory(prefix="verifyd-installed-") as name:
        folder = Path(name)
        for each in _FOLDERS:
            shutil.copytree(ROOT / each, folder / each)
        (folder / "answer.json").write_text("{}")
        (folder / "store.yaml").write_text(f"store: {{url: 'sqlite://{folder}/v.db'}}")
        # Without a C compiler: the programs of the environment are all that there is.
        path = f"{folder}/env/bin" if options.skip_kernels else os.environ["PATH"]
        environ = {**os.environ, **kernels, "PATH": path}
        environ.pop("PYTHONPATH", None)
        wanted = f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT)
        install = ("python", "-m", "pip", "install", "--quiet", f"{ROOT}/clients/python", wanted)
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        form = "numpy" if options.skip_kernels else "compiled"
        return int(
            not all(_runs(step, folder, environ) for step in [Step(install), *steps(extras, form)])
        )


def _runs(step: Step, folder: Path, environ: dict[str, str]) -> bool:
    """Run a step and say how it went."""
    started = time.perf_counter()
    program, *words = step.words
    ran = subprocess.run(
        [folder / "env" / "bin" / program, *words],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    is_right = ran.returncode == step.status and step.shows in ran.stdout
    shown = " ".join(word for word in step.words if "\n" not in word)
    print(f"{'ok ' if is_right else 'BAD'} {time.perf_counter() - started:6.1f} s  {shown}")
    if not is_right:
        print(f"status {ran.returncode}, wanted {step.status} and {step.shows!r}")
    if not is_right or ran.stderr:
        print(ran.stderr[-2000:], end="")
    return is_right


if __name__ == "__main__":
    sys.exit(main())
