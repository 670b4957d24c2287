"""Bindings as arrays: most numbers are plainly written, and one cell equals them or none does.

Whoever writes thousands of them out asks for these; each is also to be had as a ``ClaimBinding``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.model.number import Citation, Kind, Qualifier


class Alike(NamedTuple):
    """What some bindings say all of them.

    Attributes:
        kind: What their numbers have in common.
        qualifier: How these are hedged.
        cited: Which citation governs them.
        query_id: The query result that has a cell equal to each; None where nothing agrees.
    """

    kind: Kind
    qualifier: Qualifier
    cited: int
    query_id: str | None


class PlainBindings(NamedTuple):
    """The bindings of a text, in its order.

    Attributes:
        rows: What belongs to each alone, as in ``fastpath.binding_bytes``; sentences and what is
            shared are for the writer to number. Shape (bindings, columns).
        kinds: Which of ``alike`` each says, -1 for those that are not plain and have no row.
        alike: What they say but for their rows, in the order of the text.
        tails: What ends the places of cells, by the numbers in the rows from 1.
        sentences: Start and end of the sentence of each. Shape (bindings, 2).
        cited: Which citation governs each.
        citations: All of them, each once.
    """

    rows: NDArray[np.int64]
    kinds: Sequence[int]
    alike: Sequence[Alike]
    tails: Sequence[str]
    sentences: NDArray[np.int64]
    cited: NDArray[np.int64]
    citations: Sequence[Citation]
