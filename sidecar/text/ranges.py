"""Ranges and pairs: numbers that are written as one ("5-7 %", "between 5 and 7", "113-107").

The parts keep their own spans and values and share a group; a scale or unit that only one part has
counts for both.
"""

from __future__ import annotations

import re
from itertools import pairwise

from sidecar.model.number import Form, Unit
from sidecar.text.draft import Draft
from sidecar.text.numerals import EXACT

_LINK = re.compile(
    r"\s?(?:-{1,3}|[–−—~‐‑〜～])\s?|(\s?)(?:…|\.{2,3})\1|[至到]|から|에서\s?|부터\s?|\s?ถึง\s?|-?\s?(?:to|through|till|until)\s|\s?/\s?|\s?[xX×*]\s?|"
    r"-(?:for|of|to|by|and|or|from|through)-|\s(?:and|or|to)\s|-\s(?:to|or|and)\s|\s?\+/-\s?|\s?±\s?"
)
_DASHES = tuple("-–−—‐‑")
_THOUSANDS = re.compile(r"(?<![\d,.])(\d{1,3}),000(?![\d,.])")
_BETWEEN = re.compile(
    r"(?:between|both|from)\s*(?:(?:about|around|approximately|roughly|some|nearly)\s*)?\Z"
)
_HEDGED = 25
_LONGEST = 11
_ONLY_BETWEEN = ("and", "or")
_LAST = (" and ", " or ", ", and ", ", or ")
_TIMES = ("x", "X", "×", "*")
_NO_LENGTHS = (Unit.PERCENT, Unit.CURRENCY)
_NO_SHARE = ("x", "X", "×", "*", "and", "or", "-for-", "-of-")


def join(string: str, drafts: list[Draft]) -> None:
    """Gives the parts of ranges and pairs one group and their common scale and unit."""
    group = 0
    joined: list[tuple[Draft, Draft, bool]] = []
    for left, right in pairwise(drafts):
        if right.start - left.end > _LONGEST or not _alike(string, left, right):
            continue
        word = _linked(string, left, right)
        if word is None:
            continue
        if right.start == left.end:
            _unsign(string, right)
        if not left.group:
            group += 1
            left.group = group
        right.group = left.group
        joined.append((left, right, word not in _NO_SHARE or word in _ONLY_BETWEEN))
        _share_thousands(string, left, right)
    _enumerate(string, drafts)
    for left, right, scaled in reversed(joined):  # a unit at the end counts for a whole list
        _share(left, right, scale=scaled)


def _linked(string: str, left: Draft, right: Draft) -> str | None:
    """What links two numbers to one, "" where a sign or dash does; None where nothing does."""
    if right.start == left.end:
        return "" if right.sign < 0 else None
    link = _LINK.fullmatch(string, left.end, right.start)
    if link is None:
        return None
    if "\n" in link[0] and not link[0].strip().isalpha():
        return None  # the dash or star is the marker of a list item
    word = link[0].strip(" -")
    if word == "to" and _moves(string, left, right):
        return None
    if word in _ONLY_BETWEEN and not _between(string, left.start):
        return None
    return word


def _alike(string: str, left: Draft, right: Draft) -> bool:
    """Whether two numbers can be the ends of one range: "15 % to QAR 1.2 million" is none.

    Nor is "1,200 × 6 %" a pair, which is a product.
    """
    if left.unit is not right.unit and Unit.COUNT not in (left.unit, right.unit):
        return False
    product = string[left.end : right.start].strip() in _TIMES
    if product and not {left.unit, right.unit}.isdisjoint(_NO_LENGTHS):
        return False
    return Form.ORDINAL not in (left.form, right.form) and Form.MULTIPLE not in (
        left.form,
        right.form,
    )


def _moves(string: str, left: Draft, right: Draft) -> bool:
    """Whether the first number is a step to the second: "by five days to 24", "up 3 pp to 20 %"."""
    if left.unit in (Unit.COUNT, Unit.CURRENCY):
        return False
    stepped = string[max(0, left.start - 4) : left.start].lower().endswith(" by ")
    return stepped or right.unit is Unit.COUNT or left.symbol != right.symbol


def _between(string: str, start: int) -> bool:
    return _BETWEEN.search(string[max(0, start - _HEDGED) : start].lower()) is not None


def _unsign(string: str, right: Draft) -> None:
    """Takes back a sign that is the dash of a range."""
    if string[right.start] in "-−–":
        right.start += 1
        right.value, right.sign = -right.value, 0


def _share(left: Draft, right: Draft, *, scale: bool) -> None:
    """Lets each part have what only the other one says."""
    if scale and left.unit is Unit.CURRENCY and right.unit is Unit.COUNT:
        right.unit, right.symbol = left.unit, left.symbol
    if left.unit is Unit.COUNT and right.unit is not Unit.COUNT:
        left.unit, left.symbol = right.unit, right.symbol
        if right.symbol == "bps":
            left.value, left.step = left.value.scaleb(-2, EXACT), left.step - 2
    scaled = right.scale and not left.scale and left.form is right.form
    if scale and scaled and abs(left.value) < 10**right.scale:
        left.shift(right.scale)


def _share_thousands(string: str, left: Draft, right: Draft) -> None:
    """Lets a first end without thousands have those of the second: "$5-8,000" is from 5,000 on."""
    dashed = string[left.end : right.start] in _DASHES
    whole = left.plain or (left.unit is Unit.CURRENCY and not left.scale and left.step >= -1)
    thousands = _THOUSANDS.search(string, left.end, right.end)
    if not (dashed and whole and thousands) or right.scale or left.sign or right.sign:
        return
    least = 0 if left.unit is Unit.CURRENCY else 1  # "1-5,000 staff" is a class of sizes
    if least < left.value < int(thousands[1]):
        left.shift(3)


def _enumerate(string: str, drafts: list[Draft]) -> None:
    """Lets the percent sign at the end of an enumeration count for all of it: "5, 6 and 7%"."""
    listed: list[Draft] = []
    for left, right in pairwise(drafts):
        gap = string[left.end : right.start] if right.start - left.end <= _LONGEST else ""
        bare = left.unit is Unit.COUNT and left.form is Form.DIGITS and not left.group
        if bare and gap == ", ":
            listed.append(left)
            continue
        if bare and listed and gap in _LAST and right.unit is Unit.PERCENT and right.symbol == "%":
            for part in (*listed, left):
                part.unit, part.symbol = right.unit, right.symbol
        listed = []
