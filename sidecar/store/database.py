"""What a store needs of a database: transactions, each as one call of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Work = Callable[[Connection], T]


class Database(Protocol):
    """A database that a store is in."""

    async def transaction(self, work: Work[T], *, writes: bool) -> T:
        """What a function returns; what it does with the connection happens as a whole, or not.

        Cancelled, it happens not at all, unless it was just ending.
        """
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...
