"""The words that numbers in words are made of, one at a time."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.number import Form
from sidecar.text.lexicon import LEXICON, Kind

_WORD = re.compile(r"(?:[ \u00a0]{0,2}-[ \u00a0]{0,2}|[ \u00a0\n]{1,3})?([^\W\d_]{1,24})")


class Spelled(NamedTuple):
    """A number read from words.

    Attributes:
        end: Where it ends.
        value: Exact, with its scale.
        step: Power of ten of the last place that was written.
        scale: Power of ten of its last scale word.
        form: Words or a fraction.
        margin: Half width of what rounds to it, where that is not half a step.
    """

    end: int
    value: Decimal
    step: int = 0
    scale: int = 0
    form: Form = Form.WORDS
    margin: Decimal | None = None


class Item(NamedTuple):
    """One word, with where it ends and what it does in a number."""

    end: int
    word: str
    kind: Kind | None
    value: Decimal


NOTHING = Item(-1, "", None, Decimal(0))


def item_at(string: str, pos: int) -> Item:
    """The word at a place, after at most a space or hyphen; ``end`` is -1 where none is."""
    match = _WORD.match(string, pos)
    if match is None:
        return NOTHING
    word = match[1].lower()
    kind, value = LEXICON.get(word, (None, Decimal(0)))
    return Item(match.end(), word, kind, value)


def below_hundred(string: str, pos: int) -> tuple[Decimal, int]:
    """A number below a hundred in words, and where it ends (``pos`` where none is)."""
    first = item_at(string, pos)
    if first.kind in (Kind.UNIT, Kind.TEEN):
        return first.value, first.end
    if first.kind is not Kind.TENS:
        return Decimal(0), pos
    second = item_at(string, first.end)
    if second.kind is Kind.UNIT and second.value:
        return first.value + second.value, second.end
    return first.value, first.end
