"""A sum of regression trees, as ``bench.engine.decide`` fits it.

J. H. Friedman, "Greedy Function Approximation: A Gradient Boosting Machine", 2001.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_LEAF = -1


class Forest(NamedTuple):
    """Trees whose sum is the log odds of something.

    Attributes:
        names: Where each input stands, by name.
        start: What is added to the sum.
        inputs: The input that each node compares, -1 in leaves. Shape (nodes,).
        limits: What it is compared with, or what the leaf gives. Shape (nodes,).
        left: The node where inputs up to the limit go, the other one behind it. Shape (nodes,).
        roots: The first node of each tree. Shape (trees,).
        depth: The most steps from a root to a leaf.
    """

    names: Mapping[str, int]
    start: float
    inputs: NDArray[np.int64]
    limits: NDArray[np.float64]
    left: NDArray[np.int64]
    roots: NDArray[np.int64]
    depth: int

    def score(self, signs: Mapping[str, float]) -> float:
        """The log odds for inputs by name; inputs that are not given are 0."""
        values = np.zeros(len(self.names) + 1)  # the last one for leaves
        for name, value in signs.items():
            place = self.names.get(name)
            if place is not None:
                values[place] = value
        nodes = self.roots
        for _ in range(self.depth):
            compared = self.inputs[nodes]
            onward = self.left[nodes] + (values[compared] > self.limits[nodes])
            nodes = np.where(compared == _LEAF, nodes, onward)
        return self.start + float(self.limits[nodes].sum())


def forest_of(stored: Mapping[str, Any]) -> Forest:
    """Trees as they are stored: of each its nodes, a list of inputs, limits and left nodes."""
    names: Sequence[str] = stored["names"]
    trees: Sequence[Sequence[Sequence[Any]]] = stored["trees"]
    sizes = [len(tree[0]) for tree in trees]
    roots = np.cumsum([0, *sizes])[:-1]
    inputs, limits, left = (
        np.concatenate([np.asarray(tree[part]) for tree in trees]) for part in range(3)
    )
    return Forest(
        {name: place for place, name in enumerate(names)},
        float(stored["start"]), inputs.astype(np.int64), limits.astype(np.float64),
        (left + np.repeat(roots, sizes)).astype(np.int64), roots.astype(np.int64),
        int(stored["depth"]),
    )  # fmt: skip
