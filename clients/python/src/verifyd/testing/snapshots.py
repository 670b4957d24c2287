"""Findings as they were once, in JSON files beside the tests."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

FOLDER: Final = "__verifyd__"
UPDATE: Final = "--verifyd-update"

_SAFE: Final = re.compile(r"[^\w.\-\[\]]")
_LONGEST: Final = 100
_LATER: Final = re.compile(r"\.\d+$")


class SnapshotMismatch(AssertionError):
    """Findings are not those of the snapshot, or there is none."""


def place_of(module: Path, test: str) -> tuple[Path, str]:
    """The folder of a module's snapshots, and the name of a test's file without its suffix.

    Args:
        module: The file of the test.
        test: Its name in there, such as ``TestPay.test_sum[1/2]``.
    """
    safe = _SAFE.sub("_", test)[:_LONGEST]
    if safe != test:  # so that [a/b] and [a_b] stay apart
        safe += "-" + sha256(test.encode()).hexdigest()[:8]
    return module.parent / FOLDER / module.stem, safe


@dataclass(slots=True)
class Snapshot:
    """The snapshots of one test: ``NAME.json``, and ``NAME.2.json`` for a second assertion.

    Attributes:
        folder: Where they lie.
        name: That of the test, as in a file name.
        update: Whether what is found is written rather than compared.
        used: Files that were compared or written so far.
    """

    folder: Path
    name: str
    update: bool = False
    used: list[Path] = field(default_factory=list)

    def check(self, found: Mapping[str, Any]) -> None:
        """Compare what was found with the next snapshot of the test, or write it.

        Args:
            found: As plain JSON.

        Raises:
            SnapshotMismatch: If they differ, or there is no snapshot, or it is not readable.
        """
        __tracebackhide__ = True
        later = f".{len(self.used) + 1}" if self.used else ""
        path = self.folder / f"{self.name}{later}.json"
        self.used.append(path)
        text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
        if self.update:
            _write(path, text)
            return
        kept = _read(path, text)
        if json.loads(kept) != json.loads(text):
            diff = unified_diff(
                kept.splitlines(), text.splitlines(), "in the snapshot", "found now", lineterm=""
            )
            raise SnapshotMismatch(
                f"the findings are not those of {path}:\n\n"
                + "\n".join(diff)
                + f"\n\nIf what is found now is right, write it with pytest {UPDATE}"
            )


def _read(path: Path, found: str) -> str:
    """The text of a snapshot, which is JSON."""
    try:
        kept = path.read_text("utf-8")
        json.loads(kept)
    except FileNotFoundError:
        raise SnapshotMismatch(
            f"there is no snapshot {path}; write it with pytest {UPDATE}. What is found now:\n\n"
            f"{found}"
        ) from None
    except (OSError, ValueError) as error:
        raise SnapshotMismatch(
            f"the snapshot {path} cannot be read: {error}; write it anew with pytest {UPDATE}"
        ) from None
    return kept


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_bytes() == text.encode():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(path)


@dataclass(slots=True)
class SnapshotUsage:
    """Which snapshots a run of tests used, and which tests it can speak of.

    Attributes:
        known: Tests that exist, by the place of their snapshots.
        passed: Those that ran to their end: what they did not use, nobody uses.
        used: Files of snapshots.
        whole: Whether modules were collected as a whole, so that a test that is not known is gone.
    """

    known: set[tuple[Path, str]] = field(default_factory=set)
    passed: set[tuple[Path, str]] = field(default_factory=set)
    used: set[Path] = field(default_factory=set)
    whole: bool = True

    def unused(self) -> list[Path]:
        """Snapshots of tests that are gone, or that ran without using them."""
        folders = {folder for folder, _ in self.known}
        found = {path for folder in folders for path in folder.glob("*.json")}
        gone = _of_lost_modules(folders) if self.whole else ()
        return sorted({*filter(self._is_unused, found), *gone})

    def plain(self) -> dict[str, Any]:
        """The same as plain data, for another process."""
        return {
            "known": [(str(folder), name) for folder, name in sorted(self.known)],
            "passed": [(str(folder), name) for folder, name in sorted(self.passed)],
            "used": sorted(map(str, self.used)),
            "whole": self.whole,
        }

    def add(self, plain: Mapping[str, Any]) -> Self:
        """Add what another process did, as ``plain`` tells it."""
        self.known |= {(Path(folder), name) for folder, name in plain["known"]}
        self.passed |= {(Path(folder), name) for folder, name in plain["passed"]}
        self.used |= set(map(Path, plain["used"]))
        self.whole = self.whole and plain["whole"]
        return self

    def _is_unused(self, path: Path) -> bool:
        if path in self.used:
            return False
        names = path.stem, _LATER.sub("", path.stem)
        owner = next((n for n in names if (path.parent, n) in self.known), None)
        return self.whole if owner is None else (path.parent, owner) in self.passed


def _of_lost_modules(folders: Iterable[Path]) -> Iterator[Path]:
    """Snapshots beside modules that were collected, of modules that are there no more."""
    for parent in {folder.parent for folder in folders}:
        for folder in parent.glob("*/"):
            if not (parent.parent / f"{folder.name}.py").exists():
                yield from folder.glob("*.json")
