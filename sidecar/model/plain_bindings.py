"""Bindings as arrays: most numbers are plainly written, and one cell equals them or none does.

Whoever writes thousands of them out asks for these; each is also to be had as a ``ClaimBinding``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.number import Citation


class PlainBindings(NamedTuple):
    """The bindings of a text, in its order.

    Attributes:
        rows: What belongs to each alone, as in ``fastpath.binding_bytes``; sentences and heads are
            for the writer to number. Shape (bindings, columns).
        alike: Equal for those that say the same but for their row, -1 for those that are not plain
            and have none.
        tails: What ends the places of cells, by the numbers in the rows from 1.
        sentences: Start and end of the sentence of each. Shape (bindings, 2).
        cited: Which citation governs each.
        citations: All of them, each once.
    """

    rows: NDArray[np.int64]
    alike: Sequence[int]
    tails: Sequence[str]
    sentences: NDArray[np.int64]
    cited: NDArray[np.int64]
    citations: Sequence[Citation]
