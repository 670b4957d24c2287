"""Hold every function to a complexity that a reader can follow.

    python -m bench.complexity [--write]

Complexity is what radon counts: one, and one more for each branch, loop and ``and`` or ``or``. A
function above ``LIMIT`` fails, unless ``complexity.txt`` beside this module lists it, with the
figure that it may not exceed. An entry that is higher than its function fails as well, so that the
list only shrinks; ``--write`` lowers entries and strikes them out, and never adds or raises one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from radon.complexity import cc_visit
from radon.visitors import Function

LIMIT = 15
ROOT = Path(__file__).parent.parent
MEASURED = ("sidecar", "fastpath", "clients/python/src", "bench")
GENERATED = ROOT / "clients/python/src/verifyd/v1"
LISTED = Path(__file__).with_suffix(".txt")


def main() -> int:
    """Print what is above its limit, and fail if anything is."""
    parser = argparse.ArgumentParser(description="Hold every function to a limit of complexity.")
    parser.add_argument("--write", action="store_true", help="lower the limits in the list")
    write = parser.parse_args().write
    measured = {name: figure for file in _files() for name, figure in _above(file)}
    text = LISTED.read_text()
    allowed = read(text)
    if write:
        LISTED.write_text(lowered(text, measured))
        allowed = read(LISTED.read_text())
    found = list(faults(measured, allowed))
    for fault in found:
        print(fault)
    return 1 if found else 0


def faults(measured: dict[str, int], allowed: dict[str, int]) -> Iterator[str]:
    """What is more complex than it may be, and entries of the list that say too much."""
    for name, figure in sorted(measured.items()):
        if figure > allowed.get(name, LIMIT):
            yield f"{name} has complexity {figure}, more than {allowed.get(name, LIMIT)}: split it"
    for name, figure in sorted(allowed.items()):
        if measured.get(name, 0) < figure:
            yield f"{name} is listed with {figure} and is simpler: run it with --write"


def read(text: str) -> dict[str, int]:
    """The list: a figure by the name of its function."""
    entries = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {name: int(figure) for figure, name in entries}


def lowered(text: str, measured: dict[str, int]) -> str:
    """The list with figures that are no higher than what was measured."""
    kept = []
    for line in text.splitlines():
        if not line or line.startswith("#"):
            kept.append(line)
            continue
        figure, name = line.split()
        if name in measured:
            kept.append(f"{min(int(figure), measured[name])} {name}")
    return "\n".join(kept) + "\n"


def _files() -> Iterator[Path]:
    for folder in MEASURED:
        for file in (ROOT / folder).rglob("*.py"):
            if GENERATED not in file.parents:
                yield file


def _above(file: Path) -> Iterator[tuple[str, int]]:
    for block in cc_visit(file.read_text()):
        if isinstance(block, Function) and block.complexity > LIMIT:
            yield f"{file.relative_to(ROOT)}:{block.fullname}", block.complexity


if __name__ == "__main__":
    sys.exit(main())
