"""What names and units say about a quantity: whether its values may be added up."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sidecar.binding.language.words import stem
from sidecar.binding.units import ColumnUnit
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

_LEVELS = frozenset(
    stem(word)
    for word in one_of(
        "temperature feels pressure speed velocity gust humidity visibility rate ratio price index "
        "angle direction degree bearing age average mean median maximum minimum latitude longitude "
        "altitude elevation density percentage percent share margin yield expectancy "
        "occupancy utilisation utilization penetration participation coverage aht alos"
    )
)
"""What is measured at a time or a place: a total of it means nothing."""

RATES = frozenset(
    map(
        stem,
        one_of(
            "rate share percent ratio margin proportion fraction yield penetration occupancy "
            "utilisation utilization participation unemployment completion coverage"
        ),
    )
)
"""Words of what is stated in percent, and never in the unit of a title."""

_LEVEL_SYMBOLS = frozenset(
    {"°C", "°F", "°", "hPa", "Pa", "kPa", "bar", "mbar", "m/s", "km/h", "mph"}
)


def is_state(unit: ColumnUnit) -> bool:
    """Whether values of a unit tell of a state, as heat and speed do: none is a part of another."""
    return unit.symbol in _LEVEL_SYMBOLS


_MEASURED = {
    symbol: tuple(stem(word) for word in words.split())
    for symbols, words in (
        ("°C °F", "temperature"),
        ("m/s km/h mph kn", "speed"),
        ("hPa Pa kPa bar mbar", "pressure"),
        ("kg g lb oz t", "weight mass"),
        ("mAh", "battery capacity"),
        ("Hz kHz MHz GHz", "frequency"),
        ("W kW MW", "power capacity"),
        ("Wh kWh MWh GWh", "energy consumption"),
        ("mm cm in", "rain precipitation snow height width depth thickness length"),
    )
    for symbol in symbols.split()
}


def measured(symbol: str) -> tuple[str, ...]:
    """The stems of what a unit measures: a number in °C is a temperature without being given so."""
    return _MEASURED.get(symbol, ())


_ALL_MEASURED = frozenset(word for words in _MEASURED.values() for word in words)


def measures_else(symbol: str, words: AbstractSet[str]) -> bool:
    """Whether a name tells of another quantity than a unit: a number in °C is no wind speed."""
    own = _MEASURED.get(symbol, ())
    return bool(own) and words.isdisjoint(own) and not words.isdisjoint(_ALL_MEASURED)


_TIMES = one_of("s sec second min minute h hr hour d day week month quarter year yr a annum")


def is_level(words: AbstractSet[str], unit: ColumnUnit) -> bool:
    """Whether sums of a quantity mean nothing, by the words of its name and its unit."""
    return (
        unit.kind is Unit.PERCENT
        or unit.symbol in _LEVEL_SYMBOLS
        or bool(unit.per and unit.per not in _TIMES)  # flows add up, prices do not
        or not _LEVELS.isdisjoint(words)
    )
