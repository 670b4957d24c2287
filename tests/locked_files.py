"""A SQLite file that another process has locked."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=10)
connection.execute("PRAGMA locking_mode = " + sys.argv[2])
connection.execute("BEGIN EXCLUSIVE")
connection.execute("CREATE TABLE another (number)")
print("locked", flush=True)
sys.stdin.read()
"""
NORMAL, EXCLUSIVE = "NORMAL", "EXCLUSIVE"
"""Others may read meanwhile; nobody may."""


@contextmanager
def locked(path: Path, mode: str) -> Iterator[None]:
    """A process has the lock of a file."""
    with subprocess.Popen(
        [sys.executable, "-c", _LOCK, path, mode],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        yield
        other.communicate()  # its input ends, and so does it
