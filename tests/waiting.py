"""Waiting for something to come true.

There is no limit of its own: what never comes true ends at the test's time-out, which is far beyond
what a busy machine needs. So no test fails because the machine is slow.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable

_PAUSE_S = 0.02


def wait_until(condition: Callable[[], object]) -> None:
    """Return when ``condition()`` is true."""
    while not condition():
        time.sleep(_PAUSE_S)


async def eventually(condition: Callable[[], object]) -> None:
    """Return when ``condition()``, or what it awaits, is true; the event loop runs meanwhile."""
    while True:
        found = condition()
        if await found if inspect.isawaitable(found) else found:
            return
        await asyncio.sleep(_PAUSE_S)
