"""Numbers in digits: separators, decimals, exponents, and the digits of other scripts.

``read_numeral`` takes the longest run that can be one numeral and says what it is. A run that no
reading fits is cut into the numbers of a list ("1,2,3") or refused; it is never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from itertools import islice
from typing import NamedTuple

from sidecar.model.number import SkipReason
from sidecar.text.options import Locale
from sidecar.text.units import CODES

MAX_DIGITS = 40
EXACT = Context(prec=100)  # more than any value that is let through needs
HALVES = {step: Decimal(5).scaleb(step - 1) for step in range(-80, 80)}  # of a written place
FORMATS = (
    "\u00ad\u034f\u061c\u115f\u1160\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069"
    "\u3164\ufeff\uffa0"
)
"""What shows nothing."""
MARKS = "\u0300-\u034e\u0350-\u036f\u20d0-\u20f0\ufe00-\ufe0f"
"""What is shown with the character before it."""
_SPACES = " \u00a0\u2009\u202f"
RUN = re.compile(rf"\d+(?:(?:[.,'’\u066b\u066c，．]|[{FORMATS}{MARKS}]{{1,4}})\d+)*")
_SPACED = re.compile(rf"\d{{1,3}}([{_SPACES}])\d{{3}}(?:\1\d{{3}})*(?![\d%])(?:[.,]\d+)?")
_NAME_BEFORE = re.compile(r"([A-Z]{2,6}) \Z")
_EXPONENT = re.compile(r"[eE]([+-]?\d{1,4})(?![^\W_])")
_POWER = re.compile(r"\s?[x×·*]\s?(10|2)(?:(?:\^|\*\*)([-−+]?\d{1,3})|([⁺⁻]?[⁰¹²³⁴-⁹]{1,3}))")
_CARET = re.compile(r"(?:\^|\*\*)([-−+]?\d{1,3})")
_RAISED = re.compile(r"[⁺⁻]?[⁰¹²³⁴-⁹]{1,3}")
_RAISED_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−", "0123456789+--")
_ARABIC = str.maketrans("٫٬’，．", ".,',.")

_ENGLISH = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_SWISS = re.compile(r"\d{1,3}(?:'\d{3})+(?:\.\d+)?")
_CONTINENTAL = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}")
_DOTTED_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")
_COMMA_DECIMAL = re.compile(r"\d+,\d+")
_COMMA_LOCALES = ("de", "fr")
_ONE_OR_TWO = re.compile(r"\d+,\d{1,2}|\d{1,2},\d{4,}")  # "619,1802" is a list, and so are years
_EITHER = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_OF_COMMAS = re.compile(r"0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{4,},\d+|\d{1,3},(?:\d{1,2}|\d{4,})")
_OF_POINTS = re.compile(
    r"0\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}|\d+\.(?:\d{1,2}|\d{4,})"
)
_NUMERALS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)+(?![\w]|[.,]\d)")
_TOLD_BY = 1000  # numerals of a text that are looked at
_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}")
# What after digits, or after digits and a space, point or comma, can belong to the numeral.
_GOES_ON = frozenset("'’\u066b\u066c，．eE^*x×·⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_GOES_ON_SPACED = frozenset(f"{_SPACES}.,")
_FORMAT = re.compile(f"[{FORMATS}{MARKS}]")


class Numeral(NamedTuple):
    """One numeral.

    Attributes:
        start: Where it starts.
        end: Where it ends.
        value: Its value, None where it is refused.
        step: Power of ten of its last written place.
        reason: Why it is refused.
        plain: Digits only: nothing but its context tells a year or a list marker from a quantity.
    """

    start: int
    end: int
    value: Decimal | None
    step: int = 0
    reason: SkipReason = SkipReason.MALFORMED
    plain: bool = False


def read_numeral(string: str, pos: int, stop: int, locale: Locale) -> list[Numeral]:
    """The numeral that the digits ``string[pos:stop]`` begin, or the several of a tight list."""
    following = string[stop : stop + 1]
    if following not in _GOES_ON and not _FORMAT.match(following) and stop - pos <= MAX_DIGITS:
        after = string[stop + 1 : stop + 2]
        if following not in _GOES_ON_SPACED or not (after.isdigit() or after in _GOES_ON):
            run = string[pos:stop]
            if run.isascii():
                return [Numeral(pos, stop, Decimal(run), plain=True)]
    return _whole(string, pos, locale)


def detect_locale(string: str) -> Locale:
    """The locale that the numerals of a text tell, where only one fits those that tell any.

    "0,5" and "1.234,5" have decimal commas, "0.5" and "1,234.5" decimal points; "1,234" and "1.234"
    tell nothing. Where none tells, or they differ, it is "auto".
    """
    commas = points = False
    for match in islice(_NUMERALS.finditer(string), _TOLD_BY):
        commas |= _OF_COMMAS.fullmatch(match[0]) is not None
        points |= _OF_POINTS.fullmatch(match[0]) is not None
    if commas is points:
        return "auto"
    return "de" if commas else "en"


def find_run_end(string: str, pos: int) -> int:
    """Where the digits and separators end that begin at a place."""
    match = RUN.match(string, pos)
    return pos if match is None else match.end()


def _whole(string: str, pos: int, locale: Locale) -> list[Numeral]:
    """The same, where more than its first digits may belong to it."""
    match = RUN.match(string, pos)
    assert match is not None  # noqa: S101 - the caller stands at a digit
    run, end = match[0], match.end()
    following = string[end : end + 1]
    if len(run) <= 3 and following and following in _SPACES:
        spaced = _spaced(string, pos)
        if spaced is not None:
            return [spaced]
    if run.isascii() and run.isdigit():
        numeral = Numeral(pos, end, None if len(run) > MAX_DIGITS else Decimal(run), plain=True)
    else:
        numerals = _separated(run, pos, locale)
        if len(numerals) > 1:
            return numerals
        numeral = numerals[0]
    if following and following in "eE^*x×·⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹ ":
        return [_raised(string, numeral)]
    return [numeral]


def to_decimals(numeral: Numeral) -> Numeral:
    """The decimals that a numeral of digits is after a bare point: ".5"."""
    places = numeral.end - numeral.start
    value = None if numeral.value is None else numeral.value.scaleb(-places, EXACT)
    return Numeral(numeral.start - 1, numeral.end, value, -places)


def _spaced(string: str, pos: int) -> Numeral | None:
    """Digits in groups of three ("40 000"), if they are no numbered name ("ISO 900 100")."""
    match = _SPACED.match(string, pos)
    named = _NAME_BEFORE.search(string, max(0, pos - 8), pos)
    if match is None or (named and match[1] == " " and named[1] not in CODES):
        return None
    text = re.sub(rf"[{_SPACES}]", "", match[0]).replace(",", ".")
    return _decimal(text, pos, match.end())


def _decimal(text: str, start: int, end: int) -> Numeral:
    """A numeral of digits with at most one point."""
    whole, _, decimals = text.partition(".")
    if len(whole) + len(decimals) > MAX_DIGITS:
        return Numeral(start, end, None)
    return Numeral(start, end, Decimal(text), -len(decimals))


def _separated(run: str, pos: int, locale: Locale) -> list[Numeral]:
    """Digits with separators or of another script."""
    end = pos + len(run)
    if not run.isascii():
        plain = _one_script(run)
        if plain is None:
            return [Numeral(pos, end, None)]
        run = plain
    text = _normal(run, locale)
    if text is not None:
        return [_decimal(text, pos, end)]
    if _ONE_OR_TWO.fullmatch(run) or _EITHER.fullmatch(run):
        return [Numeral(pos, end, None)]  # a decimal comma, thousands, or two numbers
    if "," in run or "'" in run:
        return _listed(run, pos)
    reason = SkipReason.IDENTIFIER if _ADDRESS.fullmatch(run) else SkipReason.VERSION
    return [Numeral(pos, end, None, reason=reason)]


def _one_script(run: str) -> str | None:
    """The run in ASCII, or None where it mixes scripts or hides format characters."""
    text = run.translate(_ARABIC)
    zeros = {ord(c) - unicodedata.digit(c) for c in text if c.isdigit()}
    if len(zeros) != 1 or any(not c.isdigit() and c not in ".,'" for c in text):
        return None
    return "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in text)


def _normal(run: str, locale: Locale) -> str | None:
    """The run with a decimal point and no other separator, where one reading fits."""
    if run.isdigit():
        return run
    if locale == "auto" and _EITHER.fullmatch(run):
        return None
    if run.count(".") == 1 and run.replace(".", "", 1).isdigit():
        return run.replace(".", "") if _is_dotted_thousands(run, locale) else run
    if _is_continental(run) or _is_decimal_comma(run, locale):
        return run.replace(".", "").replace(",", ".")
    if _is_grouped(run):
        return run.replace(",", "").replace("'", "")
    return None


def _is_grouped(run: str) -> bool:
    """Whether commas or apostrophes part the thousands of a run."""
    return any(form.fullmatch(run) for form in (_ENGLISH, _INDIAN, _SWISS))


def _is_dotted_thousands(run: str, locale: Locale) -> bool:
    """Whether the only point of a run parts thousands."""
    return locale in _COMMA_LOCALES and _DOTTED_THOUSANDS.fullmatch(run) is not None


def _is_continental(run: str) -> bool:
    """Whether points part the thousands of a run; "192.168.100.200" is an address."""
    if "," not in run and _ADDRESS.fullmatch(run):
        return False
    return _CONTINENTAL.fullmatch(run) is not None


def _is_decimal_comma(run: str, locale: Locale) -> bool:
    """Whether the only comma of a run is a decimal one, rather than that of thousands or a list."""
    if not _COMMA_DECIMAL.fullmatch(run):
        return False
    return locale in _COMMA_LOCALES or run.startswith("0,") or locale == "auto"


def _listed(run: str, pos: int) -> list[Numeral]:
    """A list without spaces ("1,2,3"), whose parts hold at most a decimal point each."""
    numerals = []
    for part in re.finditer(r"[\d.]+", run):
        text = part[0].strip(".")
        start = pos + part.start()
        if text.count(".") > 1:
            numerals.append(Numeral(start, start + len(text), None, reason=SkipReason.VERSION))
        elif text:
            numerals.append(_decimal(text, start, start + len(text)))
    return numerals


def _raised(string: str, numeral: Numeral) -> Numeral:
    """The numeral with the exponent that may follow it: 1e5, 2×10^5, 10^8, 10⁻³."""
    value, end = numeral.value, numeral.end
    if value is None:
        return numeral
    if match := _EXPONENT.match(string, end):
        return _shifted(numeral, match.end(), value, int(match[1]), numeral.step)
    if match := _POWER.match(string, end):
        power = int((match[2] or match[3]).translate(_RAISED_DIGITS))
        base, factor = Decimal(match[1]), value
    elif match := _CARET.match(string, end) or (
        _RAISED.match(string, end) if value == 10 else None
    ):
        power = int(match[0].strip("^*").translate(_RAISED_DIGITS))
        base, factor = value, Decimal(1)
    else:
        return numeral
    if base == 10:
        step = numeral.step if factor is value else 0
        return _shifted(numeral, match.end(), factor, power, step)
    return _power(numeral, match.end(), base, power, factor)


def _shifted(numeral: Numeral, end: int, value: Decimal, power: int, step: int) -> Numeral:
    if abs(power) > MAX_DIGITS:
        return Numeral(numeral.start, end, None)
    return Numeral(numeral.start, end, value.scaleb(power, EXACT), step + power)


def _power(
    numeral: Numeral, end: int, base: Decimal, power: int, factor: Decimal = Decimal(1)
) -> Numeral:
    """A base to a power, where the result is a number of usual size."""
    if base == 0 or abs((base.adjusted() + 1) * power) > MAX_DIGITS:
        return Numeral(numeral.start, end, None)
    value = EXACT.multiply(factor, EXACT.power(base, power))
    return Numeral(numeral.start, end, value, 0 if power > 0 else power)
