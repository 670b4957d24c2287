"""Numbers in two parts: "5 ft 2 in", "ten dollars and 50", "one over three", "- 10 k"."""

from __future__ import annotations

import re
from decimal import Decimal

from sidecar.model.number import Form, Unit
from sidecar.text.draft import Draft
from sidecar.text.numerals import EXACT
from sidecar.text.shares import FRACTION_MARGIN

_GAPS = (" ", " and ", ", ")
_LONGEST = 6
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
_WHOLE = (Form.DIGITS, Form.WORDS)


def join(string: str, drafts: list[Draft]) -> None:
    """Joins the parts of one quantity, and gives numbers the signs that stand apart from them."""
    kept: list[Draft] = []
    for draft in drafts:
        left = kept[-1] if kept else None
        if left is None or draft.start - left.end > _LONGEST or not _taken(string, left, draft):
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
    left.end, left.form, left.margin = right.end, Form.FRACTION, FRACTION_MARGIN
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
