"""Numbers in words: "twenty-three", "one and a half million", "two-thirds", "half a dozen".

A small recursive reader over the words that follow a place in a string. It never looks further than
the longest number it can build, so reading a whole text with it stays linear.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.number import Form
from sidecar.text.lexicon import LEXICON, Kind
from sidecar.text.numerals import EXACT
from sidecar.text.vocabulary import one_of

FRACTION_MARGIN = Decimal("0.005")
_WORD = re.compile(r"(?:[ \u00a0]{0,2}-[ \u00a0]{0,2}|[ \u00a0\n]{1,3})?([^\W\d_]{1,24})")
_DIGITS = re.compile(r"[ \u00a0]{1,2}(\d{1,3})(?![\d.,])")
_VERY_LONG = 24  # words; the longest number below 10**18 in words has fewer

# What may follow "a third" or "half" where it is a part of something.
_OF = one_of("of the a an as that its their his her this these all")


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


_NOTHING = Item(-1, "", None, Decimal(0))


def item_at(string: str, pos: int) -> Item:
    """The word at a place, after at most a space or hyphen; ``end`` is -1 where none is."""
    match = _WORD.match(string, pos)
    if match is None:
        return _NOTHING
    word = match[1].lower()
    kind, value = LEXICON.get(word, (None, Decimal(0)))
    return Item(match.end(), word, kind, value)


def read(string: str, pos: int) -> Spelled | None:
    """The number in words that begins at ``pos``, if one does."""
    first = item_at(string, pos)
    if first.word in ("a", "an"):
        return _after_article(string, first)
    if first.kind is Kind.HALF:
        return _half(string, first.end)
    if first.kind in (Kind.HUNDRED, Kind.SCALE):
        return compound(string, pos, Spelled(pos, Decimal(1)))
    if first.kind not in (Kind.UNIT, Kind.TEEN, Kind.TENS, Kind.DOZEN):
        return None
    following = item_at(string, first.end)
    alone = following.kind is None and following.word not in ("and", "point")
    if alone or first.kind is Kind.DOZEN:
        return Spelled(first.end, first.value)
    return compound(string, pos, None)


def compound(string: str, pos: int, start: Spelled | None) -> Spelled:
    """A number of hundreds and scales from ``pos`` on, after one already read in digits or words.

    With ``start``, the words continue it: "3" + "hundred and 21", "1.2" + "million".
    """
    total, step, scale = Decimal(0), 0, 0
    group, end = (start.value, start.end) if start else _group(string, pos)
    step = start.step if start else 0
    limit = Decimal("Infinity")
    for _ in range(_VERY_LONG):
        word = item_at(string, end)
        if word.kind is Kind.HUNDRED and 0 < abs(group) < 100:
            group, end = group * 100, word.end
            step += 2 if step < 0 else 0
            added, end = _addend(string, end, Decimal(100))
            group += added
            continue
        if word.kind is Kind.DOZEN and group and not scale:
            return Spelled(word.end, EXACT.multiply(group, word.value), 0)
        if (
            word.kind is Kind.SCALE
            and (group or (start and not total))
            and 10 ** int(word.value) < limit
        ):
            power = int(word.value)
            total = EXACT.add(total, EXACT.scaleb(group, power))
            scale, step, limit, end = power, step + power, Decimal(10) ** power, word.end
            group, following = _addend(string, end, limit)
            if following == end:
                break
            end, step, scale = following, 0, 0
            continue
        break
    read = Spelled(end, EXACT.add(total, group), step, scale)
    return _point(string, read) or _parts(string, read, _last_group(read, limit)) or read


def _group(string: str, pos: int) -> tuple[Decimal, int]:
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


def _addend(string: str, pos: int, limit: Decimal) -> tuple[Decimal, int]:
    """What "and" or mere succession adds below ``limit``: "(two hundred) and six"."""
    link = item_at(string, pos)
    start = link.end if link.word == "and" else pos
    value, end = _group(string, start)
    if end == start:
        value, end = _digits(string, start, after_and=start != pos and limit <= 100)
    if end == start:
        return Decimal(0), pos
    following = item_at(string, end)
    if following.kind is Kind.HUNDRED:
        if limit <= 100:
            return Decimal(0), pos
        added, end = _addend(string, following.end, Decimal(100))
        value = value * 100 + added
        following = item_at(string, end)
    if following.kind is Kind.SCALE and limit > 100:
        return (value, end) if value * 10 ** int(following.value) < limit else (Decimal(0), pos)
    return (Decimal(0), pos) if following.kind is Kind.PART else (value, end)


def _digits(string: str, pos: int, *, after_and: bool) -> tuple[Decimal, int]:
    """Digits that continue words: "3 hundred and 21", "4 thousand 3 hundred"."""
    match = _DIGITS.match(string, pos)
    if (
        match is None
        or match[1] == "0"
        or not (after_and or item_at(string, match.end()).kind is Kind.HUNDRED)
    ):
        return Decimal(0), pos
    return Decimal(match[1]), match.end()


def _last_group(read: Spelled, limit: Decimal) -> Decimal:
    """What a following denominator divides: all of it, unless a scale was passed."""
    return read.value if not limit.is_finite() else Decimal(0)


def _point(string: str, read: Spelled) -> Spelled | None:
    """Decimals in words: "nine point nought four", "two hundred point seventy-one"."""
    point = item_at(string, read.end)
    if point.word != "point" or read.step:
        return None
    digits, end = "", point.end
    while len(digits) < _VERY_LONG:
        value, following = _group(string, end)
        if following == end:
            break
        digits, end = f"{digits}{value}", following
    if not digits:
        return None
    read = Spelled(end, read.value + Decimal(f"0.{digits}"), -len(digits))
    scale = item_at(string, end)
    if scale.kind is not Kind.SCALE:
        return read
    power = int(scale.value)
    return Spelled(scale.end, EXACT.scaleb(read.value, power), read.step + power, power)


def _parts(string: str, read: Spelled, numerator: Decimal) -> Spelled | None:
    """Fractions: "two-thirds", "two and a half", "nine million and five ninths"."""
    following = item_at(string, read.end)
    if following.kind is Kind.PART and numerator and _divides(string, numerator, following):
        return _scaled(string, following.end, EXACT.divide(numerator, following.value))
    if following.word != "and":
        return None
    part = item_at(string, following.end)
    if part.word in ("a", "an") or part.kind is Kind.UNIT:
        above = part.value or Decimal(1)
        below = item_at(string, part.end)
        if below.kind is Kind.HALF or (below.kind is Kind.PART and _divides(string, above, below)):
            unit = Decimal(10) ** read.scale
            share = EXACT.divide(above, below.value)
            return _scaled(string, below.end, EXACT.add(read.value, share * unit), unit)
    return None


def _divides(string: str, numerator: Decimal, part: Item) -> bool:
    """Whether a word such as "third" is a denominator rather than an ordinal."""
    if part.word.endswith("s"):
        return True
    return numerator == 1 and (part.word != "quarter" or _is_part_of(string, part.end))


def _is_part_of(string: str, pos: int) -> bool:
    following = item_at(string, pos)
    return following.word in _OF or following.kind is Kind.SCALE


def _scaled(string: str, end: int, value: Decimal, unit: Decimal = Decimal(1)) -> Spelled:
    """A fraction with the scale that may follow it: "one and a half million"."""
    scale = item_at(string, end)
    if scale.word == "of":
        article = item_at(string, scale.end)
        scale = item_at(string, article.end) if article.word == "a" else _NOTHING
    if scale.kind is not Kind.SCALE and scale.kind is not Kind.DOZEN:
        return Spelled(end, value, 0, 0, Form.FRACTION, FRACTION_MARGIN * unit)
    power = int(scale.value) if scale.kind is Kind.SCALE else 0
    factor = Decimal(10) ** power if power else scale.value
    return Spelled(
        scale.end, EXACT.multiply(value, factor), 0, power, Form.FRACTION, FRACTION_MARGIN * factor
    )


def _after_article(string: str, article: Item) -> Spelled | None:
    """What an article begins: "a hundred", "a dozen", "a third of", "a quarter million"."""
    word = item_at(string, article.end)
    if word.kind is Kind.DOZEN:
        return Spelled(word.end, word.value)
    if word.kind in (Kind.HUNDRED, Kind.SCALE):
        return compound(string, article.end, Spelled(article.end, Decimal(1)))
    if word.kind is Kind.HALF:
        following = item_at(string, word.end)
        return _half(string, word.end) if following.word in ("a", "of") else None
    if word.kind is Kind.PART and _is_part_of(string, word.end):
        return _scaled(string, word.end, EXACT.divide(Decimal(1), word.value))
    return None


def _half(string: str, end: int) -> Spelled | None:
    """What "half" begins: "half a million", "half of", "half the"."""
    following = item_at(string, end)
    if following.word == "a":
        scale = item_at(string, following.end)
        if scale.kind in (Kind.SCALE, Kind.DOZEN):
            return _scaled(string, following.end, Decimal("0.5"))
    return _scaled(string, end, Decimal("0.5"))
