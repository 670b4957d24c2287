"""Fields of data classes under their former names, for as long as programs use them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar
from warnings import warn

Class = TypeVar("Class", bound=type)


def renamed(**fields: str) -> Callable[[Class], Class]:
    """Let a class be made with former names of its fields, with a ``DeprecationWarning``.

    Args:
        **fields: The name of today, by the former one.
    """

    def decorate(cls: Class) -> Class:
        made: Callable[..., None] = cls.__init__  # type: ignore[misc]

        @functools.wraps(made)
        def init(self: Any, *given: Any, **named: Any) -> None:
            for old in [name for name in named if name in fields]:
                told = f"{cls.__name__}.{old} is now called {fields[old]}"
                warn(told, DeprecationWarning, stacklevel=2)
                named.setdefault(fields[old], named.pop(old))
            made(self, *given, **named)

        cls.__init__ = init  # type: ignore[misc]
        return cls

    return decorate
