"""Ways to declare a unit, rewritten into the one that is read: "% of GDP", "2015 US$", "TEUR".

People who describe their columns add what the cells are shares of, in whose prices they are, what
range they have, and abbreviate as their languages do. None of it changes how a cell is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from sidecar.model.number import Unit
from sidecar.text.scaled import LARGE, SMALL, UNITS, match_any
from sidecar.text.units import UnitMeasure
from sidecar.text.vocabulary import one_of

# Units of columns in scripts without spaces: "億円", "万人", "백만원", "ล้านบาท".

_COUNTERS = one_of("人 名 명 คน 戸 户 戶 世帯 家 台 臺 대 件 건 個 个 개 本 枚 頭 头 辆 輛 套")
_COUNT = UnitMeasure(Unit.COUNT, "")
_NAMED = {**UNITS, **dict.fromkeys(_COUNTERS, _COUNT)}
_SCALES = {**SMALL, **LARGE}
_SPELLED = re.compile(rf"((?:{match_any(_SCALES)})*) ?({match_any(_NAMED)})?")


def unspaced(unit: str) -> tuple[int, UnitMeasure] | None:
    """The power of ten and the measure of a unit; None where the whole of it is not known.

    One sign that may be a word as well ("米", "年") is no unit, unless it is a currency.
    """
    whole = UNITS.get(unit)
    if whole is None:
        match = _SPELLED.fullmatch(unit)
        if match is None or not match[1]:
            return None
        measure = _NAMED[match[2]] if match[2] else _COUNT
        power = sum(_SCALES[scale] for scale in re.findall(match_any(_SCALES), match[1]))
        return None if measure.symbol == "°" else (power, measure)  # "百度" is a name
    return (0, whole) if len(unit) > 1 or whole.unit is Unit.CURRENCY else None


UNTOLD = one_of("float int integer numeric decimal double real string text none null n/a na - –")
"""What stands where a unit is asked for and tells none: types of data, and blanks."""

_UNITLESS = one_of("unitless dimensionless")
_COUNTED = one_of("# no. nr. no nr nb pcs pcs. pc pieces qty headcount heads")
_FRACTION = re.compile(
    r"(?:(?:decimal|fraction|ratio|share|proportion|percentage|rate)\s*)*[(\[]?"
    r"(?:0(?:\.0)?\s*(?:-|–|to|\.\.)\s*1(?:\.0)?|of one|of 1)[)\]]?|decimal fraction"
)
_PERCENT = re.compile(r"(?:%|per\s?cent(?:age)?s?|percentages?|pct\.?|perc\.?)(?![a-z])(.*)")
_POINTS = re.compile(r"[\s-]*(?:points?|pts?\.?)\b")

_DEGREES = re.compile(r"(?:deg(?:ree)?s?\.?|°)?\s?(c|f|celsius|fahrenheit|centigrade)")
_PER_MILLE = re.compile(r"per\s?mille?")

_BARRELS = {"": "", "k": "thousand ", "m": "million "}
_PER_DAY = re.compile(r"([km]?)(?:b/d|bpd|bopd)")
_MILLIONS = re.compile(r"([A-Z]{3}|[$€£])\s?mm", re.IGNORECASE)
_SCALE = re.compile(r"(.*) (thousands?|millions?|billions?)")

_WORDS = (
    (r"\bU\.?S\.? dollars?\b", "USD"),
    (r"\bcanadian dollars?\b", "CAD"),
    (r"\baustralian dollars?\b", "AUD"),
    (r"\b(?:british pounds?|pounds? sterling)\b", "GBP"),
    (r"\bswiss francs?\b", "CHF"),
    (r"\bqatari ri[ya]als?\b", "QAR"),
    (r"\bsaudi ri[ya]als?\b", "SAR"),
    (r"\bindian rupees?\b", "INR"),
    (r"\b(?:uae|emirati) dirhams?\b", "AED"),
    (r"\b(?:thou|tsd)\b\.?", "thousand"),
    (r"\bmio\b\.?", "million"),
    (r"\bmrd\b\.?", "billion"),
    (r"\bT(EUR|USD|CHF|GBP|€)(?!\w)", r"thousand \1"),
    (r"\b(?:US|euro|eur)[\s-]?cents?\b", "cents"),
    (r"\bct\b", "cents"),
    (r"\bsq\.\s?", "sq "),
    (r"\bbbls?\b", "barrels"),
    (r"\s?(?:\bof\s|(?<=t)|(?<=g)|\b)CO[2₂](?:-?eq?\.?)?(?!\w)", " "),  # "tCO2e", "t of CO2"
    (r"\b(?:wk|wks)\b", "weeks"),
    (r"^mo$", "months"),
    (r"^[dD]$", "days"),
    (r"^[yY]$", "years"),
)
_ASIDES = re.compile(
    r"\b(?:current|constant|nominal|real|international|intl|int|prices?|at|in|of|ppp|p\.?a\.?|gross|"
    r"net|annual|excl\.?|incl\.?|vat|tax|(?:19|20)\d\d)(?![\w'])\.?",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[()\[\]]|[,;](?=\s)|-(?=[$€£])")


@cache
def _rewritings() -> list[tuple[re.Pattern[str], str]]:
    """The patterns, compiled when first asked for: a sidecar at rest needs none."""
    return [(re.compile(pattern, re.IGNORECASE), new) for pattern, new in _WORDS]


def disambiguate_unit(unit: str) -> str:
    """A unit whose letters would be read as something else: "b/d" has no billions, "$mm" no mm."""
    word = unit.lower()
    if day := _PER_DAY.fullmatch(word):
        return f"{_BARRELS[day[1]]}barrels per day"
    if millions := _MILLIONS.fullmatch(unit):
        return f"{millions[1]} million"
    degrees = _DEGREES.fullmatch(word)
    return f"°{degrees[1][0].upper()}" if degrees else unit


def spellings(unit: str) -> Iterable[str]:
    """A unit in other spellings, the closest first; one of them may be known."""
    word = unit.lower()
    if word in _UNITLESS or word in _COUNTED:
        yield "count"
    if _FRACTION.fullmatch(word):
        yield "fraction"
    if _PER_MILLE.fullmatch(word):
        yield "‰"
    rewritten = unit
    for pattern, new in _rewritings():
        rewritten = pattern.sub(new, rewritten)
    yield rewritten.strip(" .,;")
    bare = " ".join(_MARKS.sub(" ", rewritten).split())
    bare = " ".join(_ASIDES.sub(" ", bare).split())
    yield bare
    if scaled := _SCALE.fullmatch(bare.lower()):
        yield f"{scaled[2]} {bare[: scaled.end(1)]}"  # "persons (thousands)"
    if percent := _PERCENT.fullmatch(word):
        yield "pp" if _POINTS.match(percent[1]) else "%"
