"""Numbers as prose writes them: "1,234", "six", "QAR 1.2 million", "about 4.2 %", "$45k"."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from random import Random
from typing import Literal, NamedTuple

from bench.generated.facts import FactMeasure, FactUnit
from sidecar.text.vocabulary import listed

_SMALL = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
)
_RANKS = listed("zeroth first second third fourth fifth sixth seventh eighth ninth tenth")
MULTIPLES = {2: "doubled", 3: "tripled", 4: "quadrupled"}
_SCALES = {
    3: (" thousand", "k"),
    6: (" million", "M", "m", " mn"),
    9: (" billion", "bn"),
}
_PERCENT = (" per cent", " percent")
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
_MOST_HIDDEN = Decimal("0.04")  # by a hedge
_ROUNDING = {"over": ROUND_FLOOR, "more than": ROUND_FLOOR, "nearly": ROUND_CEILING}


Form = Literal["number", "rank", "multiple"]


class Style(NamedTuple):
    """How one number is written, apart from its value.

    Attributes:
        unit: What it is written with; a count where the unit is left out.
        places: Decimals that are kept; negative for tens and hundreds.
        scale: The power of ten of its scale word.
        suffix: That word: " million", "M", or "".
        words: Whether small integers are spelled.
        hedge: "about", "over", "nearly", or "".
        spelled: Whether the unit is a word or code after the number, not a sign before it.
        minus: How a negative number begins.
        grouped: Whether thousands are separated.
        form: "rank" for "third" and "12th", "multiple" for "doubled".
    """

    unit: FactUnit
    places: int = 0
    scale: int = 0
    suffix: str = ""
    words: bool = False
    hedge: str = ""
    spelled: bool = False
    minus: str = "-"
    grouped: bool = True
    form: Form = "number"


class GeneratedText(NamedTuple):
    """A number in words and digits.

    Attributes:
        text: As it stands in the text.
        value: What it says, in its unit.
        step: The value of its last written digit.
    """

    text: str
    value: Decimal
    step: Decimal


_SCALED = {0: 0.0, 3: 0.15, 6: 0.7, 9: 0.9}
"""How often a value of so many zeros is written with a scale."""


def style(value: Decimal, measure: FactMeasure, random: Random, *, exact: bool = False) -> Style:
    """A fitting way to write a value of a measure; ``exact`` leaves out hedges and scales."""
    unit = measure.unit if measure.told or measure.unit.kind == "percent" else FactUnit("count")
    size = abs(value)
    power = max((p for p in _SCALES if size >= Decimal(10) ** p), default=0)
    scaled = not exact and _is_scaled(measure, power, random)
    chosen = Style(
        unit,
        places=_places(value, measure),
        words=value == value.to_integral_value() and size <= 20 and random.random() < 0.5,
        spelled=random.random() < 0.5,
        minus=random.choice(("-", "−", "minus ")),
        grouped=random.random() < 0.9,
    )
    if scaled:
        chosen = _scaled(chosen, power, random)
    elif not exact and chosen.places > 0 and random.random() < 0.35:
        chosen = chosen._replace(places=max(chosen.places - 1, _least(value)))
    if not exact and value > 0 and random.random() < 0.1:
        return _hedged(chosen, value, random)
    return chosen


def _is_scaled(measure: FactMeasure, power: int, random: Random) -> bool:
    return measure.unit.kind in ("count", "money") and random.random() < _SCALED[power]


def _scaled(chosen: Style, power: int, random: Random) -> Style:
    # "k" and "M" belong to money; a count of people is not written "12k" in a report.
    suffixes = _SCALES[power] if chosen.unit.kind == "money" else _SCALES[power][:1]
    return chosen._replace(
        scale=power, suffix=random.choice(suffixes), places=random.choice((1, 2)), words=False
    )


def write(value: Decimal, how: Style) -> GeneratedText:
    """A value in a style; words only where there is a word for it."""
    shown = value.scaleb(-how.scale)
    rounding = _ROUNDING.get(how.hedge, ROUND_HALF_UP)
    step = Decimal(1).scaleb(-how.places)
    rounded = (shown / step).to_integral_value(rounding) * step
    size = abs(rounded)
    if how.form == "rank":
        return GeneratedText(_ordinal(int(rounded), spelled=how.words), rounded, step)
    if how.form == "multiple":
        return GeneratedText(MULTIPLES[int(rounded)], rounded, Decimal("0.1"))
    if how.words and size == size.to_integral_value() and size < len(_SMALL):
        digits, step = _SMALL[int(size)], Decimal(1)
    else:
        digits = f"{size:{',' if how.grouped else ''}.{max(how.places, 0)}f}"
    sign = how.minus if rounded < 0 else ""
    if digits.isalpha() and sign:
        sign = "minus "
    text = _with_unit(sign, digits + how.suffix, how)
    hedge = f"{how.hedge} " if how.hedge else ""
    return GeneratedText(hedge + text, rounded.scaleb(how.scale), step.scaleb(how.scale))


def _ordinal(rank: int, *, spelled: bool) -> str:
    if spelled and rank < len(_RANKS):
        return _RANKS[rank]
    ending = "th" if 10 < rank % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"


def _with_unit(sign: str, digits: str, how: Style) -> str:
    kind, symbol = how.unit
    if kind == "count":
        return sign + digits
    if kind == "percent":
        return sign + digits + (_PERCENT[how.grouped] if how.spelled or digits.isalpha() else "%")
    if kind == "measure":
        return f"{sign}{digits} {symbol}"
    if how.spelled or digits.isalpha():
        return f"{sign}{digits} {symbol}"
    if symbol in _SIGNS:
        return f"{sign}{_SIGNS[symbol]}{digits}"
    return f"{symbol} {sign}{digits}"


def _places(value: Decimal, measure: FactMeasure) -> int:
    """The decimals of a value in the unit of its measure."""
    factor = measure.factor.adjusted()
    return max(0, measure.places - factor)


def _least(value: Decimal) -> int:
    """Decimals that leave two significant digits."""
    return max(0, 1 - value.adjusted()) if value else 0


def _hedged(chosen: Style, value: Decimal, random: Random) -> Style:
    """Rounded to two significant digits with "about", to three with a side."""
    hedge = random.choice(("about", "around", "over", "more than", "nearly"))
    digits = 3 if hedge in _ROUNDING else 2
    places = digits - 1 - (value.adjusted() - chosen.scale)
    rounded = chosen._replace(hedge=hedge, places=min(places, chosen.places), words=False)
    off = abs(write(value, rounded).value - value)
    return rounded if 0 < off < value * _MOST_HIDDEN else chosen
