"""Numbers inside the string cells of query results: "137 x 64.5 mm", "32-18", "5 MP", "$1,200".

The tables of the prose reader over a simpler scan, since a cell is a value and no sentence: years
count, words do not. Suffixes repeat from row to row, so what each means is remembered. Cells that
may hold dates, times or fractions go through the prose reader itself.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from sidecar.model.number import Unit
from sidecar.text import affixes, numerals
from sidecar.text.digits import DigitReader
from sidecar.text.draft import Draft
from sidecar.text.numbers import read_digits
from sidecar.text.numerals import EXACT
from sidecar.text.options import Locale
from sidecar.text.units import CODES, SIGNS
from sidecar.work import check_abandoned

_DIGIT = re.compile(r"\d")
_PLAIN = re.compile(r"-?\d{1,40}(?:\.\d{1,20})?", re.ASCII)
_NUMERAL = re.compile(r"(?P<sign>(?<![\w)%])[-−–])?(?P<money>[$€£¥₹]\s?)?(?P<run>\d+(?:[.,]\d+)*)")
_TAIL = 32  # code points after a numeral that can be its scale and unit
_DELICATE = re.compile(
    r"\d{4}-\d|[$€£¥₹]\s?[-−–]|\d\s?/\s?\d|\d:\d|\d[eE^²³'’\u2009\u202f\u00a0]|\d \d|\(|10\d?[⁰-⁹]"
    r"|[^\x00-\u024f€°µ×–−μ]|"
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|[AaPp]\.?[Mm]\b"
)


def read_cell_numbers(string: str, locale: Locale = "en") -> list[tuple[Decimal, str]]:
    """The numbers of a cell with the symbols of their units, in order.

    A date or a timestamp has none, nor has a name such as "IP68".

    Args:
        string: The cell.
        locale: Which separators doubtful forms have, see ``ExtractOptions``.
    """
    if not _DIGIT.search(string):
        return []
    if locale == "en" and _PLAIN.fullmatch(string):
        return [(Decimal(string), "")]
    if _DELICATE.search(string):
        return _as_prose(string, locale)
    found: list[tuple[Decimal, str]] = []
    for match in _NUMERAL.finditer(string):
        check_abandoned()
        start, end = match.span("run")
        number = _read(string, match, start, end, locale)
        if number is not None:
            found.append(number)
    if len(found) > 1 and found[-1][1] and not any(symbol for _, symbol in found[:-1]):
        return [(value, found[-1][1]) for value, _ in found]
    return found


def _read(
    string: str, match: re.Match[str], start: int, end: int, locale: Locale
) -> tuple[Decimal, str] | None:
    run = match["run"]
    symbol = SIGNS[match["money"][0]] if match["money"] else ""
    if not symbol and start and match.start() == start:
        led = _led(string, start)
        if led is None:
            return None
        symbol = led
    value = _value(string, run, start, locale)
    if value is None:
        return None
    tail = string[end : end + _TAIL]
    if tail:
        suffix = _suffix(tail, money=bool(symbol))
        if suffix is None:
            return None
        power, unit = suffix
        value = value.scaleb(power, EXACT) if power else value
        symbol = symbol or unit
    return (-value if match["sign"] else value), symbol


def _led(string: str, start: int) -> str | None:
    """The unit before a number, "" where none is; None where it is a part of a word."""
    before = string[start - 1]
    if not before.isalpha() and before not in "_ -":
        return ""
    prefix = affixes.find_currency_before(string, start, CODES)
    if prefix is not None:
        return prefix.symbol
    joined = before == "-" and string[start - 2 : start - 1].isalpha()
    return None if joined or before not in " -xX×" else ""


def _value(string: str, run: str, start: int, locale: Locale) -> Decimal | None:
    """The value of a run of digits and separators that begins at a place."""
    plain = run.isdigit() or (locale == "en" and run.count(".") == 1 and "," not in run)
    if plain and len(run) <= numerals.MAX_DIGITS:
        return Decimal(run)
    return numerals.read_numeral(string, start, start + _leading(run), locale)[0].value


def _leading(run: str) -> int:
    """How many digits a run begins with."""
    return len(run) - len(run.lstrip("0123456789"))


@lru_cache(maxsize=4096)
def _suffix(tail: str, *, money: bool) -> tuple[int, str] | None:
    """Power of ten and unit that a numeral's tail means; None where it makes a name of it."""
    draft = Draft(0, 1, Decimal(1), unit=Unit.CURRENCY if money else Unit.COUNT)
    reader = DigitReader(f"1{tail}", "en", CODES, years=False, ordinals="all")
    if not reader.complete_suffix(draft):
        return None
    return draft.value.adjusted(), draft.symbol


def _as_prose(string: str, locale: Locale) -> list[tuple[Decimal, str]]:
    return [(draft.value, draft.symbol) for draft in read_digits(string, locale)]
