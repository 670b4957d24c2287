"""A window of a text that is judged piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class TextWindow:
    """Which part of a window is judged; what stands before it has been judged already.

    Attributes:
        begin: Where that part begins, in bytes of the window.
        offset: Where the window begins in the whole text, in bytes.
        known: What checks know of what stands before, by keys of their own. They replace it with
            what they will need for the next window.
    """

    begin: int
    offset: int
    known: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
