"""Bindings as arrays: most numbers are plainly written, and one cell equals them or none does.

Anyone who writes thousands of them out asks for these; each is also to be had as a
``ClaimBinding``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.number import Citation, ClaimKind, Qualifier

ALIKE = 0  # which of ``PlainBindings.alike`` it says; -1 where it is not plain and has no row
START, END = 1, 2  # the span of the number
MANTISSA, STEP = 3, 4  # its value is the one times ten to the power of the other; not negative
ROW = 5  # of its cell
TAIL = 6  # which of ``PlainBindings.texts`` ends the place of its cell
SENTENCE = 7  # for the writer to number
COLUMNS = 8

PLACE = 1
"""Which of ``PlainBindings.texts`` begins the place of every cell; number 0 is for the writer."""


class BindingGroup(NamedTuple):
    """What some bindings say all of them.

    Attributes:
        kind: What their numbers have in common.
        qualifier: How these are hedged.
        cited: Which citation governs them.
        query_id: The query result that has a cell equal to each; None where nothing agrees.
    """

    kind: ClaimKind
    qualifier: Qualifier
    cited: int
    query_id: str | None


class PlainBindings(NamedTuple):
    """The bindings of a text, in its order.

    Attributes:
        rows: What belongs to each alone. Shape (bindings, COLUMNS).
        alike: What they say but for their rows, in the order of the text.
        texts: What rows name by number.
        sentences: Start and end of the sentence of each. Shape (bindings, 2).
        cited: Which citation governs each.
        citations: All of them, each once.
    """

    rows: NDArray[np.int64]
    alike: Sequence[BindingGroup]
    texts: Sequence[str]
    sentences: NDArray[np.int64]
    cited: NDArray[np.int64]
    citations: Sequence[Citation]
