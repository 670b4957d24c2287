"""Digits that are no quantity: dates, times, versions, phone numbers, citation markers.

Each pattern is tried only at a digit or a month's name, and each is bounded, so no text makes them
slow.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from sidecar.model.number import SkipReason
from sidecar.text.markup import makes_quantity
from sidecar.text.vocabulary import listed, one_of

# How dates and times of day are written, as parts of regular expressions in the verbose form.
#
# Each matches from the first digit on. "25. May" and "14.30 hrs" may count something as well; there
# what stands before them decides (``is_date``, ``is_time``).

_NAMES = (
    "Jan(?:uary)?", "Feb(?:ruary)?", "Mar(?:ch)?", "Apr(?:il)?", "May", "June?", "July?",
    "Aug(?:ust)?", "Sept?(?:ember)?", "Oct(?:ober)?", "Nov(?:ember)?", "Dec(?:ember)?",
)  # fmt: skip
_DATE_VERBS = ("Mar(?:ch)?", "May")
_CAPITAL = "|".join(_NAMES)
_DATE_LOWER = "|".join(name.lower() for name in _NAMES if name not in _DATE_VERBS)
_DATED_VERB = r"(?:mar(?:ch)?|may)(?=[\s-](?:19|20)\d{2}\b)"  # "1 may 2010", but "5 may come"
_UPPER = "|".join(name.upper() for name in _NAMES)

MONTH = rf"(?:{_CAPITAL}|{_DATE_LOWER}|{_UPPER}|{_DATED_VERB})\b(?:\.(?=,?[\s-]['’\d]))?"
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

_DATE_ON = re.compile(
    r"(?:^|\b(?:on|the|by|since|until|till|from|to|am|vom|bis|den|dated)\s|[\n(|:;])\Z", re.I
)
_NEW_SENTENCE = re.compile(r"\.\s[A-Z][a-z]{2,8}\b(?!\.)")
_AT = re.compile(
    r"(?:^|\b(?:at|by|until|till|from|before|after|between|since|to|around|and)\s|[\n(|:;,@]\s?)\Z",
    re.IGNORECASE,
)
_FOUR_DIGITS = re.compile(r"\d{4}")
_REACH = 10


def is_date(string: str, pos: int, date: str) -> bool:
    """Whether "25. Feb. 2022" at a place is a date, and no number at the end of a sentence."""
    if _DATE_ON.search(string, max(0, pos - _REACH), pos):
        return True
    return date[-4:].isdigit() and _NEW_SENTENCE.search(date) is None


def is_time(string: str, pos: int, time: str) -> bool:
    """Whether "14.30 hrs" at a place is a time of day, and no duration."""
    return time.endswith("Uhr") or _AT.search(string, max(0, pos - _REACH), pos) is not None


# What begins at a digit, or at a month's name.

_AT_DIGIT = re.compile(
    rf"""
    (?P<DATE> {DATES} )
  | (?P<TIME> {TIMES} )
  | (?P<YEAR>
        (?:1[5-9]|20)\d{{2}}['’]?s\b|(?:19|20)\d{{2}}\s?[/–-]\s?(?:\d{{2}}|(?:19|20)\d{{2}})(?![\d%/\w]|[.,]\d)
      | \d{{1,4}}\s(?:BCE?|AD|CE)\b
      | \d{{4}}\s?[年년](?!度)
    )
  | (?P<VERSION> \d+(?:\.\d+){{2,12}}(?=[-+][A-Za-z]) )
  | (?P<IDENTIFIER>
        24(?:/7|x7)(?:/365)?\b(?![/.,]\d|%) | (?:10|20|40)-[KQF]s?\b | [68]-Ks?\b | 9-to-5\b
      | \d{{1,4}}[-\ )]{{1,2}}\d{{3}}[-\ .]\d{{4}}\b
      | (?=[\d-]{{0,40}}\d{{4}})\d{{1,12}}(?:-\d{{1,12}}){{2,6}}(?![\d-])
    )
    """,
    re.VERBOSE,
)
_IN = re.compile(r"\b[Ii]n\s\Z")  # "in May 77 left": "on May 7" is said, so the 77 counts something
_ON = re.compile(r"\b[Oo]n\s\Z")
_VERBS = ("may", "mar", "march")
_DATED = re.compile(
    r"\b(?:spring|summer|autumn|fall|winter|early|late|mid|class of|since|season|year)[\s-]\Z"
    r"|\bFY\s?\Z",
    re.IGNORECASE,
)
_TO_YEAR = re.compile(r"[/–-]['’]?\d{2}\b")
_FORM = re.compile(r"\bForms?\s\Z")
_FORMED = re.compile(r"\d{3,4}(?:-[A-Z]{1,4})?\b(?!,\d)")
_FORM_ENDS = ("m ", "s ")
_BEFORE, _SHORT = 12, 2
_REASONS = ("DATE", "TIME", "YEAR", "VERSION", "IDENTIFIER")
_PHONE = re.compile(r"\d{1,3}(?:[ .()/-]{1,2}\d{2,8}){1,6}(?!\d)")
_MARKER = re.compile(
    r"\[(?:\^?\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,12}|QID:[^\]\s]{1,80}"
    r"|(?i:source|sources|ref|refs|citation|cit|ev|evidence|doc|note)[\s:#._-][^\]\n]{1,40})\]"
)
_MANY_CITED = 20
_GROUPED = re.compile(r"\[\d{1,3}(?:,\d{3})+\]")
_TARGET = re.compile(r"\([^()\s]{0,2000}\)|\[\d{1,3}\]")
_NOUN = re.compile(r"\s([a-z]{2,24})\b")
_NO_NOUNS = one_of(
    "and or but nor so yet while whereas which who that than as in of at on for to by from with "
    "is are was were be been has have had will would can could may might must should do does did "
    "not also after before when where if because since until although though its their the an "
    "this these those it they he she we both via into over under between among"
)
_QUARTER = re.compile(
    r"(?:[QHqh][1-4]|FY)(?:[ -]?FY['’]?\d{2,4}|[ -]?['’]\d{2}"
    r"|[ -]?(?:19|20)\d{2}(?:/(?:\d{4}|\d{2}))?|-?\d{2})?\b"
)
_DECADE = re.compile(r"\d0s\b")
_LEAST_DIALLED = 8
_MOST_GROUPED = 9  # digits of a number in groups of three that a country code could begin
_APOSTROPHES = ("'", "’")
_MARKER_REACH = 48
# What follows digits, or digits and a space, where no pattern above can match.
_QUANTITY = frozenset(("", ",", ";", "%", "]", "\n", "?", "!", "k", "m", "b", "g", "M", "K", "°"))
_LOWER = frozenset("bcdefghijklmnqrsuvwxyz%°(")


class Exclusion(NamedTuple):
    """A place that is no quantity (code points)."""

    start: int
    end: int
    reason: SkipReason


def select_unread(masks: Iterable[Exclusion]) -> list[Exclusion]:
    """The masks in which nothing is said at all: code and addresses."""
    return [mask for mask in masks if mask.reason in (SkipReason.CODE, SkipReason.URL)]


def is_covered(places: Sequence[Exclusion], place: int) -> bool:
    """Whether one of some places, which are in order and apart, holds another."""
    return find_holding(places, place) is not None


def find_holding(places: Sequence[Exclusion], place: int) -> Exclusion | None:
    """Which of some places, in order and apart, holds another."""
    at = bisect_right(places, place, key=itemgetter(0)) - 1
    return places[at] if at >= 0 and place < places[at].end else None


def match_at_digit(string: str, pos: int, end: int) -> Exclusion | None:
    """The date, time, version or telephone number that the digits ``string[pos:end]`` begin."""
    following = string[end : end + 1]
    if named := _named(string, pos, end):
        return named
    if following in _QUANTITY or (following == " " and _counts(string, end + 1)):
        return None
    if string[pos - 1 : pos] == "+" and (match := _PHONE.match(string, pos)) and _dialled(match[0]):
        return Exclusion(pos - 1, match.end(), SkipReason.IDENTIFIER)
    if string[pos - 1 : pos] in _APOSTROPHES and (match := _DECADE.match(string, pos)):
        return Exclusion(pos - 1, match.end(), SkipReason.YEAR)
    match = _AT_DIGIT.match(string, pos)
    if match is None or not _is_said(string, pos, match):
        return None
    reason = next((name for name in _REASONS if match[name]), _REASONS[-1])
    return Exclusion(pos, match.end(), SkipReason[reason])


def _counts(string: str, pos: int) -> bool:
    """Whether a word at a place, behind digits, makes no date or time of them."""
    return string[pos : pos + 1] in _LOWER and string[pos : pos + 3] not in BEGINNINGS


def _named(string: str, pos: int, end: int) -> Exclusion | None:
    """What the word before digits makes of them: "Form 990", "in spring '22"."""
    floor = max(0, pos - _BEFORE)
    if string[pos - 1 : pos] in _APOSTROPHES:
        dated = end - pos == _SHORT and _DATED.search(string, floor, pos - 1)
        end = last.end() if dated and (last := _TO_YEAR.match(string, end)) else end
        short = dated and not string[end : end + 1].isalnum()
        return Exclusion(pos - 1, end, SkipReason.YEAR) if short else None
    led = string[pos - 2 : pos] in _FORM_ENDS and _FORM.search(string, floor, pos)
    form = _FORMED.match(string, pos) if led else None
    return None if form is None else Exclusion(pos, form.end(), SkipReason.IDENTIFIER)


def _is_said(string: str, pos: int, match: re.Match[str]) -> bool:
    """Whether what stands before a form that may count something makes a date or time of it."""
    if match["dotted"]:
        return is_date(string, pos, match[0])
    return not match["hours"] or is_time(string, pos, match[0])


def match_at_month(string: str, start: int, end: int) -> Exclusion | None:
    """The date that a month's name, from ``start`` to ``end``, begins.

    "may" and "march" without a capital are verbs, unless a year or "on" makes a date of them.
    """
    match = AFTER_MONTH.match(string, end)
    if match is None:
        return None
    if not _has_year(match[0]):
        if _IN.search(string, max(0, start - 4), start):
            return None
        if string[start:end] in _VERBS and not _ON.search(string, max(0, start - 4), start):
            return None
    return Exclusion(start, match.end(), SkipReason.DATE)


def _has_year(date: str) -> bool:
    return date[-4:].isdigit() or date[-3:-2] in _APOSTROPHES


def _dialled(digits: str) -> bool:
    """Whether digits after a plus are a telephone number, not a signed number: "+9 999 999"."""
    groups = re.split(r"\D+", digits)
    count = sum(map(len, groups))
    grouped = all(len(group) == 3 for group in groups[1:])
    return count > _MOST_GROUPED or (count >= _LEAST_DIALLED and not grouped)


def match_citation_marker(string: str, pos: int) -> Exclusion | None:
    """The citation marker in brackets that holds the place: [3], [Source 2], [QID:lmis_001]."""
    opening = string.rfind("[", max(0, pos - _MARKER_REACH), pos)
    if opening < 0:
        return None
    match = _MARKER.match(string, opening)
    if match is None or match.end() <= pos or _GROUPED.fullmatch(match[0]):
        return None
    behind = _TARGET.match(string, match.end())
    end = match.end() if behind is None else behind.end()
    if match[0][1:-1].isdigit():
        linked = string[match.end() : match.end() + 1] == "("
        if makes_quantity(string, end) and (linked or int(match[0][1:-1]) > _MANY_CITED):
            return None
        if linked and _is_among_words(string, opening, end):
            return Exclusion(opening + 1, match.end() - 1, SkipReason.MALFORMED)
    return Exclusion(opening, match.end(), SkipReason.CITATION)


def _is_among_words(string: str, start: int, end: int) -> bool:
    """Whether a linked number stands before a noun: "the [65](http://x) stores"."""
    noun = _NOUN.match(string, end)
    return noun is not None and noun[1] not in _NO_NOUNS and string[start - 2 : start - 1].isalpha()


def match_quarter(string: str, pos: int) -> Exclusion | None:
    """A quarter or fiscal year whose letter stands right before a digit: Q1 2024, H2, FY24."""
    for back in (1, 2):
        match = _QUARTER.match(string, pos - back) if pos >= back else None
        if match and (pos == back or not string[pos - back - 1].isalnum()):
            return Exclusion(pos - back, match.end(), SkipReason.DATE)
    return None
