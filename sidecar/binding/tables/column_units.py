"""The unit that a column's name tells.

A declared unit comes first and is none of this module's business; this is what people write where
nothing is declared: "Revenue (QAR m)", ``area_km2``.
"""

from __future__ import annotations

import re

from sidecar.binding.language import dated_cells
from sidecar.binding.language.words import name_words, spelled_out, stem
from sidecar.binding.sizes import MULTIPLES
from sidecar.binding.tables.unit_texts import in_label
from sidecar.binding.unit_spellings import unspaced
from sidecar.binding.units import ColumnUnit, is_known, parse
from sidecar.model.evidence import Column
from sidecar.model.number import Unit
from sidecar.text.units import CODES, POWERS, SPELLED
from sidecar.text.vocabulary import one_of

_IN_PARENTHESES = re.compile(
    r"[(\[（［]([^()\[\]（）［］]{1,24})[)\]）］]|,\s*([A-Za-z€£$%°/ ]{1,20})$"
)
_WORDS_TOO = one_of("all ang bam bob cop cup gel lak mad mop pen ron sos top try")
"""Codes of currencies that are words as well: "clouds_all" is not in leks, "world_cup" in pesos."""

_SPANS = one_of("year quarter month week season")

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
    "pct": "percent", "percentage": "percent", "perc": "percent", "prc": "percent", "sq": "sq",
    "gb": "GB", "mb": "MB", "tb": "TB", "pb": "PB",
    "mw": "MW", "gw": "GW", "gwh": "GWh", "twh": "TWh",
    "mwh": "MWh", "kwh": "kWh", "thousands": "thousand", "millions": "million", "mn": "million",
    "hours": "h", "hrs": "h", "days": "day", "minutes": "min", "mins": "min", "months": "month",
    "sec": "s", "secs": "s", "seconds": "s", "mps": "m/s", "kmph": "km/h",
}  # fmt: skip
_SPEEDS = {("m", "s"): "m/s", ("km", "h"): "km/h"}  # of names that have no slash: ``gust_m_s``
_LEAST = "least"
_SLASHED = re.compile(r"/ ?[A-Za-z]+$")
_LAST = re.compile(r"[_ ]([^\W\d_]{1,12})\Z")
_PLURAL = re.compile(r"\(e?s\)")
_LONG = frozenset(map(stem, one_of(
    "length height depth width distance altitude elevation radius diameter thickness size span "
    "run wave tide level visibility long high deep wide clearance draught"
)))  # fmt: skip
"""Words of what is measured in metres: elsewhere "m" stands for millions."""

_LASTING = frozenset(map(stem, one_of(
    "time wait delay duration handle handling response resp reply talk call travel queue session "
    "stay run late flight journey trip ride drive walk processing downtime uptime down outage "
    "interruption stop stoppage break setup aht saidi overtime lead latency ping lag"
)))  # fmt: skip
"""Words of what lasts: elsewhere "min" is the least."""

_MOST = 200  # characters of a name that are read
_PRICED = one_of("btc eth")  # what has a price, in another currency
_RATED = one_of("rate index count number id code name type share weight rank")
"""What a currency or a percentage is no unit of: ``eur_rate`` is one of exchange."""

_SUBSTANCE = re.compile(r"(?<=[a-z])[ _]?co2(?:e|eq)?$", re.IGNORECASE)
_LETTERS = {"h": "h", "d": "days", "ms": "ms"}
"""Units of what lasts that are but letters elsewhere."""

_PARTS = re.compile(
    r"[$€£]?[A-Za-z%]+(?<=[mM])[23]\b|[$€£]?\d*[A-Za-z%][A-Za-z\d%]*|[$€£]"
    r"|(?<![\d.])(?:1?000s?)(?!\d)"
)
"""Words and signs. Letters beside digits are none by themselves: ``rain.3h`` is not in hours."""


def is_unit(word: str, name: str = "") -> bool:
    """Whether a lower-case word of a name is a unit, and no name.

    The word "min" of a name that tells what lasts is one: ``downtime_min``; so is "h".
    """
    return word in _UNITS or ((word == "minimum" or word in _LETTERS) and _lasts(name))


def _is_measure(word: str, name: str) -> bool:
    alone = re.search(rf"(?<![A-Za-z]){re.escape(word)}(?![A-Za-z\d])", name, re.IGNORECASE)
    letter = word in _LETTERS and alone is not None  # ``calls_h1`` is of half a year
    return is_unit(word) or ((letter or word == "min") and _lasts(name))


def _lasts(name: str) -> bool:
    """Whether a name tells what lasts, so that "min" stands for minutes in it."""
    words = name_words(name)
    return words[:1] != ("minimum",) and not _LASTING.isdisjoint(words)


def of_name(column: Column) -> ColumnUnit | None:
    """The unit in the name of a column: "Revenue (QAR m)", ``area_km2``, ``price_eur_kg``."""
    for name in (spelled_out(column.label[:_MOST]), spelled_out(column.name[:_MOST])):
        plain = _PLURAL.sub("", name)
        first = _at_start(plain)
        scaled = first if first is not None and first.factor != 1 else None
        label = in_label(plain)
        label = None if label is not None and label.symbol == "min" and not _lasts(name) else label
        told = _in_parentheses(name), label, scaled, _unspaced(name), _at_end(plain), first
        unit = next((each for each in told if each is not None), None)
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
        if unit.kind is not None and is_known(unit):
            return unit
    return None


def _unspaced(name: str) -> ColumnUnit | None:
    """The unit behind the last mark of a name in a script without spaces: ``売上_億円``."""
    last = _LAST.search(name)
    told = None if last is None or last[1].isascii() or not unspaced(last[1]) else last[1]
    return None if told is None else parse(told)


def _at_end(name: str) -> ColumnUnit | None:
    """The unit in the last words of a name."""
    words = _words(name)
    if is_unit(words[0].lower() if words else "") and "per" in map(str.lower, words[1:3]):
        return parse(" ".join(_unit(word, name) for word in words))  # ``eur_per_night``
    if len(words) > 2 and (speed := _SPEEDS.get((words[-2].lower(), words[-1].lower()))):
        return parse(speed)
    priced = parse(" ".join(_unit(word, name) for word in words))
    if priced.kind is Unit.CURRENCY and priced.per and priced.per.upper() not in CODES:
        return priced  # ``eur_m2``
    for start in range(1, len(words)):
        spanned = words[start].lower() in _SPANS  # ``prior_year_k`` is in thousands, not in years
        counted = words[start - 1].lower() == "per" or _SLASHED.search(name) is not None
        if spanned or counted:  # what it is counted for: "price per kg", "Price/kg"
            continue
        said = [_unit(word, name) for word in words[start:]]
        unit = parse(" ".join(said))
        known = unit.kind in (Unit.CURRENCY, Unit.PERCENT) or unit.factor != 1
        measured = unit.kind is Unit.MEASURE and _is_measure(words[start].lower(), name)
        whole = start == len(words) - 1 or words[start].lower() in POWERS  # ``area_sq_km``
        if known or (measured and (whole or unit.per)):
            return unit
    if words and (words[-1].lower() in ("pct", "percent", "percentage") or "%" in name):
        return parse("percent")
    return None


def _at_start(name: str) -> ColumnUnit | None:
    """The currency or percentage in the first words of a name: ``eur_m_paid``, ``pct_late``."""
    words = _words(name)
    said = [_unit(word, name) for word in words]
    known = [word.lower() in _UNITS and word.lower() not in _PRICED for word in words]
    length = known.index(False) if False in known else len(words)
    if words and (words[-1].lower() in _RATED or {*said[1:2]} & CODES):  # ``usd_eur``
        return None
    for end in range(min(length, 2), 0, -1):
        unit = parse(" ".join(said[:end]))
        if unit.kind in (Unit.CURRENCY, Unit.PERCENT) and not unit.per and len(words) > 1:
            return unit
    return None


def _words(name: str) -> list[str]:
    words = _PARTS.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _SUBSTANCE.sub("", name)))
    while words and dated_cells.whole(words[-1]).known:
        words.pop()  # ``milk_Ml_FY24``
    return words


def _unit(word: str, name: str) -> str:
    """A unit as it is declared; what a letter means depends on the name that it stands in."""
    if word.lower() == "m":
        return "million" if _LONG.isdisjoint(map(stem, name_words(name))) else "m"
    if word.lower() == "min":
        return "min" if _lasts(name) else _LEAST
    if word.lower() in _LETTERS and _lasts(name):
        return _LETTERS[word.lower()]
    return _UNITS.get(word.lower(), word)
