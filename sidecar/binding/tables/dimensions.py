"""What sort of quantity a unit is of, and by which words a column tells that it holds such ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.language.words import stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of


class Dimension(NamedTuple):
    """A sort of quantity.

    Attributes:
        symbols: Its units.
        words: The stems by which a column may tell that it holds it.
    """

    symbols: frozenset[str]
    words: frozenset[str]


def _dimension(symbols: str, words: str) -> Dimension:
    return Dimension(frozenset(symbols.split()), frozenset(map(stem, one_of(words))))


_DIMENSIONS = (
    _dimension(
        "ms s min h day week month quarter year",
        "ms s sec second min minute h hr hrs hour d day wk week month qtr quarter yr year time "
        "wait age duration delay lead turnaround length lag late early tenure term start end date",
    ),
    _dimension(
        "mm cm dm m km ft yd mi in",
        "mm cm m km ft mi mile mileage metre meter kilometre foot inch distance length height "
        "width depth thickness altitude elevation range size run rain snow precipitation level "
        "diameter",
    ),
    _dimension(
        "mg g kg t kt Mt lb oz",
        "g kg t kt tonne ton tonnage gram kilo kilogram pound ounce weight mass load cargo freight "
        "yield harvest catch",
    ),
    _dimension(
        "mm² cm² m² km² ha",
        "m m2 m² km2 ha hectare acre area surface space floor land plot size sqm sqft square",
    ),
    _dimension(
        "cm³ m³ km³ ml mL cl dl l L gal",
        "l ml hl litre liter m3 gallon volume capacity fuel water milk tank flow",
    ),
    _dimension("m/s km/h mph kn", "speed velocity pace wind gust kmh mph knot"),
    _dimension(
        "°C °F °",
        "temp temperature degree celsius fahrenheit c f feels heat high low max min day night air",
    ),
)


def is_held(symbol: str, catalogs: Sequence[Catalog]) -> bool:
    """Whether any query result may hold what a unit measures; so it may where that is not known."""
    dimension = next((each for each in _DIMENSIONS if symbol in each.symbols), None)
    return dimension is None or any(_holds(known, dimension) for known in catalogs)


def _holds(known: Catalog, dimension: Dimension) -> bool:
    """Whether a column, the title, or a cell in words may hold such a quantity."""
    if known.texts.cells or not known.title.isdisjoint(dimension.words):
        return True
    return any(
        column.unit.symbol in dimension.symbols
        or not dimension.words.isdisjoint(known.named[column.place])
        for column in known.columns
    )
