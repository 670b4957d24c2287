"""A name of which all numbers are those of another row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidecar.model.report import Reading


class Swap(NamedTuple):
    """A name that should be another.

    Attributes:
        start: Where the name starts, in code points.
        end: Where it ends.
        right: The label that belongs there; empty where that is unknown.
        query_id: The query result that says so.
        numbers: The numbers that are attributed to it, by their places in the sentence's numbers.
        readings: The cells of those that fit the right row.
    """

    start: int
    end: int
    right: str
    query_id: str
    numbers: Sequence[int]
    readings: Mapping[int, Reading]
