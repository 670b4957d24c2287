"""How dates and times of day are written, as parts of regular expressions in the verbose form.

Each matches from the first digit on. "25. May" and "14.30 hrs" may count something as well; there
what stands before them decides (``dated``, ``timed``).
"""

from __future__ import annotations

import re

from sidecar.text.vocabulary import listed

_NAMES = (
    "Jan(?:uary)?", "Feb(?:ruary)?", "Mar(?:ch)?", "Apr(?:il)?", "May", "June?", "July?",
    "Aug(?:ust)?", "Sept?(?:ember)?", "Oct(?:ober)?", "Nov(?:ember)?", "Dec(?:ember)?",
)  # fmt: skip
_VERBS = ("Mar(?:ch)?", "May")
_CAPITAL = "|".join(_NAMES)
_LOWER = "|".join(name.lower() for name in _NAMES if name not in _VERBS)
_DATED_VERB = r"(?:mar(?:ch)?|may)(?=[\s-](?:19|20)\d{2}\b)"  # "1 may 2010", but "5 may come"
_UPPER = "|".join(name.upper() for name in _NAMES)

MONTH = rf"(?:{_CAPITAL}|{_LOWER}|{_UPPER}|{_DATED_VERB})\b(?:\.(?=,?[\s-]['’\d]))?"
DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
DAYS = rf"{DAY}(?:\s?(?:[-–]|to|and)\s?{DAY})?"
CLOCK = r"(?:2[0-4]|[01]?\d):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?"
_HOUR = r"\d{1,2}(?:[.:]\d{2})?"
HALF_DAY = r"\s?[AaPp]\.?[Mm]\b\.?"
YEAR = r"(?:(?:19|20)\d{2}|['’]\d{2})\b"
_SHORT_YEAR = r"\d{2}(?=\s*(?:$|[.,;:)!?\]|](?!\d)))"

_ELSEWHERE = listed(
    "Januar Februar März Mai Juni Juli Oktober Dezember janvier février avril mai juin juillet "
    "août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio "
    "settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro "
    "novembro dezembro januari februari maart mei juni juli augustus oktober"
)
"""Months of other languages, where they are not written as in English."""

MONTHS_ELSEWHERE = frozenset(name.lower() for name in _ELSEWHERE)
BEGINNINGS = frozenset(name[:3] for name in MONTHS_ELSEWHERE).union(
    listed("jan feb mar may jun jul sep nov dec hrs unt"), ("hr ", "hr.", "de ", "di ")
)
"""How words in lower case begin that make a date or time of digits before them."""

_NAMED = (
    rf"(?:de\s|di\s)?(?:{'|'.join(dict.fromkeys(_ELSEWHERE))})\b"
    r"(?:\s(?:de\s|del\s)?(?:19|20)\d{2}\b)?"
)
_THAI = (
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม "
    "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."
)
_UNSPACED = rf"""
        \d{{2,4}}[年년]\s?\d{{1,2}}[月월](?:\s?\d{{1,2}}[日号號일])?
      | \d{{1,2}}[月월](?:\s?\d{{1,2}}[日号號일])?
      | [0-3０-３]?\d[日일](?![間间간])
      | [1-4１-４](?:四半期|季度|분기)
      | \d{{1,2}}\s?(?:{"|".join(map(re.escape, _THAI.split()))})
        (?:\s?(?:พ\.ศ\.\s?|ค\.ศ\.\s?)?\d{{4}})?
"""

DATES = rf"""
        \d{{4}}-\d{{1,2}}-\d{{1,2}}(?:[T\ ]{CLOCK}(?:Z|[+-]\d{{2}}:?\d{{2}})?)?(?!\d)
      | \d{{4}}-W\d{{2}}(?:-\d)?\b
      | \d{{4}}/\d{{1,2}}/\d{{1,2}}(?!\d)
      | \d{{1,2}}/\d{{1,2}}/(?:\d{{4}}|\d{{2}})(?![\d/])
      | \d{{1,2}}(?P<mark>[.-])\d{{1,2}}(?P=mark)(?:19|20)\d{{2}}(?!\d|\.\d)
      | (?:0[1-9]|[12]\d|3[01])-0[1-9]-\d{{2}}(?![\d-])
      | (?:19|20)\d{{2}}-{MONTH}(?:-{DAY})?(?!\d)
      | (?:19|20)\d{{2}}\s{MONTH}\s{DAY}(?![\d%]|[.,:]\d)
      | {DAYS}[-/]{MONTH}[-/](?:\d{{4}}|['’]?\d{{2}})\b
      | {DAYS}(?:\s|-)(?:of\s)?{MONTH}(?:,?[\s-](?:\d{{4}}|['’]\d{{2}})\b|\s{_SHORT_YEAR})?
      | (?P<dotted> {DAYS}\.\s?(?:{MONTH}(?:,?\s\d{{4}}\b)?|{_NAMED}) )
      | {DAY}\s{_NAMED}
      | {_UNSPACED}
"""
TIMES = rf"""
        {CLOCK}(?:{HALF_DAY})?(?![\d%])
      | {_HOUR}(?:\s?(?:[-–]|to|until|till|and)\s?{_HOUR})?{HALF_DAY}
      | \d{{1,2}}\s?o['’]clock
      | (?P<hours> (?:2[0-4]|[01]?\d)[.:]?[0-5]\d\s?(?:hrs|hr|Uhr)\b )
      | \d{{1,2}}[時时시](?![間间간])(?:\s?\d{{1,2}}[分분])?
      | \d{{1,2}}[点點](?:\d{{1,2}}分|[半整钟鐘])
"""

AFTER_MONTH = re.compile(
    rf"\.?(?:,?\s(?:{DAYS}(?![\d%]|[.,:]\d)"
    r"(?!\s?(?:%|per\s?cent|percent|pct|pp|bps|k|m|bn|hundred|thousand|million|billion|trillion)\b)"
    rf"(?:,?\s{YEAR})?|(?:1[5-9]|20)\d{{2}}\b|['’]\d{{2}}\b)"
    rf"|[-/](?:{DAY}[-/,]\s?)?(?:(?:1[5-9]|20)\d{{2}}|['’]?\d{{2}})\b(?![-/]\d|[.,]\d))"
)
"""What makes a date of a month's name that stands before it."""

_ON = re.compile(
    r"(?:^|\b(?:on|the|by|since|until|till|from|to|am|vom|bis|den|dated)\s|[\n(|:;])\Z", re.I
)
_NEW_SENTENCE = re.compile(r"\.\s[A-Z][a-z]{2,8}\b(?!\.)")
_AT = re.compile(
    r"(?:^|\b(?:at|by|until|till|from|before|after|between|since|to|around|and)\s|[\n(|:;,@]\s?)\Z",
    re.IGNORECASE,
)
_FOUR_DIGITS = re.compile(r"\d{4}")
_REACH = 10


def dated(string: str, pos: int, date: str) -> bool:
    """Whether "25. Feb. 2022" at a place is a date, and no number at the end of a sentence."""
    if _ON.search(string, max(0, pos - _REACH), pos):
        return True
    return date[-4:].isdigit() and _NEW_SENTENCE.search(date) is None


def timed(string: str, pos: int, time: str) -> bool:
    """Whether "14.30 hrs" at a place is a time of day, and no duration."""
    return time.endswith("Uhr") or _AT.search(string, max(0, pos - _REACH), pos) is not None
