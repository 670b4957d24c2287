"""Names and numbers that are stated in step: "A, B and C had 1, 2 and 3", "5 in A and 7 in B"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

Event = tuple[int, int]
"""A token, and the number that it begins; -1 for a name."""


def in_step(
    names: Iterable[tuple[int, int, int, tuple[int, int]]],
    numbers: Sequence[tuple[int, tuple[int, int]]],
) -> dict[tuple[int, int], int]:
    """The token of the name that is stated in step with a number, by number and dimension.

    Args:
        names: The first token of each name, the one behind it, its dimension and its sentence.
        numbers: The first token of each number and its sentence.
    """
    told: defaultdict[tuple[int, int], defaultdict[int, list[tuple[int, int]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for token, end, dimension, sentence in names:
        told[sentence][dimension].append((token, end))
    by_sentence: defaultdict[tuple[int, int], list[Event]] = defaultdict(list)
    for place, (token, sentence) in enumerate(numbers):
        by_sentence[sentence].append((token, place))
    found: dict[tuple[int, int], int] = {}
    for sentence, dimensions in told.items():
        for dimension, spans in dimensions.items():
            values = [
                (token, place)
                for token, place in by_sentence.get(sentence, ())
                if not any(first <= token < end for first, end in spans)
            ]
            for place, name in _paired(sorted([*values, *((t, -1) for t, _ in spans)])):
                found[place, dimension] = name
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
