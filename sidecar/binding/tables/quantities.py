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


_TIMES = one_of("s sec second min minute h hr hour d day week month quarter year yr a annum")


def is_level(words: AbstractSet[str], unit: ColumnUnit) -> bool:
    """Whether sums of a quantity mean nothing, by the words of its name and its unit."""
    return (
        unit.kind is Unit.PERCENT
        or unit.symbol in _LEVEL_SYMBOLS
        or bool(unit.per and unit.per not in _TIMES)  # flows add up, prices do not
        or not _LEVELS.isdisjoint(words)
    )
