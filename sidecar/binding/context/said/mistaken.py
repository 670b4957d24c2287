"""Units that a number seems to have, and no data: metres that are millions, pounds of money."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sidecar.binding.context.passages.place import Place
from sidecar.binding.sizes import step
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.model.number import Number, Unit
from sidecar.text.units import MONEY_SUFFIXES

_METRE, _POUND, _STERLING = "m", "lb", "GBP"
_PLAINLY = 0.8  # of a column's name that is said
_PART = 0.001  # of a number that the largest of those cells is, at least, that may add up to it
_LENGTHS = ("length", "height", "width", "depth", "distanc", "altitud", "elevat", "level", "diamet")


def meant(said: Number, place: Place, catalogs: Sequence[Catalog]) -> Number:
    """A number in the unit that is intended."""
    if said.symbol == _METRE and _is_tight(place) and not place.called(_LENGTHS):
        named = _named(place, catalogs) or [c for known in catalogs for c in known.measures]
        many = _millions(said)
        may_be = not _measured(said, named) and any(_reaches(known, many) for known in catalogs)
        return many if may_be else said
    if said.symbol == _POUND:
        held = [c for known in catalogs for c in known.measures]
        if any(c.unit.symbol == _STERLING for c in held) and not _measured(said, held):
            return said._replace(unit=Unit.CURRENCY, symbol=_STERLING)
    return said


def _named(place: Place, catalogs: Sequence[Catalog]) -> list[ColumnFacts]:
    """The columns that the sentence names plainly."""
    return [
        catalogs[mention.table].columns[mention.column]
        for mention in place.passage.columns
        if mention.strength >= _PLAINLY
    ]


def _measured(said: Number, columns: Sequence[ColumnFacts]) -> bool:
    """Whether any column is in a size of the number's unit."""
    return any(step(column.unit.symbol, said.symbol) for column in columns)


def _reaches(known: Catalog, said: Number) -> bool:
    """Whether any cell of a query result is large enough to be a part of so much."""
    least = float(said.value) * _PART
    return any(
        float(np.max(np.abs(known.table.cells[c.place].values), initial=0)) * float(factor(c))
        >= least
        for c in known.measures
    )


def _is_tight(place: Place) -> bool:
    """Whether the letter follows its digits without a space: "63.5m"."""
    before = place.passage.words[max(0, place.last - 2) : place.last]
    return len(before) > 1 and before[1].word == _METRE and before[0].end == before[1].start


def _millions(said: Number) -> Number:
    power = MONEY_SUFFIXES[_METRE]
    value, low, high = (part.scaleb(power) for part in (said.value, said.low, said.high))
    return said._replace(
        value=value, low=low, high=high, unit=Unit.COUNT, symbol="", scale=power
    )  # fmt: skip
