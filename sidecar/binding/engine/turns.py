"""Names and numbers that are stated in step: "A, B and C had 1, 2 and 3", "5 in A and 7 in B"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from sidecar.binding.engine.lexicon import FUNCTION, PARTING, UNIT_WORDS
from sidecar.work import check_abandoned

# The number that a word of a measure's name is stated with: "revenue of 12", "12 visitors".

_FARTHEST = 7  # tokens between a word and its number
_SMALL = (FUNCTION - PARTING) | frozenset(":(–—=$€£")

WAYS = ("right behind", "leading to", "loosely behind")


class WordAttachment(NamedTuple):
    """The number that a word is stated with, and how, one of ``WAYS``."""

    number: int
    way: str


class TextTokens(NamedTuple):
    """The tokens of a text.

    Attributes:
        words: They.
        numbers: The number that each belongs to, or -1.
        sentences: The sentence of each.
        names: Those that stand in names of measures.
    """

    words: Sequence[str]
    numbers: Sequence[int]
    sentences: Sequence[int]
    names: AbstractSet[int]


def attached(some: TextTokens) -> Mapping[int, WordAttachment]:
    """The number of each word of a name that is stated with one."""
    found: dict[int, WordAttachment] = {}
    for token in some.names:
        if _is_followed(some, token):
            continue
        for way, step, small in (
            (WAYS[0], -1, UNIT_WORDS),
            (WAYS[1], 1, _SMALL),
            (WAYS[2], -1, _SMALL | UNIT_WORDS),
        ):
            number = _reached(some, token, step, small)
            if number >= 0:
                found[token] = WordAttachment(number, way)
                break
    return found


def _is_followed(some: TextTokens, token: int) -> bool:
    """Whether a word right behind a number leaves it to the next one: "66 patients responded"."""
    behind = _reached(some, token, -1, frozenset())
    return behind >= 0 and token + 1 in some.names and some.numbers[token + 1] < 0


def _reached(some: TextTokens, token: int, step: int, small: AbstractSet[str]) -> int:
    """The number that is reached from a word over names and small words alone; or -1."""
    for at in range(token + step, token + step * _FARTHEST, step):
        if not 0 <= at < len(some.words) or some.sentences[at] != some.sentences[token]:
            return -1
        if some.numbers[at] >= 0:
            return some.numbers[at]
        if at not in some.names and some.words[at] not in small:
            return -1
    return -1


Event = tuple[int, int]
"""A token, and the number that it begins; -1 for a name."""

_BACK = 2  # sentences before a run of numbers whose names it may be of


class NamePosition(NamedTuple):
    """Where a name or number stands: block, sentence and part of it."""

    block: int
    sentence: int
    part: int


class NameOccurrence(NamedTuple):
    """A name: its tokens, its dimension, what it names, and where."""

    token: int
    end: int
    dimension: int
    what: Hashable
    where: NamePosition


class NumberOccurrence(NamedTuple):
    """A number: its first token, where it stands, and whether it goes on a run of numbers."""

    token: int
    where: NamePosition
    goes_on: bool = False


Steps = dict[tuple[int, int], int]
"""The token of a name, by number and dimension."""


def in_step(names: Sequence[NameOccurrence], numbers: Sequence[NumberOccurrence]) -> Steps:
    """The name that is stated in step with each number, in its sentence or in its part alone."""
    found: Steps = {}
    for size in (2, 3):  # of what tells the sentence, and its part
        by_place: defaultdict[tuple[int, ...], list[Event]] = defaultdict(list)
        for place, one in enumerate(numbers):
            by_place[one.where[:size]].append((one.token, place))
        for dimension, told in _by_dimension(names).items():
            spans: defaultdict[tuple[int, ...], set[tuple[int, int]]] = defaultdict(set)
            for name in told:
                spans[name.where[:size]].add((name.token, name.end))
            for where, inside in spans.items():
                check_abandoned()
                values = [
                    (token, place)
                    for token, place in by_place.get(where, ())
                    if not any(first <= token < end for first, end in inside)
                ]
                for place, name_at in _paired(sorted([*values, *((t, -1) for t, _ in inside)])):
                    found.setdefault((place, dimension), name_at)
    return found


def carried(names: Sequence[NameOccurrence], numbers: Sequence[NumberOccurrence]) -> Steps:
    """The name of a sentence or part before that each number of a run of numbers is of.

    "Oslo and Bergen are alike. They had 12 and 14": as many names as numbers, none between them.
    """
    found: Steps = {}
    runs = list(_runs(numbers))
    for dimension, told in _by_dimension(names).items():
        places: dict[NamePosition, dict[Hashable, int]] = {}
        for name in told:
            places.setdefault(name.where, {}).setdefault(name.what, name.token)
        for run in runs:
            here = numbers[run[0]].where
            if here in places:  # it has names of its own
                continue
            before = _nearest(places, here)
            if before is not None and len(before) == len(run):
                found |= {
                    (place, dimension): token
                    for place, token in zip(run, before.values(), strict=True)
                }
    return found


def _nearest(
    places: Mapping[NamePosition, dict[Hashable, int]], here: NamePosition
) -> dict[Hashable, int] | None:
    """The names of the last part before one that has some."""
    best = max(
        (where for where in places if where[1:] < here[1:]),
        default=None,
        key=lambda where: where[1:],
    )
    if best is None or here.sentence - best.sentence > _BACK:
        return None
    return places[best]


def _runs(numbers: Sequence[NumberOccurrence]) -> Iterator[list[int]]:
    run: list[int] = []
    for place, one in enumerate(numbers):
        if not one.goes_on:
            if len(run) > 1:
                yield run
            run = []
        run.append(place)
    if len(run) > 1:
        yield run


def _by_dimension(names: Sequence[NameOccurrence]) -> Mapping[int, Sequence[NameOccurrence]]:
    found: defaultdict[int, list[NameOccurrence]] = defaultdict(list)
    for name in names:
        found[name.dimension].append(name)
    return found


def _paired(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Numbers and the names in step with them, where the order of both leaves no doubt."""
    runs = [list(run) for _, run in groupby(events, key=lambda event: event[1] < 0)]
    names = [run for run in runs if run[0][1] < 0]
    values = [run for run in runs if run[0][1] >= 0]
    if len(names) == len(values) == 1 and len(names[0]) == len(values[0]) > 1:  # respectively
        names, values = ([[event] for event in each[0]] for each in (names, values))
    if len(names) == len(values) > 1 and _is_clear(names, values):
        for name, run in zip(names, values, strict=True):
            yield from ((place, name[0][0]) for _, place in run)


def _is_clear(names: Sequence[Sequence[Event]], values: Sequence[Sequence[Event]]) -> bool:
    """Whether single names alternate with numbers: as many of each behind, or names lead."""
    leads = names[0][0][0] < values[0][0][0]
    return all(len(run) == 1 for run in names) and (leads or len({len(v) for v in values}) == 1)
