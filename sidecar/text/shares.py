"""Fractions in words ("two-thirds", "a third of"), and ordinals that tell a rank."""

from __future__ import annotations

import re
import unicodedata
from decimal import Context, Decimal
from typing import NamedTuple

from sidecar.model.number import NumberForm, SkipReason
from sidecar.text import affixes
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Exclusion
from sidecar.text.lexicon import (
    NOTHING,
    SpelledNumber,
    WordItem,
    WordKind,
    find_word_before,
    read_below_hundred,
    read_item,
)
from sidecar.text.numerals import EXACT
from sidecar.text.options import Ordinals
from sidecar.text.vocabulary import one_of

# Fractions in digits and signs: "1/3", "10 1/2", "2½", "½".

_SHARES = Context()  # a fraction is seldom a decimal: 28 digits show it
SIGNS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_DENOMINATOR = re.compile(r"\s?/\s?(\d{1,4})(?![\d/,]|\.\d|\s?/)")
_MIXED = re.compile(r"[ \u00a0-](\d{1,3})/(\d{1,3})(?![\d/])")
_VULGAR = re.compile(r"[ \u00a0]?([¼-¾⅐-⅞])")


def complete_fraction(string: str, draft: Draft) -> None:
    """Makes a fraction of an integer whose fraction, or whose denominator, follows."""
    end = draft.end
    if not draft.plain:
        return
    if match := _VULGAR.match(string, end):
        share = fraction_value(match[1])
    elif (match := _MIXED.match(string, end)) and 0 < int(match[1]) < int(match[2]):
        share = _SHARES.divide(Decimal(match[1]), Decimal(match[2]))
    elif (match := _DENOMINATOR.match(string, end)) and _divides(string, draft, match):
        draft.value, share = _SHARES.divide(draft.value, Decimal(match[1])), Decimal(0)
    else:
        return
    draft.value += share
    draft.end, draft.form = match.end(), NumberForm.FRACTION
    draft.margin, draft.plain = FRACTION_MARGIN, False


def _divides(string: str, draft: Draft, match: re.Match[str]) -> bool:
    """Whether "a/b" is a share rather than two numbers: 1/3, 1/40 of; not 850/900, 4/6GB."""
    below = int(match[1])
    listed = string[draft.start - 1 : draft.start] == "/" or affixes.is_name(string, match.end())
    small = below <= 12 or string.startswith(" of", match.end())
    return 0 < draft.value < below and small and not listed


def fraction_value(sign: str) -> Decimal:
    """The value of a vulgar fraction sign, exact where decimals can hold it."""
    above, _, below = unicodedata.normalize("NFKC", sign).partition("\u2044")
    return _SHARES.divide(Decimal(above), Decimal(below))


def read_lone_fraction(string: str, start: int, codes: frozenset[str]) -> Draft:
    """A number that is a fraction sign alone, with its unit: "½ cup"."""
    draft = Draft(
        start,
        start + 1,
        fraction_value(string[start]),
        form=NumberForm.FRACTION,
        margin=FRACTION_MARGIN,
    )
    unit = affixes.find_unit_after(string, draft.end, codes)
    if unit is not None:
        draft.attach(unit)
    return draft


FRACTION_MARGIN = Decimal("0.005")
_LONGEST = 6  # words of a denominator

# What may follow "a third" or "half" where it is a part of something, and what may stand before
# one that ends its clause: "fell by a third", but not "scored two and added a third".
_OF = one_of("of the a an as that its their his her this these all part")
_MEASURING = one_of(
    "by to about around nearly almost roughly approximately than over under of only just"
)
_CLAUSE_END = re.compile(r"\s*(?:[.,;:)!?]|$)")
_SEQUENCE = re.compile(
    r"\b(?:first|last|next|past|previous|final|following|these|those)\s[\w-]+\Z", re.IGNORECASE
)
_OF_YEAR = re.compile(r"\s(?:of|in)\s(?:fy\s?)?(?:19|20)\d\d\b", re.IGNORECASE)
_HALF_OF_FOUR = 2  # nobody says "two quarters" for a half
_REACH = 30


class OrdinalWord(NamedTuple):
    """A denominator, which is an ordinal or its plural."""

    end: int
    value: Decimal
    plural: bool


def read_ordinal(string: str, pos: int) -> OrdinalWord | None:
    """The ordinal of one or several words at a place: "fifths", "twenty-first", "one hundredth"."""
    total, group, end = Decimal(0), Decimal(0), pos
    for _ in range(_LONGEST):
        added, after = read_below_hundred(string, end)
        if after != end:
            if group:
                return None
            group, end = added, after
        word = read_item(string, end)
        if word.kind in (WordKind.PART, WordKind.ORDINAL) and not word.word.startswith("quarter"):
            return _ending(word, total, group)
        if word.kind is WordKind.HUNDRED:
            total, group = total + (group or 1) * 100, Decimal(0)
        elif word.kind is WordKind.SCALE:
            total, group = (total + group or 1) * 10 ** int(word.value), Decimal(0)
        elif word.word != "and" or not total:
            return None
        end = word.end
    return None


def _ending(word: WordItem, total: Decimal, group: Decimal) -> OrdinalWord | None:
    """The ordinal whose last word is given, after what the words before it count."""
    plural = word.word.endswith("s")
    if word.value >= 100:  # "ten-thousandth"
        return OrdinalWord(word.end, (total + group or 1) * word.value, plural)
    if group and (group % 10 or group < 20 or word.value >= 10):
        return None
    return OrdinalWord(word.end, total + group + word.value, plural)


def read_after_number(string: str, read: SpelledNumber) -> SpelledNumber | None:
    """The fraction that a number in words begins: "two-thirds", "two and a half"."""
    following = read_item(string, read.end)
    if following.kind is None and following.word not in ("and", "a", "an"):
        return None
    if following.kind is WordKind.PART and read.value:
        if following.word == "quarters" and (
            read.value == _HALF_OF_FOUR or _are_periods(string, read.end, following.end)
        ):
            return None
        if is_denominator(string, read.value, following):
            return scale_fraction(string, following.end, EXACT.divide(read.value, following.value))
        return None
    if following.kind in (WordKind.UNIT, WordKind.TEEN, WordKind.TENS):
        return _over(string, read.end, read.value)
    return _mixed(string, read) if following.word == "and" else None


def _are_periods(string: str, start: int, end: int) -> bool:
    """Whether quarters are of a year, and not of a whole: "the first three quarters of 2024"."""
    before = string[max(0, start - _REACH) : start]
    return _SEQUENCE.search(before) is not None or _OF_YEAR.match(string, end) is not None


def _over(string: str, pos: int, above: Decimal) -> SpelledNumber | None:
    """A fraction whose denominator has several words: "three twenty-firsts"."""
    below = read_ordinal(string, pos)
    if below is None or not above or not (below.plural or above == 1):
        return None
    return scale_fraction(string, below.end, EXACT.divide(above, below.value))


def _mixed(string: str, read: SpelledNumber) -> SpelledNumber | None:
    """What "and" and a fraction add: "two and a half", "twenty and three and three fifths"."""
    part = read_item(string, read_item(string, read.end).end)
    if part.word not in ("a", "an") and part.kind is not WordKind.UNIT:
        return None
    above = part.value or Decimal(1)
    below = read_item(string, part.end)
    if below.kind is WordKind.HALF or (
        below.kind is WordKind.PART and is_denominator(string, above, below)
    ):
        unit = Decimal(10) ** read.scale
        share = EXACT.divide(above, below.value)
        return scale_fraction(string, below.end, EXACT.add(read.value, share * unit), unit)
    if below.word == "and" and read.value < 100 and not read.value % 10:
        more = SpelledNumber(part.end, EXACT.add(read.value, part.value))
        return _mixed(string, more) if part.kind is WordKind.UNIT else None
    return None


def is_denominator(string: str, numerator: Decimal, part: WordItem) -> bool:
    """Whether a word such as "third" is a denominator rather than an ordinal."""
    if part.word.endswith("s"):
        return True
    return numerator == 1 and (part.word != "quarter" or _is_part_of(string, part.end))


def _is_part_of(string: str, pos: int) -> bool:
    following = read_item(string, pos)
    return following.word in _OF or following.kind is WordKind.SCALE


def scale_fraction(
    string: str, end: int, value: Decimal, unit: Decimal = Decimal(1)
) -> SpelledNumber:
    """A fraction with the scale that may follow it: "one and a half million"."""
    scale = read_item(string, end)
    if scale.word == "of":
        article = read_item(string, scale.end)
        scale = read_item(string, article.end) if article.word == "a" else NOTHING
    if scale.kind is not WordKind.SCALE and scale.kind is not WordKind.DOZEN:
        return SpelledNumber(end, value, 0, 0, NumberForm.FRACTION, FRACTION_MARGIN * unit)
    power = int(scale.value) if scale.kind is WordKind.SCALE else 0
    factor = Decimal(10) ** power if power else scale.value
    return SpelledNumber(
        scale.end,
        EXACT.multiply(value, factor),
        0,
        power,
        NumberForm.FRACTION,
        FRACTION_MARGIN * factor,
    )


def read_after_article(string: str, start: int, pos: int) -> SpelledNumber | None:
    """The share that the article from ``start`` to ``pos`` begins: "a third of", "a millionth"."""
    word = read_item(string, pos)
    if word.kind is WordKind.HALF:
        following = read_item(string, word.end)
        return read_half(string, word.end) if following.word in ("a", "of") else None
    if word.kind is WordKind.ORDINAL:
        return None  # "a second of it"
    if word.word == "quarter":
        below: OrdinalWord | None = OrdinalWord(word.end, word.value, plural=False)
    else:
        below = read_ordinal(string, pos)
    if below is None or below.plural:
        return None
    if not _is_part_of(string, below.end):
        before, _ = find_word_before(string, start, 0, " ")
        measured = before in _MEASURING or not string[max(0, start - 2) : start].strip()
        if not (measured and _CLAUSE_END.match(string, below.end)):
            return None
    return scale_fraction(string, below.end, EXACT.divide(Decimal(1), below.value))


def read_half(string: str, end: int) -> SpelledNumber:
    """What "half" begins: "half a million", "half of", "half the"."""
    following = read_item(string, end)
    if following.word == "a":
        scale = read_item(string, following.end)
        if scale.kind in (WordKind.SCALE, WordKind.DOZEN):
            return scale_fraction(string, following.end, Decimal("0.5"))
    return scale_fraction(string, end, Decimal("0.5"))


# Ordinals that tell a rank: "the third-highest", "ranked 4th", "came second", "in fifth place".
#
# Other ordinals number things or name them ("the third quarter", "second half", "the 53rd minute"):
# no data say that they are right.

_SUPERLATIVE = re.compile(
    r"(?:[\s-]{1,2}|,?\s(?:and|or)\s\S{1,20}[\s-])(?P<word>[a-z]{3,16})\b(?!-)", re.IGNORECASE
)
_MOST = one_of("most least best worst")
_NO_SUPERLATIVES = one_of(
    "latest interest interests harvest forest request test guest west midwest northwest southwest "
    "rest nest quest contest protest invest honest modest"
)
_RANKED = re.compile(
    r"\b(?:rank(?:s|ed|ing)?|placed|positioned)\s(?:(?:only|just|joint|equal|a|at|as|in|it|them"
    r"|overall)\s){0,2}\Z",
    re.IGNORECASE,
)
_CAME = re.compile(
    r"\b(?:c[oa]mes?|coming|finish(?:es|ed|ing)?|ends?|ended)\s"
    r"(?:(?:only|just|joint|equal|in|a|close|distant|up)\s){0,2}\Z",
    re.IGNORECASE,
)
_LAST = re.compile(r"\s*(?:$|[.,;:!?)(]|(?:of|out|among|by|in|on|with|behind|and|overall|place)\b)")
_PLACE = re.compile(r"\s(?:place|position|rank)\b")
_RANK_REACH = 32


def choose_ordinal(string: str, ordinal: Draft, ordinals: Ordinals) -> Draft | Exclusion:
    """An ordinal, where it is one of those that are read as numbers."""
    read = ordinals == "all" or (
        ordinals == "ranks" and tells_rank(string, ordinal.start, ordinal.end)
    )
    return ordinal if read else Exclusion(ordinal.start, ordinal.end, SkipReason.ORDINAL)


def tells_rank(string: str, start: int, end: int) -> bool:
    """Whether the ordinal ``string[start:end]`` (code points) tells a rank."""
    match = _SUPERLATIVE.match(string, end)
    if match is not None and _is_superlative(match["word"].lower()):
        return True
    if _PLACE.match(string, end):
        return True
    before = string[max(0, start - _RANK_REACH) : start]
    return bool(_RANKED.search(before)) or bool(_CAME.search(before) and _LAST.match(string, end))


def _is_superlative(word: str) -> bool:
    return word in _MOST or (word.endswith("est") and word not in _NO_SUPERLATIVES)
