"""Every number of a text, and everything that only looks like one.

One pass finds the places where a number can begin: digits, vulgar fractions, and the words of
``lexicon``. At each the longest reading is taken; ``ranges`` then joins the parts of ranges, and
``context`` adds hedges and directions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.model.number import Number, Skipped, SkipReason
from sidecar.model.text import Text
from sidecar.text import context, digits, fractions, joins, ranges, words
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Excluded
from sidecar.text.lexicon import LEXICON
from sidecar.text.masks import masks
from sidecar.text.numerals import EXACT
from sidecar.text.options import ExtractOptions, TooManyNumbers
from sidecar.text.outline import outline
from sidecar.text.units import CODES

# Digits, vulgar fractions, and words as long as those of the lexicon and with their first letters.
_INITIALS = "".join(sorted({word[0] for word in LEXICON}))
_ANCHOR = re.compile(rf"\d+|\b[{_INITIALS}{_INITIALS.upper()}][A-Za-z]{{2,13}}(?![^\W_])|[¼-¾⅐-⅞]")
_LEXICON = fractions.SIGNS.union(
    spelling for word in LEXICON for spelling in (word, word.capitalize(), word.upper())
)
_CELL_OPTIONS = ExtractOptions(ignore_years=False)
_MAX_EXPONENT = 30
_HALVES = {step: Decimal(5).scaleb(step - 1) for step in range(-80, 80)}


def scan(text: Text, options: ExtractOptions) -> tuple[list[Number], list[Skipped]]:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Returns:
        The numbers and what was skipped, each in the order of the text.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    return read(text, options, masks(text.string, outline(text.string)))


def read(
    text: Text, options: ExtractOptions, holes: Sequence[Excluded]
) -> tuple[list[Number], list[Skipped]]:
    """The same, where the places that hold no prose are known already."""
    string = text.string
    drafts, excluded = _collect(string, options, holes)
    joins.join(string, drafts)
    ranges.join(string, drafts)
    numbers = []
    for draft in drafts:
        if draft.value and abs(draft.value.adjusted()) > _MAX_EXPONENT:
            excluded.append(Excluded(draft.start, draft.end, SkipReason.MALFORMED))
        else:
            numbers.append(_number(text, draft))
    return numbers, _skipped(text, excluded)


def _skipped(text: Text, excluded: list[Excluded]) -> list[Skipped]:
    """What was skipped, in order; of two places that overlap, the first one."""
    skipped: list[Skipped] = []
    last = 0
    for start, end, reason in sorted(excluded):
        if start >= last:
            skipped.append(Skipped(text.span(start, end), reason))
            last = end
    return skipped


def in_digits(string: str) -> list[Draft]:
    """The numbers of a cell: what ``_collect`` reads, words left out and years let in."""
    drafts, _ = _collect(string, _CELL_OPTIONS, ())
    ranges.join(string, drafts)
    return [
        draft for draft in drafts if any(c.isdecimal() for c in string[draft.start : draft.end])
    ]


def _collect(
    string: str, options: ExtractOptions, holes: Sequence[Excluded]
) -> tuple[list[Draft], list[Excluded]]:
    """Every number and everything that looks like one, in order; ranges are not joined yet."""
    codes = CODES.union(options.currencies)
    of_digits = digits.Reader(
        string, options.locale, codes, years=options.ignore_years, ordinals=options.ordinals
    )
    of_words = words.Reader(string, codes, ordinals=options.ordinals)
    drafts: list[Draft] = []
    excluded: list[Excluded] = []
    pos = 0
    for start, end, floor in _anchors(string, holes, excluded):
        if start < pos:
            continue
        pos = max(pos, floor)
        found: Sequence[Draft | Excluded | None]
        if string[start].isdecimal():
            found = of_digits.read(start, end, pos)
        elif string[start] in fractions.SIGNS:
            found = [fractions.alone(string, start, codes)]
        else:
            found = [of_words.read(start, end, pos)]
        for one in found:
            if one is not None:
                pos = max(pos, one.end)
                (drafts if isinstance(one, Draft) else excluded).append(one)  # type: ignore[arg-type]
        if len(drafts) > options.max_numbers:
            raise TooManyNumbers(options.max_numbers)
    return drafts, excluded


def _anchors(
    string: str, holes: Sequence[Excluded], excluded: list[Excluded]
) -> Iterator[tuple[int, int, int]]:
    """Where numbers can begin: start and end of a word or of digits, and the end of the last hole.

    A hole that holds digits is added to ``excluded``.
    """
    end_of_text = Excluded(len(string) + 1, len(string) + 1, SkipReason.CODE)
    pending = iter((*holes, end_of_text))
    hole, floor = next(pending), 0
    for anchor in _ANCHOR.finditer(string):
        word = anchor[0]
        digit = word[0].isdecimal()
        if not digit and word not in _LEXICON:
            continue
        start, end = anchor.span()
        while start >= hole.end:
            floor, hole = hole.end, next(pending)
        if start < hole.start:
            yield start, end, floor
        elif digit and (not excluded or excluded[-1] is not hole):
            excluded.append(hole)


def _number(text: Text, draft: Draft) -> Number:
    value = draft.value
    half = draft.margin if draft.margin is not None else _HALVES[draft.step]
    qualifier, direction = context.read(text.string, draft.start, draft.end)
    return Number(
        text.span(draft.start, draft.end),
        value,
        EXACT.subtract(value, half),
        EXACT.add(value, half),
        draft.unit,
        draft.symbol,
        draft.scale,
        draft.form,
        qualifier,
        direction,
        draft.sign,
        draft.group,
    )
