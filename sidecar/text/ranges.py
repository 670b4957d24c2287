"""Ranges and pairs: numbers that are written as one ("5-7 %", "between 5 and 7", "113-107").

The parts keep their own spans and values and share a group; a scale or unit that only one part has
counts for both.
"""

from __future__ import annotations

import re

from sidecar.model.number import Form, Unit
from sidecar.text.digits import shift
from sidecar.text.draft import Draft
from sidecar.text.numerals import EXACT

_LINK = re.compile(
    r"\s?[-–−—~‐‑]\s?|-?\s?(?:to|through|till|until)\s|\s?/\s?|\s?[xX×*]\s?|"
    r"-(?:for|of|to|by|and|or|from|through)-|\s(?:and|or|to)\s|-\s(?:to|or|and)\s|\s?\+/-\s?|\s?±\s?"
)
_LONGEST = 11
_ONLY_BETWEEN = ("and", "or")
_NO_SHARE = ("x", "X", "×", "*", "and", "or", "-for-", "-of-")


def join(string: str, drafts: list[Draft]) -> None:
    """Gives the parts of ranges and pairs one group and their common scale and unit."""
    group = 0
    for left, right in zip(drafts, drafts[1:], strict=False):
        if right.start - left.end > _LONGEST or not _alike(left, right):
            continue
        link = _LINK.fullmatch(string, left.end, right.start)
        if link is None and not (right.start == left.end and right.sign < 0):
            continue
        word = link[0].strip(" -") if link else ""
        if word in _ONLY_BETWEEN and not _between(string, left.start):
            continue
        if link is None:
            _unsign(string, right)
        if not left.group:
            group += 1
            left.group = group
        right.group = left.group
        _share(left, right, scale=word not in _NO_SHARE or word in _ONLY_BETWEEN)


def _alike(left: Draft, right: Draft) -> bool:
    return Form.ORDINAL not in (left.form, right.form) and Form.MULTIPLE not in (
        left.form,
        right.form,
    )


def _between(string: str, start: int) -> bool:
    before = string[max(0, start - 9) : start].lower().rstrip()
    return before.endswith(("between", "both", "from"))


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
    if scale and right.scale and not left.scale and left.form is right.form:
        if abs(left.value) < 10**right.scale:
            shift(left, right.scale)
