"""Loaded by each worker of a cluster of our own, before it is given anything."""

from __future__ import annotations

import signal


def dask_setup(_worker: object) -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes: this one's parent ends it in time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
