"""Kernels side by side: they let the interpreter go, so that threads can share them out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

R = TypeVar("R")

THREADS = min(4, os.cpu_count() or 1)
"""Threads that work at the same time; the one that waits for the result is one of them."""


def together(works: Iterable[Callable[[], R]]) -> list[R]:
    """Do all works, and give their results in order.

    Each may begin while the next is still being prepared. What no thread has begun when all are
    there, the caller does itself.
    """
    begun = [(_pool().submit(work), work) for work in works]
    done = {at: work() for at, (future, work) in reversed([*enumerate(begun)]) if future.cancel()}
    return [done[at] if at in done else future.result() for at, (future, _) in enumerate(begun)]


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, THREADS - 1), thread_name_prefix="fastpath")
