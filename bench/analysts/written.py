"""How a value is put on paper: by a picture, in number words, or by a phrase.

A picture holds one number of zeros, ``QAR 0,0.00 million``: whether thousands are separated, how
many decimals, and what stands around it. ``word`` and ``ordinal`` spell small numbers, ``nth`` and
a phrase such as ``nearly half`` say what they look like.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction

_PICTURE = re.compile(r"0(,0)?(\.0+)?")
_PERCENT = re.compile(r"%|per ?cent|points?|\bpp|\bbps|basis")
_SCALES = {"thousand": 10**3, "k": 10**3, "million": 10**6, "m": 10**6, "billion": 10**9,
           "bn": 10**9}  # fmt: skip
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
)  # fmt: skip
PHRASES = {
    "half": Fraction(50), "a third": Fraction(100, 3), "one-third": Fraction(100, 3),
    "two-thirds": Fraction(200, 3), "a quarter": Fraction(25), "three-quarters": Fraction(75),
    "a fifth": Fraction(20), "two-fifths": Fraction(40), "three-fifths": Fraction(60),
    "a tenth": Fraction(10),
    "doubled": Fraction(2), "double": Fraction(2), "twice": Fraction(2), "tripled": Fraction(3),
    "triple": Fraction(3), "quadrupled": Fraction(4), "halved": Fraction(1, 2),
}  # fmt: skip
"""Shares are in percent, multiples as they are."""

_BELOW, _ABOVE = (Fraction(95, 100), Fraction(1)), (Fraction(1), Fraction(105, 100))
_HEDGES = {
    "": (Fraction(99, 100), Fraction(101, 100)),
    **dict.fromkeys(("about", "roughly"), (_BELOW[0], _ABOVE[1])),
    **dict.fromkeys(("nearly", "almost", "just under"), _BELOW),
    "just over": _ABOVE,
    **dict.fromkeys(("over", "more than"), (Fraction(1), Fraction(115, 100))),
}
"""How far a value may be from a phrase: 2.2 is still "more than doubled", and not "about"."""


@dataclass(frozen=True)
class AnalystText:
    """A number as it stands in a text, and the values that may be written so."""

    before: str  # a hedge, which is no part of the number
    text: str
    value: Fraction  # as a reader takes it, its scale word applied
    low: Fraction  # in the scale of the picture, like the truth it is compared with
    high: Fraction
    form: str
    percent: bool = False
    loose: bool = False  # a phrase

    def holds(self, truth: Fraction) -> bool:
        """Whether a value may be written so."""
        return self.low <= truth <= self.high


def write(value: Fraction, picture: str, *, cut: bool = False) -> AnalystText:
    """A value by a picture, rounded half up, or cut; negative ones with their sign."""
    if picture in ("word", "Word"):
        words = _cardinal(value)
        text = words.capitalize() if picture == "Word" else words
        return AnalystText("", text, value, value, value, "word")
    if picture in ("ordinal", "nth"):
        place = int(value)
        suffix = {1: "st", 2: "nd", 3: "rd"}.get(place, "th")  # no list here has 21 places
        text = ORDINALS[place] if picture == "ordinal" else f"{place}{suffix}"
        return AnalystText("", text, value, value, value, "ordinal")
    zeros = _PICTURE.search(picture)
    return _phrase(value, picture) if zeros is None else _digits(value, picture, zeros, cut)


def _digits(value: Fraction, picture: str, zeros: re.Match[str], cut: bool) -> AnalystText:
    step = Decimal(1).scaleb(-max(0, len(zeros[2] or "") - 1))
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(step, ROUND_DOWN if cut else ROUND_HALF_UP)
    number = f"{abs(rounded):,}" if zeros[1] else f"{abs(rounded)}"
    before, after = picture[: zeros.start()], picture[zeros.end() :]
    sign = "-" if rounded < 0 else ""
    words = after.removesuffix("s").split()
    scale = _SCALES.get(words[0].lower(), 1) if words else 1
    if zeros[1] and after.startswith("0"):
        raise ValueError(f"{picture!r} holds more than one number: 0,0 separates thousands")
    half = Fraction(step) / 2
    written = Fraction(rounded)
    return AnalystText(
        before="",
        text=f"{sign}{before}{number}{after}",
        value=written * scale,
        low=written - (0 if cut and written > 0 else half),
        high=written + (Fraction(step) if cut else half),
        form="digit",
        percent=bool(_PERCENT.search(after)),
    )


def _phrase(value: Fraction, picture: str) -> AnalystText:
    core = next(p for p in sorted(PHRASES, key=len, reverse=True) if picture.lower().endswith(p))
    at = len(picture) - len(core)
    middle = PHRASES[core]
    low, high = _HEDGES[picture[:at].strip().lower()]
    share = middle >= 10
    return AnalystText(
        before=picture[:at],
        text=picture[at:],
        value=middle / 100 if share else middle,
        low=middle * low,
        high=middle * high,
        form="word",
        percent=share,
        loose=True,
    )


def _cardinal(value: Fraction) -> str:
    if value.denominator != 1 or not 0 <= value < 100:
        raise ValueError(f"no word for {value}")
    number = int(value)
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
