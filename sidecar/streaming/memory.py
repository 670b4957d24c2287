"""The memory that all streams hold together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from sidecar.errors import VerifydError


class StreamsTooLarge(VerifydError):
    """All streams together would hold more memory than the server allows."""

    code: ClassVar[str] = "RESOURCE_EXHAUSTED"
    reason: ClassVar[str] = "OVERLOADED"
    retry_after_s = 1.0


class StreamMemory:
    """Counts what streams hold.

    Args:
        limit: Most bytes of all together.

    Attributes:
        held: Bytes that they hold now.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.held = 0

    @contextmanager
    def counting(self) -> Iterator[HeldBytes]:
        """What one stream holds, until the context is left."""
        one = HeldBytes(self)
        try:
            yield one
        finally:
            self.held -= one.count

    def take(self, count: int) -> None:
        """Count so many bytes more.

        Raises:
            StreamsTooLarge: If that is too many.
        """
        if self.held + count > self._limit:
            raise StreamsTooLarge(
                f"all streams together would hold more than {self._limit} bytes",
                given=self.held + count,
                maximum=self._limit,
            )
        self.held += count


class HeldBytes:
    """What one stream holds.

    Attributes:
        count: In bytes.
    """

    def __init__(self, all_streams: StreamMemory) -> None:
        self._all = all_streams
        self.count = 0

    def take(self, count: int) -> None:
        """Count so many bytes more.

        Raises:
            StreamsTooLarge: If all streams would hold too much.
        """
        self._all.take(count)
        self.count += count
