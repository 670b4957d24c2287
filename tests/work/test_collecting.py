"""Looking for garbage seldom: nothing is left to tell of when the process ends."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import duckdb, gc
from sidecar.work import collecting
collecting.collect_rarely()
assert gc.get_freeze_count() and gc.get_threshold()[0] >= 10_000
"""


def test_a_process_ends_without_words_of_leaks() -> None:
    """DuckDB's module writes to stderr what it finds alive at the end, as frozen objects are."""
    words = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
