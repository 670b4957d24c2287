"""Texts as people and models write them about query results: an even part of each set at hand.

The analysts' set (its open half) is part of the repository; the others are taken where the folder
that ``VERIFYD_YARDSTICKS`` names has them. Every run of a size takes the same narratives.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from verifyd import QueryResult

from bench import records
from bench.analysts.build import build
from bench.scoring import Record

ANALYSTS = "analysts"
OTHERS = ("nba_accuracy", "quintd")
"""Reports of basketball games; texts of models about weather, phones, matches and the like."""


class Narrative(NamedTuple):
    """A text and what it is about."""

    text: str
    results: Sequence[QueryResult]


class NarrativeSource(NamedTuple):
    """A part of one set.

    Attributes:
        name: The set's.
        chosen: What is measured.
        rest: A quarter as many others, or what there is, to warm a server with.
    """

    name: str
    chosen: Sequence[Narrative]
    rest: Sequence[Narrative]


def sources(most: int) -> list[NarrativeSource]:
    """Each set at hand, with no more narratives than ``most``."""
    return [
        NarrativeSource(name, _told(chosen, metadata), _told(rest, metadata))
        for name, loaded, metadata in _sets()
        for chosen, rest in [parted(loaded, most)]
    ]


def parted(loaded: Sequence[Record], most: int) -> tuple[list[Record], list[Record]]:
    """So many records, evenly over all, and up to a quarter as many of those between them."""
    count = min(most, len(loaded))
    chosen = [i * len(loaded) // count for i in range(count)]
    rest = sorted(set(range(len(loaded))) - set(chosen))
    kept = min(-(-count // 4), len(rest))
    others = [rest[i * len(rest) // kept] for i in range(kept)]
    return [loaded[at] for at in chosen], [loaded[at] for at in others]


def _sets() -> Iterator[tuple[str, list[Record], records.Metadata]]:
    yield ANALYSTS, build("open"), {}
    for file in records.yardsticks():
        if (name := file.name.split(".")[0]) in OTHERS:
            yield name, records.read(file), records.metadata(file)


def _told(chosen: Sequence[Record], metadata: records.Metadata) -> list[Narrative]:
    return [Narrative(each["narrative"], records.results(each, metadata)) for each in chosen]
