"""How much memory a request may take: counted before it is taken, wherever that may be much.

Work over a small request and a large table may keep something for each row, for each number, or for
both. What does so asks first. What keeps a fixed number of objects for each word or number of a
text does not: the limits of the text bound it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sidecar.work.job import check_abandoned

OBJECT = 120
"""Bytes of a small object that a list or a mapping holds, with its place there."""


class MemoryExceeded(Exception):
    """A request would take more memory than it may."""


class Memory:
    """What one request takes.

    Attributes:
        limit: Bytes that it may take; None for any.
        used: Bytes that it has.
        peak: The most that it had at once.
    """

    def __init__(self, limit: int | None = None, used: int = 0) -> None:
        self.limit = limit
        self.used = used
        self.peak = used

    def spend(self, nbytes: int) -> None:
        """Count memory that is kept to the end of the check.

        Raises:
            MemoryExceeded: If there is not so much left; nothing is counted then.
        """
        self.fits(nbytes)
        self.used += nbytes

    def fits(self, nbytes: int) -> None:
        """Refuse memory that is soon let go of, without counting it.

        Raises:
            MemoryExceeded: If there is not so much left.
        """
        needed = self.used + nbytes
        if self.limit is not None and needed > self.limit:
            raise MemoryExceeded(f"the check needs more than {self.limit} bytes of memory")
        self.peak = max(self.peak, needed)

    def release(self, nbytes: int) -> None:
        """Memory was let go of."""
        self.used -= nbytes

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count to it what this thread spends while the context lasts."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)


_CURRENT: ContextVar[Memory] = ContextVar("memory", default=Memory())  # noqa: B039 (no limit)


def spend(nbytes: int) -> None:
    """Count memory that the request of this thread keeps; see ``Memory.spend``.

    What takes memory takes time as well, so this looks whether anybody waits for it.
    """
    check_abandoned()
    _CURRENT.get().spend(nbytes)


def ensure_fits(nbytes: int) -> None:
    """Refuse memory that the request of this thread lets go of soon; looks as ``spend`` does."""
    check_abandoned()
    _CURRENT.get().fits(nbytes)
