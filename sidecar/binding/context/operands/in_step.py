"""Numbers attributed to one name after those of another, in the same order.

"Ayr had 12 crews and 40 boats, Bute 9 and 31": each number of the second name is attributed to what
the number at its place among those of the first is attributed to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.labels import Mention
from sidecar.binding.language.row_sets import Rows
from sidecar.binding.tables.catalog import Catalog


class Twin(NamedTuple):
    """The number that another one is stated like.

    Attributes:
        place: Where it stands: as far from its name as the other one from its own.
        start: The token from which on words are attributed to the other one alone.
    """

    place: Place
    start: int


class _Group(NamedTuple):
    """The numbers that are attributed to a name, and where that begins; 0 where there is none."""

    name: int
    places: list[Place]


def counterpart(question: Question) -> Twin | None:
    """The number that a number is stated like, where the names of both have as many."""
    places = [question.place, *(other.place for other in question.beside)]
    groups = _groups(sorted(places, key=lambda place: place.first))
    for (_, before), (name, group) in pairwise(groups):
        if question.place in group:
            at = group.index(question.place)
            start = group[at - 1].last if at else name
            return Twin(before[at], start) if 1 < len(group) == len(before) else None
    return None


def _groups(places: Sequence[Place]) -> list[_Group]:
    """The numbers that are attributed to each name, where names stand before their numbers."""
    names = sorted({told.mention.start for told in places[0].passage.labels})
    found: list[_Group] = [_Group(0, [])]
    for place in places:
        told = found[-1].places
        between = range(told[-1].last, place.first) if told else range(0)
        inside = (at for at in names if at in between and not told[-1].own.attached(at))
        name = next(inside, -1)
        if name >= 0:
            found.append(_Group(name, []))
        found[-1].places.append(place)
    return found


def narrowed(mention: Mention, row: int, known: Catalog) -> Rows:
    """The rows of a name that are in all else like the row of another one."""
    rows = mention.rows
    for labels in known.labels:
        if labels.column != mention.column and rows.size > 1:
            cells = known.table.data[labels.column]
            rows = rows[[cells[each] == cells[row] for each in rows]]
    if known.has_periods and rows.size > 1:
        rows = rows[[known.row_periods[each] == known.row_periods[row] for each in rows]]
    return rows
