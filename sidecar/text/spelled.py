"""Numbers in words: "twenty-three", "one and a half million", "two-thirds", "half a dozen".

A small recursive reader over the words that follow a place in a string. It never looks further than
the longest number it can build, so reading a whole text with it stays linear.
"""

from __future__ import annotations

import re
from decimal import Decimal

from sidecar.text import shares
from sidecar.text.lexicon import SpelledNumber, WordItem, WordKind, read_below_hundred, read_item
from sidecar.text.numerals import EXACT

_DIGITS = re.compile(r"[ \u00a0]{1,2}(\d{1,3})(?![\d.,])")
_DIGITS_IN_WORDS = (WordKind.UNIT, WordKind.TEEN, WordKind.TENS)
_NAMES = re.compile(r"-[a-z]")  # "two thousand million-dollar homes"
_VERY_LONG = 24  # words; the longest number below 10**18 in words has fewer


def read_spelled(string: str, pos: int) -> SpelledNumber | None:
    """The number in words that begins at ``pos``, if one does."""
    first = read_item(string, pos)
    if first.word in ("a", "an"):
        return _after_article(string, pos, first)
    if first.kind is WordKind.HALF:
        return shares.read_half(string, first.end)
    if first.kind in (WordKind.HUNDRED, WordKind.SCALE):
        return read_compound(string, pos, SpelledNumber(pos, Decimal(1)))
    if first.kind is not WordKind.DOZEN and first.kind not in _DIGITS_IN_WORDS:
        return None
    following = read_item(string, first.end)
    alone = following.kind is None and following.word not in ("and", "point")
    if alone or first.kind is WordKind.DOZEN:
        return SpelledNumber(first.end, first.value)
    return read_compound(string, pos, None)


def read_compound(string: str, pos: int, start: SpelledNumber | None) -> SpelledNumber:
    """A number of hundreds and scales from ``pos`` on, after one already read in digits or words.

    With ``start``, the words continue it: "3" + "hundred and 21", "1.2" + "million".
    """
    group, end, step = _begun(string, pos, start)
    total, scale = Decimal(0), 0
    limit = Decimal("Infinity")
    for _ in range(_VERY_LONG):
        word = read_item(string, end)
        if word.kind is WordKind.HUNDRED and 0 < abs(group) < 100:
            group, end = group * 100, word.end
            step += 2 if step < 0 else 0
            added, end = _addend(string, end, Decimal(100))
            group += added
            continue
        if word.kind is WordKind.DOZEN and group and not scale:
            return SpelledNumber(word.end, EXACT.multiply(group, word.value), 0)
        if (
            word.kind is WordKind.SCALE
            and (group or (start and not total))
            and 10 ** int(word.value) < limit
        ):
            power, word = _multiplied(string, word)
            total = EXACT.add(total, EXACT.scaleb(group, power))
            scale, step, limit, end = power, step + power, Decimal(10) ** power, word.end
            group, following = _addend(string, end, limit)
            if following == end:
                break
            end, step, scale = following, 0, 0
            continue
        break
    return _completed(string, pos, start, SpelledNumber(end, EXACT.add(total, group), step, scale))


def _multiplied(string: str, scale: WordItem) -> tuple[int, WordItem]:
    """A scale with the larger ones that multiply it: "thousand million", "lakh crore"."""
    power = int(scale.value)
    while True:
        following = read_item(string, scale.end)
        larger = following.kind is WordKind.SCALE and following.value >= scale.value
        if not larger or _NAMES.match(string, following.end):
            return power, scale
        power, scale = power + int(following.value), following


def _begun(string: str, pos: int, start: SpelledNumber | None) -> tuple[Decimal, int, int]:
    """What a compound begins with: its value, its end, and its step."""
    if start is not None:
        return start.value, start.end, start.step
    return *read_below_hundred(string, pos), 0


def _completed(
    string: str, pos: int, start: SpelledNumber | None, read: SpelledNumber
) -> SpelledNumber:
    """A number from ``pos`` on with the decimals or the denominator that may follow it."""
    return (
        _point(string, read)
        or _by_ordinal(string, pos, start, read)
        or shares.read_after_number(string, read)
        or read
    )


def _by_ordinal(
    string: str, pos: int, start: SpelledNumber | None, read: SpelledNumber
) -> SpelledNumber | None:
    """The fraction whose denominator is the longest ordinal that leaves a numerator.

    "one hundred thirty fifths" is 100/35, but "one hundred thirty-two fifths" is 132/5.
    """
    part = read_item(string, read.end)
    if part.kind is not WordKind.PART or part.value >= 100 or not part.word.endswith("s"):
        return None
    before = read_item(string, pos)
    while 0 < before.end < read.end:
        word = read_item(string, before.end)
        if (
            word.kind in _DIGITS_IN_WORDS
            and before.kind is not WordKind.TENS
            and before.word != "and"
        ):
            below = shares.read_ordinal(string, before.end)
            if below is not None and below.end == part.end:
                start = start and start._replace(end=0)
                above = read_compound(string[pos : before.end], 0, start)
                return shares.scale_fraction(
                    string, below.end, EXACT.divide(above.value, below.value)
                )
        before = word
    return None


def _addend(string: str, pos: int, limit: Decimal) -> tuple[Decimal, int]:
    """What "and" or mere succession adds below ``limit``: "(two hundred) and six"."""
    link = read_item(string, pos)
    start = link.end if link.word == "and" else pos
    value, end = read_below_hundred(string, start)
    if end == start:
        value, end = _digits(string, start, after_and=start != pos and limit <= 100)
    if end == start:
        return Decimal(0), pos
    following = read_item(string, end)
    if following.kind is WordKind.HUNDRED:
        if limit <= 100:
            return Decimal(0), pos
        added, end = _addend(string, following.end, Decimal(100))
        value = value * 100 + added
        following = read_item(string, end)
    if following.kind is WordKind.SCALE and limit > 100:
        return (value, end) if value * 10 ** int(following.value) < limit else (Decimal(0), pos)
    mixed = start != pos or not following.word.endswith("s")  # and no numerator: "103 fifths"
    return (Decimal(0), pos) if following.kind is WordKind.PART and mixed else (value, end)


def _digits(string: str, pos: int, *, after_and: bool) -> tuple[Decimal, int]:
    """Digits that continue words: "3 hundred and 21", "4 thousand 3 hundred"."""
    match = _DIGITS.match(string, pos)
    if (
        match is None
        or match[1] == "0"
        or not (after_and or read_item(string, match.end()).kind is WordKind.HUNDRED)
    ):
        return Decimal(0), pos
    return Decimal(match[1]), match.end()


def _point(string: str, read: SpelledNumber) -> SpelledNumber | None:
    """Decimals in words: "nine point nought four", "two hundred point seventy-one"."""
    point = read_item(string, read.end)
    if point.word != "point" or read.step:
        return None
    digits, end = "", point.end
    while len(digits) < _VERY_LONG:
        value, following = read_below_hundred(string, end)
        if following == end:
            break
        digits, end = f"{digits}{value}", following
    if not digits:
        return None
    read = SpelledNumber(end, read.value + Decimal(f"0.{digits}"), -len(digits))
    scale = read_item(string, end)
    if scale.kind is not WordKind.SCALE:
        return read
    power = int(scale.value)
    return SpelledNumber(scale.end, EXACT.scaleb(read.value, power), read.step + power, power)


def _after_article(string: str, start: int, article: WordItem) -> SpelledNumber | None:
    """What an article begins: "a hundred", "a dozen", "a third of", "a quarter million"."""
    word = read_item(string, article.end)
    if word.kind is WordKind.DOZEN:
        return SpelledNumber(word.end, word.value)
    if word.kind in (WordKind.HUNDRED, WordKind.SCALE):
        return read_compound(string, article.end, SpelledNumber(article.end, Decimal(1)))
    return shares.read_after_article(string, start, article.end)
