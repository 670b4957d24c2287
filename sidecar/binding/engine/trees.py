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
        inputs: The input that each node compares. Shape (nodes,).
        limits: What it is compared with: infinity in leaves. Shape (nodes,).
        left: The node where inputs up to the limit go, the other one behind it; leaves lead to
            themselves. Shape (nodes,).
        given: What leaves give. Shape (nodes,).
        roots: The first node of each tree. Shape (trees,).
        depth: The most steps from a root to a leaf.
    """

    names: Mapping[str, int]
    start: float
    inputs: NDArray[np.int64]
    limits: NDArray[np.float64]
    left: NDArray[np.int64]
    given: NDArray[np.float64]
    roots: NDArray[np.int64]
    depth: int

    def score(self, signs: Mapping[str, float]) -> float:
        """The log odds for inputs by name; inputs that are not given are 0."""
        values = np.zeros(len(self.names))
        for name, value in signs.items():
            place = self.names.get(name)
            if place is not None:
                values[place] = value
        nodes = self.roots
        for _ in range(self.depth):
            above = values.take(self.inputs.take(nodes)) > self.limits.take(nodes)
            nodes = self.left.take(nodes) + above
        return self.start + float(self.given.take(nodes).sum())


def forest_of(stored: Mapping[str, Any]) -> Forest:
    """Trees as they are stored: of each its nodes, a list of inputs, limits and left nodes."""
    names: Sequence[str] = stored["names"]
    trees: Sequence[Sequence[Sequence[Any]]] = stored["trees"]
    sizes = [len(tree[0]) for tree in trees]
    roots = np.cumsum([0, *sizes])[:-1]
    inputs, limits, left = (
        np.concatenate([np.asarray(tree[part]) for tree in trees]) for part in range(3)
    )
    left = (left + np.repeat(roots, sizes)).astype(np.int64)
    leaf, limits = inputs == _LEAF, limits.astype(np.float64)
    return Forest(
        {name: place for place, name in enumerate(names)}, float(stored["start"]),
        np.where(leaf, 0, inputs).astype(np.int64), np.where(leaf, np.inf, limits),
        np.where(leaf, np.arange(leaf.size), left), np.where(leaf, limits, 0.0),
        roots.astype(np.int64), int(stored["depth"]),
    )  # fmt: skip
