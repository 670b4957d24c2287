"""Parts of a piece of work that goes on upon the event loop between them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Work(Protocol):
    """Runs parts of a check in threads, within what is left of its time."""

    def __call__(
        self, function: Callable[..., T], *args: Any, kind: str | None = None
    ) -> Awaitable[T]:
        """What a function returns.

        Args:
            function: The part.
            args: Its arguments.
            kind: Of work, where it only waits for something else: see ``sidecar.work.Pool``.
        """
