"""Writing a value in the manner of a text, for repairs: "$1.2 million", "38", "six", "4th"."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_EVEN, Decimal

from sidecar.model.number import Number, NumberForm
from sidecar.model.text import Text
from sidecar.text.lexicon import LEXICON, WordKind
from sidecar.text.markup import strip_markup
from sidecar.text.numerals import EXACT
from sidecar.text.vocabulary import is_unspaced

_NUMERAL = re.compile(r"\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?(?:[eE][+-]?\d+)?")
_SIGN = re.compile(r"[-−–+]|(?:minus|negative)\s", re.IGNORECASE)
_WORDS = {
    int(v): w for w, (k, v) in reversed(LEXICON.items()) if k in (WordKind.UNIT, WordKind.TEEN)
}
_RANKS = {
    int(v): w
    for w, (k, v) in reversed(LEXICON.items())
    if k is WordKind.ORDINAL or (k is WordKind.PART and w.endswith(("rd", "th")))
}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = range(11, 14)
_MOST_PLACES = 6
_OWN_PLACES = 2
"""Decimals of a cell, at most, that a repair takes over."""


def format_like(value: Decimal, number: Number, text: Text, *, own: bool = False) -> str:
    """A value in the form in which the text writes a number.

    Scale, unit, currency, separators and the count of decimals stay, and markup goes; where the
    value rounded so would read like the number it replaces, or like nothing, decimals are added
    until it does not.

    Args:
        value: The value, in the base of the number's unit.
        number: The number that it replaces.
        text: The text that holds the number.
        own: Whether decimals, where any are written, are as many as the value itself has: 0.35, and
            not 0.4, of a cell with two.
    """
    written = strip_markup(text.slice(number.span))  # without markup
    if number.form is NumberForm.ORDINAL:
        return _ordinal(int(value), written)
    shown = EXACT.scaleb(value, -number.power)
    present = EXACT.scaleb(number.value, -number.power)
    numeral = _NUMERAL.search(written)
    if number.form in (NumberForm.FRACTION, NumberForm.MULTIPLE) or numeral is None:
        return _in_words(shown, present, number, written)
    places = _places(numeral[0], number)
    rounded = _rounded(abs(shown), abs(present), places)
    if own and rounded != rounded.to_integral_value():
        rounded = _with_own(abs(shown), rounded)
    digits = _grouped(rounded, numeral[0])
    before, after = written[: numeral.start()], written[_last_end(written, numeral) :]
    return f"{_signed(before, shown, number.sign)}{digits}{after}"


def _last_end(written: str, numeral: re.Match[str]) -> int:
    """Where the last numeral ends whose scale the value is written in: "3亿5000万" in "万"."""
    end = numeral.end()
    while is_unspaced(written[end : end + 1]) and (more := _NUMERAL.search(written, end)):
        end = more.end()
    return end


def _places(numeral: str, number: Number) -> int:
    """Decimals that the text writes."""
    step = EXACT.subtract(number.high, number.low).normalize().adjusted()
    exponent = step - number.power
    return max(0, -exponent) if "." in numeral or "," in numeral else 0


def _rounded(value: Decimal, present: Decimal, places: int) -> Decimal:
    """The value at so many decimals, or at as many more as tell it from the present number."""
    if value and value.adjusted() + places >= EXACT.prec:
        return value  # all of its digits stand before the point
    while True:
        rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN, EXACT)
        told = rounded != present and (rounded or not value)
        if told or value == present or places >= _MOST_PLACES:
            return rounded
        places += 1


def _with_own(value: Decimal, rounded: Decimal) -> Decimal:
    """A value with its own decimals, where they are few, if they are more than it is rounded to."""
    own = value.normalize(EXACT)
    last, kept = (int(one.as_tuple().exponent) for one in (own, rounded))
    return own if -_OWN_PLACES <= last < kept else rounded


def _grouped(value: Decimal, like_numeral: str) -> str:
    """Digits with the separators of another numeral."""
    plain = f"{value:f}"
    whole, _, decimals = plain.partition(".")
    mark, point = _separators(like_numeral)
    long = sum(c.isdigit() for c in like_numeral.partition(point)[0]) > 3
    if not mark and (long or len(whole) <= 4):
        return plain
    mark = mark or ","
    groups: list[str] = []
    while whole:
        groups.insert(0, whole[-3:])
        whole = whole[:-3]
    return mark.join(groups) + (f"{point}{decimals}" if decimals else "")


def _separators(numeral: str) -> tuple[str, str]:
    """The mark between the groups of a numeral, "" where it has none, and its decimal point."""
    marks = [c for c in numeral if not c.isdigit() and c not in "eE+-"]
    if marks[-1:] == [","] and "." in marks:
        return marks[0], ","
    return next((c for c in marks if c != "."), ""), "."


def _signed(before: str, value: Decimal, sign: int) -> str:
    """What stands before the digits, with the sign that the value needs."""
    if value < 0 and sign < 0:
        return before
    bare = _SIGN.sub("", before, count=1) if sign else before
    if value < 0:
        return f"-{bare}"
    return before if sign > 0 else bare


def _in_words(shown: Decimal, present: Decimal, number: Number, written: str) -> str:
    """A value in place of one in words: words under twenty, digits beyond."""
    negative = "minus " if shown < 0 else ""
    size = abs(shown)
    rounded = _rounded(size, abs(present), 0)
    if number.form in (NumberForm.FRACTION, NumberForm.MULTIPLE):
        rounded = _rounded(size, abs(present), 2).normalize(EXACT)
        times = " times" if number.form is NumberForm.MULTIPLE else ""
        return f"{negative}{rounded:f}{times}"
    tail = _tail(written)
    if rounded == rounded.to_integral_value() and rounded in _WORDS:
        word = _WORDS[int(rounded)]
        word = word.capitalize() if written[:1].isupper() else word
        return f"{negative}{word}{tail}"
    return f"{'-' if negative else ''}{_grouped(rounded, '1')}{tail}"


def _ordinal(value: int, written: str) -> str:
    """A rank in place of another: words where it is in words and there is one, digits beyond."""
    if not written[:1].isdigit() and value in _RANKS:
        word = _RANKS[value]
        return word.capitalize() if written[:1].isupper() else word
    ending = "th" if value % 100 in _TEENS else _ENDINGS.get(value % 10, "th")
    return f"{value}{ending}"


def _tail(written: str) -> str:
    """The scale and unit at the end of a number in words: " million dollars"."""
    words = list(re.finditer(r"[\s-]*([^\W\d_]+)", written))
    for match in words:
        kind = LEXICON.get(match[1].lower(), (None,))[0]
        if kind is WordKind.SCALE or (kind is None and match[1].lower() not in _FILLERS):
            return written[match.start() :]
    return ""


_FILLERS = frozenset(("a", "an", "and", "minus", "negative", "point"))
