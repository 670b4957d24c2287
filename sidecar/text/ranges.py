"""Ranges and pairs: numbers that are written as one ("5-7 %", "between 5 and 7", "113-107").

The parts keep their own spans and values and share a group; a scale or unit that only one part has
counts for both.
"""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise

from sidecar.model.number import NumberForm, Unit
from sidecar.text.draft import Draft
from sidecar.text.numerals import EXACT
from sidecar.text.shares import FRACTION_MARGIN

# Numbers in two parts: "5 ft 2 in", "ten dollars and 50", "one over three", "- 10 k".

_GAPS = (" ", " and ", ", ")
_LONGEST_JOIN = 6
_COINS = ("cent", "penny")
# How many of the second unit make one of the first, where both are written for one quantity.
_SMALLER = {
    ("ft", "in"): 12,
    ("yd", "ft"): 3,
    ("lb", "oz"): 16,
    ("m", "cm"): 100,
    ("kg", "g"): 1000,
}
_CLAUSE_END = re.compile(r"\s*(?:[.,;:)!?]|$)")
_COINS_END = re.compile(r"\s*(?:[.,;:)!?]|$|(?:and|or|but|for)\b)")
_SIGN_ALONE = re.compile(r"\s*[-−–]\s+")
_CELL_START = re.compile(r"\|[ \t]{0,8}\($")
_CELL_END = re.compile(r"\)[ \t]{0,8}\|")
_CELL_REACH = 10
_WHOLE = (NumberForm.DIGITS, NumberForm.WORDS)


def join_drafts(string: str, drafts: list[Draft]) -> None:
    """Joins the parts of one quantity, and gives numbers the signs that stand apart from them."""
    kept: list[Draft] = []
    for draft in drafts:
        left = kept[-1] if kept else None
        if (
            left is None
            or draft.start - left.end > _LONGEST_JOIN
            or not _taken(string, left, draft)
        ):
            kept.append(draft)
            _negate_in_parentheses(string, draft)
    drafts[:] = kept
    if len(drafts) == 1:
        _sign_alone(string, drafts[0])


def _taken(string: str, left: Draft, right: Draft) -> bool:
    """Whether the right number is a part of the left one, which then takes it in."""
    gap = string[left.end : right.start]
    if gap == " over ":
        return _divide(string, left, right)
    if gap not in _GAPS or left.step or left.scale or right.sign or left.form not in _WHOLE:
        return False
    if _is_cents(string, left, right, gap):
        share, digits = right.value / 100, -2
    elif right.value < (per := _SMALLER.get((left.symbol, right.symbol), 0)) and gap != " and ":
        share, digits = EXACT.divide(right.value, Decimal(per)), 0
        half = right.margin or Decimal(5).scaleb(right.step - 1)
        left.margin = EXACT.divide(half, Decimal(per))
    else:
        return False
    left.value = EXACT.add(left.value, -share if left.sign < 0 else share)
    left.end, left.step = right.end, digits
    return True


def _is_cents(string: str, left: Draft, right: Draft, gap: str) -> bool:
    """Whether money goes on in coins: "thirteen dollars forty-five cents", "15 dollars and 50"."""
    if left.unit is not Unit.CURRENCY or left.symbol in _COINS or gap == ", ":
        return False
    if right.step or not 0 < right.value < 100:
        return False
    if right.symbol in _COINS:
        return True
    named = string[left.end - 1].isalpha()  # the currency stands between: "15 dollars 50"
    bare = right.unit is Unit.COUNT and right.form in _WHOLE
    return named and bare and _COINS_END.match(string, right.end) is not None


def _divide(string: str, left: Draft, right: Draft) -> bool:
    """Makes a fraction of "one over three": two bare integers, the larger below, and no more."""
    for part in (left, right):
        if part.unit is not Unit.COUNT or part.form not in _WHOLE or part.step or part.scale:
            return False
    if (
        right.sign
        or not 0 < abs(left.value) < right.value
        or not _CLAUSE_END.match(string, right.end)
    ):
        return False
    left.value = EXACT.divide(left.value, right.value)
    left.end, left.form, left.margin = right.end, NumberForm.FRACTION, FRACTION_MARGIN
    return True


def is_sign(string: str) -> bool:
    """Whether a text opens with what is a sign where one number is all of it."""
    return _SIGN_ALONE.match(string) is not None


def _sign_alone(string: str, draft: Draft) -> None:
    """Takes the sign before a number that is the whole text: "- 10 k"."""
    opening = _SIGN_ALONE.match(string)
    alone = opening and opening.end() == draft.start and not string[draft.end :].strip()
    if alone and not draft.sign:
        draft.start, draft.sign, draft.value = string.index(string.strip()[0]), -1, -draft.value


def _negate_in_parentheses(string: str, draft: Draft) -> None:
    """Takes parentheses around the only number of a table's cell for a minus: "| (1,234) |"."""
    start, end = draft.start, draft.end
    if string[start - 1 : start] != "(" or string[end : end + 1] != ")" or draft.sign:
        return
    opening = _CELL_START.search(string, max(0, start - _CELL_REACH), start)
    if opening and _CELL_END.match(string, end):
        draft.start, draft.end = start - 1, end + 1
        draft.value, draft.sign = -draft.value, -1


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


def join_ranges(string: str, drafts: list[Draft]) -> None:
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
    return NumberForm.ORDINAL not in (left.form, right.form) and NumberForm.MULTIPLE not in (
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
        bare = left.unit is Unit.COUNT and left.form is NumberForm.DIGITS and not left.group
        if bare and gap == ", ":
            listed.append(left)
            continue
        if bare and listed and gap in _LAST and right.unit is Unit.PERCENT and right.symbol == "%":
            for part in (*listed, left):
                part.unit, part.symbol = right.unit, right.symbol
        listed = []
