"""What programs for ``fastpath.message_bytes`` consist of: steps, and what each of them writes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Step = tuple[int, int, int]
"""What is written, and of what: two operands, 0 where there is none."""

TEXT = 0  # the text of a number
OWN = 1  # the text whose number is in a column
INTEGER = 2  # a column, in digits
DECIMAL = 3  # a column times ten to the power of the next, without exponent and trailing zeros
NUMBER = 4  # a field of a tag that holds a column, unless it is zero
OPEN, CLOSE = 5, 6  # a field of a tag that begins with its size; what lies between is in it


class MessagePrograms(NamedTuple):
    """The steps of each kind of message, one kind after the other.

    Attributes:
        steps: Shape (3 * steps,).
        starts: The step that each kind begins with, and the one past the last. Shape (kinds + 1,).
    """

    steps: Ints
    starts: Ints

    @classmethod
    def of(cls, kinds: Sequence[Sequence[Step]]) -> MessagePrograms:
        """Those of some kinds, in their order."""
        steps = np.fromiter(chain.from_iterable(chain.from_iterable(kinds)), np.int64)
        return cls(steps, np.array([*accumulate(map(len, kinds), initial=0)], np.int64))
