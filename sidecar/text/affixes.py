"""What stands right before and after a numeral: currency, scale and unit."""

from __future__ import annotations

import re
from typing import NamedTuple

from sidecar.model.number import Unit
from sidecar.text.lexicon import COUNTED
from sidecar.text.units import (
    CODE_ALIASES,
    CODES,
    DOLLARS,
    DOTTED_SCALES,
    MONEY_SUFFIXES,
    PHRASES,
    POWERS,
    SCALE_SUFFIXES,
    SIGNS,
    SPELLED,
    UNITS,
    UnitMeasure,
)
from sidecar.text.vocabulary import LETTERS, continues_word, is_unspaced, one_of

_GAPS = " \u00a0\u2009\u202f"
_SYMBOL = "".join(SIGNS)
_LETTER = rf"[^\W\d_{LETTERS}]"
_WORD = re.compile(
    rf"(?P<gap>[{_GAPS}]{{0,2}}|\s?-\s?|\s?<)"
    rf"(?P<word>[%‰٪％℃℉{_SYMBOL}]|[°º]\s?[CF]?\b|[°º]|"
    rf"{_LETTER}{{1,24}}(?:/{_LETTER}{{1,12}})?(?:[²³]|\^?[23](?![\w.]))?)"
)
_FOLLOWING = re.compile(rf"[{_GAPS}-]([^\W\d_]{{1,24}})")
_RATE = re.compile(r"(?:\s(?:per|an)\s|/)(second|sec|minute|min|hour|hr|h|s|day|year)\b")
_RATES = {"second": "s", "sec": "s", "minute": "min", "hour": "h", "hr": "h"}
_RAISED = re.compile(r"\s?(squared|cubed|²|³|\^2|\^3)")
_DOTTED_POINTS = re.compile(r"[pb]\.\s?p\b\.?")  # percentage points, basis points
_PERCENT_POINTS = re.compile(r"-?(?:points?|pts?)\b")
_INCHES_END = re.compile(r"\s*(?:$|[.,;:)\]×x/|]|more\b|wide|tall|long|deep|thick)")
_IN_AND_OUT = re.compile(r"\W{1,3}(?:and\s|but\s)?[\d.,]+\w?\s(?:\w+\s)?out\b", re.IGNORECASE)
_CODE_BEFORE = re.compile(r"([A-Za-z.]{1,5})\Z")
_CLAUSE_END = re.compile(r"\s*(?:$|[.,;:)!?])")
_PICTURES = re.compile(
    r"\s?@|[\s-](?:video|resolution|uhd|ultra|display|screen|tv|monitor|recording|footage|quality|hdr|at\s\d)",
    re.IGNORECASE,
)  # 4K
_INCH = UnitMeasure(Unit.MEASURE, "in")
_GLUED = re.compile(r"[a-z]{4,15}\b")
_REACH = 8


class UnitMatch(NamedTuple):
    """A unit after a numeral: where it ends, what it is, and a scale in it ("30 MUSD")."""

    end: int
    measure: UnitMeasure
    scale: int = 0


class CurrencyPrefix(NamedTuple):
    """A currency before a numeral: where it starts, its symbol, and a scale ("MAUD 60")."""

    start: int
    symbol: str
    scale: int = 0


def find_currency_before(string: str, pos: int, codes: frozenset[str]) -> CurrencyPrefix | None:
    """The currency that ends right before ``pos``, after at most a space."""
    end = pos - 1 if pos and string[pos - 1] in _GAPS else pos
    last = string[end - 1 : end]
    if last in SIGNS and last:
        return _sign(string, end - 1, last)
    if not (last.isupper() or last in "s."):
        return None
    match = _CODE_BEFORE.search(string, max(0, end - _REACH), end)
    if match is None or (match.start() and continues_word(string[match.start() - 1])):
        return None
    code = match[1].rstrip(".")
    return _coded(code, match.start(), codes) if code else None


def _coded(code: str, start: int, codes: frozenset[str]) -> CurrencyPrefix | None:
    """A currency code before a numeral, with the scale that may be part of it."""
    scale = 0
    if code not in codes and code[0] in "MK":
        code, scale = code[1:], 6 if code[0] == "M" else 3
    return CurrencyPrefix(start, CODE_ALIASES.get(code, code), scale) if code in codes else None


def _sign(string: str, pos: int, sign: str) -> CurrencyPrefix:
    """A currency sign with the country's letters before it: US$, HK $, mxn$."""
    symbol = SIGNS[sign]
    match = _CODE_BEFORE.search(string, max(0, pos - _REACH), pos)
    if match is None:
        return CurrencyPrefix(pos, symbol)
    start, letters = match.start(), match[1].upper()
    if start and continues_word(string[start - 1]):
        return CurrencyPrefix(pos, symbol)
    if letters in CODES:
        return CurrencyPrefix(start, letters)
    if sign == "$" and letters in DOLLARS:
        return CurrencyPrefix(start, DOLLARS[letters])
    return CurrencyPrefix(pos, symbol)


def match_word_after(string: str, pos: int) -> re.Match[str] | None:
    """The word or sign after a numeral that can be its scale or unit."""
    return _WORD.match(string, pos)


def read_scale(
    string: str, match: re.Match[str], *, money: bool, codes: frozenset[str]
) -> tuple[int, int] | None:
    """A scale written as a suffix or abbreviation after a numeral: its end and power of ten."""
    word, end = match["word"], match.end()
    if word not in MONEY_SUFFIXES or continues_word(string[end : end + 1]):
        return None
    if _is_no_scale(string, match, money=money):
        return None
    tight = not match["gap"]
    money = money or _money_follows(string, end, codes) or (tight and _counts(string, end))
    power = (MONEY_SUFFIXES if money else SCALE_SUFFIXES).get(word)
    if power is None:
        return None
    if word in DOTTED_SCALES and string[end : end + 1] == ".":  # of the word, where a unit follows
        end += find_unit_after(string, end + 1, codes) is not None
    return end, power


def _is_no_scale(string: str, match: re.Match[str], *, money: bool) -> bool:
    """Whether the letter of a scale has another meaning: "5 T", "4K video", "5G", "802.11b"."""
    word, end, pos = match["word"], match.end(), match.start()
    if match["gap"] and not money and word in ("B", "T", "G"):
        return True
    if word == "K":
        return _PICTURES.match(string, end) is not None
    if word == "G":
        return not string[pos - 2 : pos].isdigit()  # 10G is a number
    return word == "b" and not (money or (not match["gap"] and _CLAUSE_END.match(string, end)))


def is_name(string: str, pos: int) -> bool:
    """Whether letters follow without a gap, so that digits and letters are one name: "76ers".

    "6578staff" only lacks its space.
    """
    following = string[pos : pos + 1]
    if not following.isalpha() or is_unspaced(following):
        return following == "_"
    glued = _GLUED.match(string, pos)
    return glued is None or glued[0] not in COUNTED


def find_unit_after(string: str, pos: int, codes: frozenset[str]) -> UnitMatch | None:
    """The unit or currency that follows a numeral ending at ``pos``."""
    match = _WORD.match(string, pos)
    return None if match is None else read_unit(string, match, codes)


def read_unit(string: str, match: re.Match[str], codes: frozenset[str]) -> UnitMatch | None:
    """The unit or currency that a match of ``match_word_after`` is."""
    word, end = match["word"], match.end()
    if not word[0].isalpha():
        return _sign_after(string, word, end)
    if continues_word(string[end : end + 1]):
        return None
    if money := _code_after(word, end, codes):
        return money
    if word == "K" and _PICTURES.match(string, end):
        return UnitMatch(end, UnitMeasure(Unit.MEASURE, "K"))
    measure, end = _measure(string, word, end)
    if measure is None:
        return None
    if match["gap"].endswith("<"):
        end += string[end : end + 1] == ">"
    if measure.unit is Unit.MEASURE:
        end, measure = _compound(string, end, measure)
    return UnitMatch(end, measure)


def _sign_after(string: str, word: str, end: int) -> UnitMatch | None:
    """A currency sign, a percent sign or degrees after a numeral."""
    if word in SIGNS:
        belongs_to_next = string[end : end + 1].isdigit()  # "1 $10 bill"
        return None if belongs_to_next else UnitMatch(end, UnitMeasure(Unit.CURRENCY, SIGNS[word]))
    if word[0] in "°º":
        return UnitMatch(end, UnitMeasure(Unit.MEASURE, "°" + word[1:].strip().upper()))
    if word == "%" and (points := _PERCENT_POINTS.match(string, end)):
        return UnitMatch(points.end(), SPELLED["pp"])
    measure = UNITS.get(word)
    return None if measure is None else UnitMatch(end, measure)


def _code_after(word: str, end: int, codes: frozenset[str]) -> UnitMatch | None:
    """A currency code after a numeral, with the scale that may be part of it."""
    if word in codes:
        return UnitMatch(end, UnitMeasure(Unit.CURRENCY, CODE_ALIASES.get(word, word)))
    if word[0] in "MmkK" and word[1:] in codes:
        return UnitMatch(end, UnitMeasure(Unit.CURRENCY, word[1:]), 3 if word[0] in "kK" else 6)
    return None


def _counts(string: str, pos: int) -> bool:
    """Whether a noun follows that no length has: "7m people"."""
    following = _FOLLOWING.match(string, pos)
    return following is not None and following[1] in COUNTED


def _money_follows(string: str, pos: int, codes: frozenset[str]) -> bool:
    following = _FOLLOWING.match(string, pos)
    if following is None:
        return string[pos : pos + 1] in SIGNS and pos < len(string)
    word = SPELLED.get(following[1].lower())
    return following[1] in codes or (word is not None and word.unit is Unit.CURRENCY)


def _measure(string: str, word: str, end: int) -> tuple[UnitMeasure | None, int]:
    """The unit that a word names, alone or with the words that follow it."""
    lower = word.lower()
    if points := _DOTTED_POINTS.match(string, end - len(word)):
        return SPELLED[f"{lower}p"], points.end()
    if lower in PHRASES or lower in POWERS or lower in NATIONS:
        measure, after = _phrase(string, lower, end - len(word), end)
        if measure is not None:
            return measure, after
    if lower == "in":
        inches = _INCHES_END.match(string, end) and not _IN_AND_OUT.match(string, end)
        return (_INCH if inches else None), end
    measure = UNITS.get(word) or SPELLED.get(lower)
    if measure is None and "/" in word:
        base, _, rest = word.partition("/")
        return UNITS.get(base) or SPELLED.get(base.lower()), end - len(rest) - 1
    return measure, end


def _phrase(string: str, first: str, start: int, end: int) -> tuple[UnitMeasure | None, int]:
    """A unit of two words: "percentage points", "square meters", "turkish lira"."""
    for phrase, measure in PHRASES.get(first, ()):
        if string[start : start + len(phrase)].lower() == phrase:
            return measure, start + len(phrase)
    following = _FOLLOWING.match(string, end)
    base = SPELLED.get(following[1].lower()) if following else None
    if following is None or base is None:
        return None, end
    if first in POWERS and base.unit is Unit.MEASURE:
        return UnitMeasure(Unit.MEASURE, base.symbol + POWERS[first]), following.end()
    if first in NATIONS and base.unit is Unit.CURRENCY:
        return base, following.end()
    return None, end


NATIONS = one_of(
    "us american canadian australian hong turkish swiss french british saudi qatari kuwaiti "
    "omani egyptian indian japanese chinese mexican danish norwegian swedish zealand"
)


def _compound(string: str, end: int, measure: UnitMeasure) -> tuple[int, UnitMeasure]:
    """Degrees of a scale, squares and cubes, and rates: "degrees Celsius", "m squared", "m/s"."""
    if measure.symbol == "°":
        following = _FOLLOWING.match(string, end)
        scale = following and {
            "c": "°C", "celsius": "°C", "f": "°F", "fahrenheit": "°F", "centigrade": "°C",
        }.get(following[1].lower())  # fmt: skip
        if following and scale:
            return following.end(), UnitMeasure(Unit.MEASURE, scale)
        return end, measure
    symbol = measure.symbol
    if raised := _RAISED.match(string, end):
        symbol += "²" if raised[1] in ("squared", "²", "^2") else "³"
        end = raised.end()
    if rate := _RATE.match(string, end):
        symbol += "/" + _RATES.get(rate[1], rate[1])
        end = rate.end()
    return end, measure if symbol == measure.symbol else UnitMeasure(Unit.MEASURE, symbol)
