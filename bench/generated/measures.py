"""Columns for the measures of a domain: units, scales, and how the header says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from random import Random
from typing import Any, NamedTuple

from verifyd import Column

from bench.generated.facts import FactMeasure, FactUnit

CURRENCIES = ("QAR", "USD", "EUR", "GBP", "INR", "ZAR", "CAD")
_SCALES = {3: ("thousand", "k", "'000"), 6: ("million", "m", "mn")}


class Described(NamedTuple):
    """A measure with its column.

    Attributes:
        measure: The measure.
        column: Its name in the data, and what is known of it.
        unit: Its unit as a table would name it: "QAR m"; "" where it says nothing.
    """

    measure: FactMeasure
    column: Column
    unit: str


class MeasureManner(NamedTuple):
    """How one table heads its columns.

    Attributes:
        style: "title", "snake", "camel" or "coded".
        told: Where units are said: "header", "metadata" or "" (nowhere).
        currency: Of all money in it.
    """

    style: str
    told: str
    currency: str


def manner(random: Random) -> MeasureManner:
    """A way to head columns."""
    style = random.choice(("title", "title", "snake", "snake", "camel", "coded"))
    told = "metadata" if style == "coded" else random.choice(("header", "metadata", "metadata", ""))
    return MeasureManner(style, told, random.choice(CURRENCIES))


def describe(
    chosen: Sequence[Mapping[str, Any]], way: MeasureManner, random: Random
) -> list[Described]:
    """The measures with their columns; what is left out of ``told`` is in plain units."""
    return [_describe(line, number, way, random) for number, line in enumerate(chosen, 1)]


def _describe(
    line: Mapping[str, Any], number: int, way: MeasureManner, random: Random
) -> Described:
    kind = next(key for key in ("count", "percent", "money", "noun") if key in line)
    name = line[kind]
    unit, factor, shown, places = _measured(line, kind, way, random)
    plural = kind == "count" and any(word.endswith("s") for word in name.split())
    measure = FactMeasure(
        noun=f"number of {name}" if plural else name,
        unit=unit,
        counted=name if plural and not name.endswith("ed") else "",
        factor=factor,
        told=bool(way.told) or kind == "count",
        places=places,
        additive=kind != "percent" and "gain" not in line and line.get("sum", True),
        signed="gain" in line or "change" in line or bool(line.get("signed")),
        moves=line.get("change", ""),
        gain=tuple(line["gain"]) if "gain" in line else None,
    )
    return Described(measure, _column(name, shown, number, way), shown)


def _measured(
    line: Mapping[str, Any], kind: str, way: MeasureManner, random: Random
) -> tuple[FactUnit, Decimal, str, int]:
    """What a measure is in: its unit, the factor of its cells, how both are shown, its places."""
    if kind == "money":
        unit, shown, places = (
            FactUnit("money", way.currency),
            way.currency,
            random.choice((0, 0, 2)),
        )
        if way.told and line["typical"] > 1e5 and random.random() < 0.6:
            power = 6 if line["typical"] > 5e7 else 3
            places = random.choice((1, 2, 3))
            shown += " " + random.choice(_SCALES[power][:2])
            return unit, Decimal(10) ** power, shown, places
        return unit, Decimal(1), shown, places
    if kind == "percent":
        shown = random.choice(("%", "percent"))
        if way.told and random.random() < 0.3:
            return FactUnit("percent", "%"), Decimal(100), "fraction", 3
        return FactUnit("percent", "%"), Decimal(1), shown, 1
    if kind == "noun":
        places = 2 if line["typical"] < 2 else int(line["typical"] < 500)
        return FactUnit("measure", line["in"]), Decimal(1), line["in"], places
    return FactUnit("count"), Decimal(1), "", 0


def _column(name: str, shown: str, number: int, way: MeasureManner) -> Column:
    words = name.replace("-", " ").split()
    header = {
        "title": name[0].upper() + name[1:],
        "snake": "_".join(words).lower(),
        "camel": words[0].lower() + "".join(word.capitalize() for word in words[1:]),
        "coded": f"v{number:02}_{''.join(word[0] for word in words)}",
    }[way.style]
    if way.told == "header" and shown:
        header += f" ({shown})" if way.style == "title" else f"_{_ascii(shown)}"
    return Column(
        header,
        label=name if way.style == "coded" else "",
        unit=shown if way.told == "metadata" else "",
    )


def _ascii(shown: str) -> str:
    plain = {"%": "pct", "percent": "pct", "°C": "celsius", "km/h": "kmh", "km²": "km2"}
    return plain.get(shown, shown.replace(" ", "_").lower())
