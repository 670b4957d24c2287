"""Millions that are written like metres: "63.5m", where no data measure any length."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.place import Place
from sidecar.binding.sizes import step
from sidecar.model.number import Number, Unit
from sidecar.text.units import MONEY_SUFFIXES

_METRE = "m"
_LENGTHS = ("length", "height", "width", "depth", "distanc", "altitud", "elevat", "level", "diamet")


def as_millions(said: Number, place: Place, catalogs: Sequence[Catalog]) -> Number:
    """A number; one of metres as millions where it is written so and nothing measures metres."""
    if said.symbol != _METRE or place.last < 2 or not _is_tight(place):
        return said
    if place.called(_LENGTHS) or any(
        step(column.unit.symbol, _METRE) for known in catalogs for column in known.measures
    ):
        return said
    power = MONEY_SUFFIXES[_METRE]
    return said._replace(
        value=said.value.scaleb(power),
        low=said.low.scaleb(power),
        high=said.high.scaleb(power),
        unit=Unit.COUNT,
        symbol="",
        scale=power,
    )


def _is_tight(place: Place) -> bool:
    """Whether the letter follows its digits without a space."""
    digits, letter = place.passage.words[place.last - 2 : place.last]
    return letter.word == _METRE and digits.end == letter.start
