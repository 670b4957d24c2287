"""The unit that a column's name, its description or the title of its table tells.

A declared unit comes first and is none of this module's business; this is what people write where
nothing is declared: "Revenue (QAR m)", ``area_km2``, "Water use (million cubic metres)".
"""

from __future__ import annotations

import re

from sidecar.binding.context.language.words import name_words, stem
from sidecar.binding.sizes import MULTIPLES, sized
from sidecar.binding.units import ColumnUnit, is_known, parse
from sidecar.model.evidence import Column
from sidecar.model.number import Unit
from sidecar.text.units import CODES, SPELLED
from sidecar.text.vocabulary import one_of

_IN_PARENTHESES = re.compile(r"[(\[]([^()\[\]]{1,24})[)\]]|,\s*([A-Za-z€£$%°/ ]{1,20})$")
_ENDED = re.compile(r"[;,.(]")
_SAID = re.compile(
    r"[(\[]([^()\[\]]{1,32})[)\]]|\bin ((?:[^\s()]+\s?){1,3})"
    r"|(?:[,;:]|\s[-–—|])\s+([^\s,;:()]+(?:\s[^\s,;:()]+){0,2})(?=\s*(?:[,;(]|$))"
)
_GRAINS = one_of("hour day week month quarter year")  # "Calls by team, month" are in no months
_WORDS_TOO = one_of("all ang bam bob cop cup gel lak mad mop pen ron sos top try")
"""Codes of currencies that are words as well: "clouds_all" is not in leks, "world_cup" in pesos."""

_SHORT = 4  # letters of a unit that is not known by its parts
_LONGEST = 5  # words of a unit: "million litres per day"

_UNITS = {
    **{word: word for word in one_of(
        "km kg mm cm percent bps million thousand k m bn m2 m3 km2 t g kt sqm s"
    )},
    **{word: SPELLED[word].symbol for word in one_of(
        "ha lb oz mph kph kmh psi hpa mah wh celsius fahrenheit weeks years tonnes hectares "
        "acres miles litres liters"
    )},
    **{name: name for name in MULTIPLES if name.islower() and name.isalpha()},
    **{code.lower(): code for code in CODES if code.lower() not in _WORDS_TOO},
    **{size + code: size + code for size in ("k", "m") for code in one_of(
        "eur usd gbp chf sek nok dkk pln czk cad qar aed zar"
    )},
    "pct": "percent", "percentage": "percent", "gb": "GB", "mb": "MB", "tb": "TB", "pb": "PB",
    "mw": "MW", "gw": "GW", "gwh": "GWh", "twh": "TWh",
    "mwh": "MWh", "kwh": "kWh", "thousands": "thousand", "millions": "million", "mn": "million",
    "hours": "h", "hrs": "h", "days": "day", "minutes": "min", "mins": "min", "months": "month",
    "sec": "s", "secs": "s", "seconds": "s", "mps": "m/s", "kmph": "km/h",
}  # fmt: skip
_SPEEDS = {("m", "s"): "m/s", ("km", "h"): "km/h"}  # of names that have no slash: ``gust_m_s``
_LEAST = "least"
_PLURAL = re.compile(r"\(e?s\)")
_LONG = frozenset(map(stem, one_of(
    "length height depth width distance altitude elevation radius diameter thickness size span "
    "run wave tide level visibility long high deep wide clearance draught"
)))  # fmt: skip
"""Words of what is measured in metres: elsewhere "m" stands for millions."""

_LASTING = frozenset(map(stem, one_of(
    "time wait delay duration handle handling response resp reply talk call travel queue session "
    "stay run late flight journey trip ride drive walk processing downtime uptime down outage "
    "interruption stop stoppage break setup aht saidi overtime lead"
)))  # fmt: skip
"""Words of what lasts: elsewhere "min" is the least."""

_PARTS = re.compile(r"[A-Za-z%]+(?<=[mM])[23]\b|[A-Za-z%]+|(?<![\d.])(?:1?000s?)(?!\d)")


def is_unit(word: str, name: str = "") -> bool:
    """Whether a lower-case word of a name is a unit, and no name.

    The word "min" of a name that tells what lasts is one: ``downtime_min``.
    """
    return word in _UNITS or (word == "minimum" and _is_in_minutes(name))


def _is_in_minutes(name: str) -> bool:
    """Whether "min" stands for minutes in a name."""
    words = name_words(name)
    return words[:1] != ("minimum",) and not _LASTING.isdisjoint(words)


def of_name(column: Column) -> ColumnUnit | None:
    """The unit in the name of a column: "Revenue (QAR m)", ``area_km2``, ``price_eur_kg``."""
    for name in (column.label, column.name):
        unit = _in_parentheses(name) or _at_end(_PLURAL.sub("", name))
        if unit is not None:
            return unit
    return None


def _in_parentheses(name: str) -> ColumnUnit | None:
    """The unit in brackets, or behind a comma."""
    for match in _IN_PARENTHESES.finditer(name):
        said = (match[1] or match[2]).strip()
        if (said.isdigit() and not _PARTS.fullmatch(said)) or said == "s":  # a year, a plural
            continue
        unit = parse(_unit(said, name))
        if unit.kind is not None and (
            unit.kind is not Unit.MEASURE or unit.factor != 1 or len(unit.symbol) <= _SHORT
        ):
            return unit
    return None


def _at_end(name: str) -> ColumnUnit | None:
    """The unit in the last words of a name."""
    words = _PARTS.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))
    if is_unit(words[0].lower() if words else "") and "per" in map(str.lower, words[1:3]):
        return parse(" ".join(_unit(word, name) for word in words))  # ``eur_per_night``
    if len(words) > 2 and (speed := _SPEEDS.get((words[-2].lower(), words[-1].lower()))):
        return parse(speed)
    for start in range(1, len(words)):
        if words[start - 1].lower() == "per":  # what it is counted for: "price per kg"
            continue
        said = [_unit(word, name) for word in words[start:]]
        unit = parse(" ".join(said))
        known = unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1
        measured = unit.kind is Unit.MEASURE and (said[0] == "min" or is_unit(words[start].lower()))
        if known or (measured and (start == len(words) - 1 or unit.per)):
            return unit
    if words and (words[-1].lower() in ("pct", "percent", "percentage") or "%" in name):
        return parse("percent")
    return None


def _unit(word: str, name: str) -> str:
    """A unit as it is declared; what a letter means depends on the name that it stands in."""
    if word.lower() == "m":
        return "million" if _LONG.isdisjoint(map(stem, name_words(name))) else "m"
    if word.lower() == "min":
        return "min" if _is_in_minutes(name) else _LEAST
    return _UNITS.get(word.lower(), word)


def in_words(text: str) -> ColumnUnit | None:
    """A currency, scale or percentage in a title: "(QAR million)", "in thousands", ", EUR m".

    A description may be nothing but a unit: "million litres per day".
    """
    whole = parse(_ENDED.split(text, maxsplit=1)[0])
    if whole.kind is not None and is_known(whole):
        return whole
    for match in _SAID.finditer(text):
        words = (match[1] or match[2] or match[3]).split()
        least = len(words) - 1 if match[3] else 0
        for end in range(min(_LONGEST, len(words)), least, -1):
            unit = parse(" ".join(words[:end]).rstrip(",.;"))
            alone = not match[2] and len(words) == 1 and words[0].lower() not in _GRAINS
            measured = alone and bool(sized(unit.symbol)[0])
            if unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1 or measured:
                return unit
    return None


def by_part(title: str) -> list[tuple[frozenset[str], ColumnUnit]]:
    """The stems of each part of a title, and the unit in brackets behind it.

    "Harvest (thousand tonnes) and area (thousand ha)" has two.
    """
    found, start = [], 0
    for match in _SAID.finditer(title):
        unit = in_words(match[0]) if match[1] else None
        if unit is not None:
            found.append((frozenset(map(stem, name_words(title[start : match.start()]))), unit))
            start = match.end()
    return found


def is_price(title: str) -> bool:
    """Whether a title tells a price: "(QAR per kWh)"."""
    return any(
        "per" in (match[1] or match[2] or match[3]).split() for match in _SAID.finditer(title)
    )
