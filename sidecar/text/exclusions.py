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
from sidecar.text import date_forms
from sidecar.text.markup import counts
from sidecar.text.vocabulary import one_of

_AT_DIGIT = re.compile(
    rf"""
    (?P<DATE> {date_forms.DATES} )
  | (?P<TIME> {date_forms.TIMES} )
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


class Excluded(NamedTuple):
    """A place that is no quantity (code points)."""

    start: int
    end: int
    reason: SkipReason


def unread(masks: Iterable[Excluded]) -> list[Excluded]:
    """The masks in which nothing is said at all: code and addresses."""
    return [mask for mask in masks if mask.reason in (SkipReason.CODE, SkipReason.URL)]


def covers(places: Sequence[Excluded], place: int) -> bool:
    """Whether one of some places, which are in order and apart, holds another."""
    return holding(places, place) is not None


def holding(places: Sequence[Excluded], place: int) -> Excluded | None:
    """Which of some places, in order and apart, holds another."""
    at = bisect_right(places, place, key=itemgetter(0)) - 1
    return places[at] if at >= 0 and place < places[at].end else None


def at_digit(string: str, pos: int, end: int) -> Excluded | None:
    """The date, time, version or telephone number that the digits ``string[pos:end]`` begin."""
    following = string[end : end + 1]
    if named := _named(string, pos, end):
        return named
    if following in _QUANTITY or (following == " " and _counts(string, end + 1)):
        return None
    if string[pos - 1 : pos] == "+" and (match := _PHONE.match(string, pos)) and _dialled(match[0]):
        return Excluded(pos - 1, match.end(), SkipReason.IDENTIFIER)
    if string[pos - 1 : pos] in _APOSTROPHES and (match := _DECADE.match(string, pos)):
        return Excluded(pos - 1, match.end(), SkipReason.YEAR)
    match = _AT_DIGIT.match(string, pos)
    if match is None or not _is_said(string, pos, match):
        return None
    reason = next((name for name in _REASONS if match[name]), _REASONS[-1])
    return Excluded(pos, match.end(), SkipReason[reason])


def _counts(string: str, pos: int) -> bool:
    """Whether a word at a place, behind digits, makes no date or time of them."""
    return string[pos : pos + 1] in _LOWER and string[pos : pos + 3] not in date_forms.BEGINNINGS


def _named(string: str, pos: int, end: int) -> Excluded | None:
    """What the word before digits makes of them: "Form 990", "in spring '22"."""
    floor = max(0, pos - _BEFORE)
    if string[pos - 1 : pos] in _APOSTROPHES:
        dated = end - pos == _SHORT and _DATED.search(string, floor, pos - 1)
        end = last.end() if dated and (last := _TO_YEAR.match(string, end)) else end
        short = dated and not string[end : end + 1].isalnum()
        return Excluded(pos - 1, end, SkipReason.YEAR) if short else None
    led = string[pos - 2 : pos] in _FORM_ENDS and _FORM.search(string, floor, pos)
    form = _FORMED.match(string, pos) if led else None
    return None if form is None else Excluded(pos, form.end(), SkipReason.IDENTIFIER)


def _is_said(string: str, pos: int, match: re.Match[str]) -> bool:
    """Whether what stands before a form that may count something makes a date or time of it."""
    if match["dotted"]:
        return date_forms.dated(string, pos, match[0])
    return not match["hours"] or date_forms.timed(string, pos, match[0])


def at_month(string: str, start: int, end: int) -> Excluded | None:
    """The date that a month's name, from ``start`` to ``end``, begins.

    "may" and "march" without a capital are verbs, unless a year or "on" makes a date of them.
    """
    match = date_forms.AFTER_MONTH.match(string, end)
    if match is None:
        return None
    if not _has_year(match[0]):
        if _IN.search(string, max(0, start - 4), start):
            return None
        if string[start:end] in _VERBS and not _ON.search(string, max(0, start - 4), start):
            return None
    return Excluded(start, match.end(), SkipReason.DATE)


def _has_year(date: str) -> bool:
    return date[-4:].isdigit() or date[-3:-2] in _APOSTROPHES


def _dialled(digits: str) -> bool:
    """Whether digits after a plus are a telephone number, not a signed number: "+9 999 999"."""
    groups = re.split(r"\D+", digits)
    count = sum(map(len, groups))
    grouped = all(len(group) == 3 for group in groups[1:])
    return count > _MOST_GROUPED or (count >= _LEAST_DIALLED and not grouped)


def citation_marker(string: str, pos: int) -> Excluded | None:
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
        if counts(string, end) and (linked or int(match[0][1:-1]) > _MANY_CITED):
            return None
        if linked and _is_among_words(string, opening, end):
            return Excluded(opening + 1, match.end() - 1, SkipReason.MALFORMED)
    return Excluded(opening, match.end(), SkipReason.CITATION)


def _is_among_words(string: str, start: int, end: int) -> bool:
    """Whether a linked number stands before a noun: "the [65](http://x) stores"."""
    noun = _NOUN.match(string, end)
    return noun is not None and noun[1] not in _NO_NOUNS and string[start - 2 : start - 1].isalpha()


def quarter(string: str, pos: int) -> Excluded | None:
    """A quarter or fiscal year whose letter stands right before a digit: Q1 2024, H2, FY24."""
    for back in (1, 2):
        match = _QUARTER.match(string, pos - back) if pos >= back else None
        if match and (pos == back or not string[pos - back - 1].isalnum()):
            return Excluded(pos - back, match.end(), SkipReason.DATE)
    return None
