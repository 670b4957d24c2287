"""What agrees with the numbers of a text in large columns, looked up for all of them at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from sidecar.binding.context.operands.hits import Found, Hits
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.tables.ways import Scaling
from sidecar.evidence.index import Matches
from sidecar.model import memory
from sidecar.model.cached import cached_property
from sidecar.model.number import Unit

_AMOUNTS = (Unit.COUNT, Unit.CURRENCY)
_AGREEING, _DIGITS = 2, 2  # numbers that tell a scale, and the digits of each
_MATCH = 17  # bytes of the best cell of a column
_CELLS = 10_000  # of a table in which a scale is looked for
_KEPT = 64
"""Numbers whose cells are kept: those of one sentence ask for each other's."""


class _Asked(NamedTuple):
    """The asks of all numbers in the scales of one kind of column, and what was found."""

    matches: Matches
    asks: list[list[tuple[int, Decimal]]]  # of each number: which ask, and its factor
    agreeing: dict[int, dict[int, float]]  # of each ask: how far it is from its cell, by column


_NONE: Mapping[int, float] = {}


class Lookups:
    """Lookups in one query result.

    Args:
        known: The query result.
        targets: Every number of the text.
    """

    def __init__(self, known: Catalog, targets: Sequence[Target]) -> None:
        self._known = known
        self._targets = targets
        self._places = {id(target): place for place, target in enumerate(targets)}
        self._asked: dict[Scaling, _Asked] = {}
        self._hits: dict[int, Hits] = {}

    @cached_property
    def scale(self) -> int:
        """The power of ten in which the text tells cells that declare none; 0 where it is unsure.

        Two numbers in millions that have the digits of two cells say that these are in millions.
        """
        told = self._scales
        most = max(told, key=lambda scale: len(told[scale]), default=0)
        rest = max((len(told[scale]) for scale in told if scale != most), default=0)
        return most if told and len(told[most]) >= max(_AGREEING, 2 * rest) else 0

    @property
    def disagrees_in_scale(self) -> bool:
        """Whether the text tells its cells in several scales: one table has but one."""
        return len(self._scales) > 1

    @cached_property
    def _scales(self) -> Mapping[int, set[Decimal]]:
        """The numbers of the text with the digits of cells that declare no scale, by their own."""
        columns = [c for c in self._known.measures if c.unit.kind is None]
        cells = [self._known.table.cells[c.place].values for c in columns]
        if not cells or sum(map(len, cells)) > _CELLS:
            return {}
        values = np.concatenate(cells)
        told: defaultdict[int, set[Decimal]] = defaultdict(set)
        for number in (target.number for target in self._targets if target.number.scale):
            value = abs(number.value).scaleb(-number.scale).normalize()
            if number.unit in _AMOUNTS and len(value.as_tuple().digits) >= _DIGITS:
                ends = (float(abs(end)) / 10**number.scale for end in (number.low, number.high))
                low, high = sorted(ends)
                if ((values >= low) & (values <= high)).any():
                    told[number.scale].add(value)
        return told

    @cached_property
    def told(self) -> frozenset[float]:
        """The values of all numbers of the text."""
        return frozenset(float(target.number.value) for target in self._targets)

    def hits(self, target: Target) -> Hits:
        """The cells that agree with a number; of large columns none."""
        found = self._hits.get(id(target))
        if found is None:
            if len(self._hits) >= _KEPT:
                self._hits.clear()
            found = self._hits[id(target)] = Hits(target, self._known)
        return found

    def nearest(self, target: Target, columns: Sequence[ColumnFacts]) -> Found | None:
        """The nearest cell that agrees with a number, and in how many large columns one does."""
        found: dict[int, tuple[float, ColumnFacts, int, Decimal]] = {}
        place = self._places[id(target)]
        for column in columns:
            asked = self._asked.get(column.scaling)
            if asked is None:
                asked = self._asked[column.scaling] = self._ask(column)
            for ask, factor in asked.asks[place]:
                distance = asked.agreeing.get(ask, _NONE).get(column.place)
                if distance is not None:
                    found[column.place] = distance * abs(float(factor)), column, ask, factor
                    break
        if not found:
            return None
        _, column, ask, factor = min(found.values(), key=itemgetter(0))
        match = self._known.index.match(self._asked[column.scaling].matches, ask, column.place)
        if match is None:
            return None
        value = match.value * factor
        grade = target.grade(float(value), value)
        amiss = target.is_amiss(float(value), grade)
        agreement = Agreement(grade, value, hedged=target.hedged, amiss=amiss)
        return Found(column, match.cell, agreement, len(found))

    def _ask(self, column: ColumnFacts) -> _Asked:
        lows: list[Decimal] = []
        highs: list[Decimal] = []
        nears: list[Decimal] = []
        asks: list[list[tuple[int, Decimal]]] = []
        for target in self._targets:
            own = []
            for factor, low, high, near in target.bounds(column):
                own.append((len(lows), factor))
                lows.append(low)
                highs.append(high)
                nears.append(near)
            asks.append(own)
        memory.spend(_MATCH * len(lows) * len(self._known.columns))
        matches = self._known.index.find_many(lows, highs, nears)
        agreeing: defaultdict[int, dict[int, float]] = defaultdict(dict)
        which, columns = np.nonzero(matches.agrees)
        far = matches.distances[which, columns].tolist()
        for ask, place, distance in zip(which.tolist(), columns.tolist(), far, strict=True):
            agreeing[ask][place] = distance
        return _Asked(matches, asks, agreeing)
