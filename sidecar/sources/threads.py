"""Where the parts of a fetch run that block."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

KIND = "sources"
"""Of the work that waits for the reader of documents: see ``sidecar.work.Pool``."""


class Work(Protocol):
    """Runs functions in threads, within what is left of a request's time."""

    def __call__(
        self, function: Callable[..., T], *args: Any, kind: str | None = None
    ) -> Awaitable[T]:
        """What a function returns.

        Args:
            function: The part.
            args: Its arguments.
            kind: Of work.
        """


async def in_own_thread(function: Callable[..., T], *args: Any, kind: str | None = None) -> T:
    """A ``Work`` for those who have no pool of threads."""
    return await asyncio.to_thread(function, *args)
