"""When Python looks for garbage that reference counts do not see."""

from __future__ import annotations

import atexit
import gc

_COLLECTED = 10_000, 10, 100
"""Objects made between two collections: one request makes hundreds for each of its numbers. How
many such collections there are before a larger, and larger ones before a full one. That looks at
all objects of all requests, and stops everybody meanwhile: it belongs to when nothing runs."""


def collect_rarely() -> None:
    """Look for it less often from now on, and never at what is loaded now.

    That lives as long as the process, which is one that verifies texts. When it ends, all of it is
    let go of: extension modules such as DuckDB write about what they think has leaked.
    """
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.set_threshold(*_COLLECTED)
