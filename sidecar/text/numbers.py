"""Every number of a text, and everything that only looks like one.

One pass finds the places where a number can begin: digits, vulgar fractions, and the words of
``lexicon``. At each the longest reading is taken; ``ranges`` then joins the parts of ranges, and
``context`` adds hedges and directions. Where the pass is compiled (``plain``), it reads the plain
numbers itself, and what is here is for the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from fastpath.hints import ANYTHING, DIGITS, WRAPPED
from fastpath.numbers import Numbers
from fastpath.scan_columns import KEPT
from fastpath.sorted_out import FLOATS
from sidecar.model.number import Number, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import context, digits, fractions, joins, masks, plain, ranges, words
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Excluded
from sidecar.text.figures import Figures
from sidecar.text.layout import layout
from sidecar.text.lexicon import LEXICON
from sidecar.text.masks import Holes
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.options import ExtractOptions, TooManyNumbers
from sidecar.text.units import CODES

# Digits, vulgar fractions, and words as long as those of the lexicon and with their first letters.
_INITIALS = "".join(sorted({word[0] for word in LEXICON}))
_ANCHOR = re.compile(rf"\d+|\b[{_INITIALS}{_INITIALS.upper()}][A-Za-z]{{2,13}}(?![^\W_])|[¼-¾⅐-⅞]")
_LEXICON = fractions.SIGNS.union(
    spelling for word in LEXICON for spelling in (word, word.capitalize(), word.upper())
)
_OTHER_DIGITS = re.compile(r"(?![0-9])\d|[¼-¾⅐-⅞]")
_NO_COLUMNS, _NO_FLOATS = np.empty((KEPT, 0), np.int64), np.empty((FLOATS, 0))
_CELL_OPTIONS = ExtractOptions(ignore_years=False)
_MAX_EXPONENT = 30
_WRAPPED = re.compile(r"\n(?<=[0-9]\n)(?=[a-z])")  # begins with what is searched for fast
_SHORT = 40  # bytes that may be one number
_AT_ONCE = 4096  # places that are made into objects
_LOOKALIKES = 5  # for each number that is let in


_REASONS = {int(reason): reason for reason in SkipReason}
_span = partial(tuple.__new__, Span)
_skip = partial(tuple.__new__, Skipped)


class _OverrunError(Exception):
    """A number that needed judgement reaches into one that was taken for plain."""


def scan(text: Text, options: ExtractOptions) -> tuple[Figures, list[Skipped]]:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Returns:
        The numbers and what was skipped, each in the order of the text.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    return read(text, options, masks.masks(text, layout(text)))


def read(
    text: Text, options: ExtractOptions, holes: Holes, odd: int = ANYTHING
) -> tuple[Figures, list[Skipped]]:
    """The same, where more is known already.

    Args:
        text: Any text.
        options: What counts as a number.
        holes: The places that hold no prose.
        odd: What may be anywhere in the text, as flags of ``fastpath.hints``.
    """
    if odd & WRAPPED:
        text = unwrapped(text)
    found = scanned(text, options, holes, odd)
    if found is not None:
        if not len(found.numbers.places):  # as in most reports
            return _plainly(found, options)
        try:
            return _read(text, options, holes, found)
        except _OverrunError:
            pass  # never seen in prose; the readers are asked about all of it
    return _read(text, options, holes, None)


def read_slowly(text: Text, options: ExtractOptions, holes: Holes) -> tuple[Figures, list[Skipped]]:
    """The same by the readers alone: what the compiled pass must equal."""
    return _read(unwrapped(text), options, holes, None)


def unwrapped(text: Text) -> Text:
    """The text with a space for each line break between a number and what goes on with it.

    "$4.79", a line break and "million" are one number, as they are on the page. No place moves.
    """
    if not _WRAPPED.search(text.string):
        return text
    return Text(_WRAPPED.sub(" ", text.string))


def _plainly(found: plain.Plain, options: ExtractOptions) -> tuple[Figures, list[Skipped]]:
    """What the compiled pass found, where nothing needs judgement."""
    columns, floats, _, skipped = found.numbers
    _let_in(columns.shape[1], len(skipped), options)
    starts, ends, reasons = skipped.T.tolist()
    spans = map(_span, zip(starts, ends, strict=True))
    told = zip(spans, map(_REASONS.__getitem__, reasons), strict=True)
    return Figures(columns, floats, found.measures), [*map(_skip, told)]


def _read(
    text: Text, options: ExtractOptions, holes: Holes, found: plain.Plain | None
) -> tuple[Figures, list[Skipped]]:
    string, excluded = text.string, list[Excluded]()
    known = 0
    if found is None:
        places = _outside(string, _anchors(string), holes.excluded(text), excluded)
    else:
        places, known = _doubtful(text, found.numbers), found.numbers.columns.shape[1]
        excluded.extend(masks.excluded(text, found.numbers.skipped))
    drafts = _collect(string, options, places, excluded, known)
    joins.join(string, drafts)
    ranges.join(string, drafts)
    numbers = []
    for draft in drafts:
        if draft.value and abs(draft.value.adjusted()) > _MAX_EXPONENT:
            excluded.append(Excluded(draft.start, draft.end, SkipReason.MALFORMED))
        else:
            numbers.append(_number(text, draft))
    if found is None:
        return Figures(_NO_COLUMNS, _NO_FLOATS, (), numbers), _skipped(text, excluded)
    figures = Figures(*found.numbers[:2], found.measures, numbers)
    return figures, _skipped(text, excluded)


def scanned(
    text: Text, options: ExtractOptions, holes: Holes, odd: int = ANYTHING
) -> plain.Plain | None:
    """What the compiled pass finds, where it is to be had and knows the digits of the text."""
    if options.locale in ("de", "fr"):
        return None
    if odd & DIGITS and not text.is_ascii and _OTHER_DIGITS.search(text.string):
        return None
    if len(text.data) <= _SHORT and joins.is_sign(text.string):
        return None  # "- 5" may be a number that is the whole text
    return plain.find(
        text.data,
        holes.rows,
        _codes(options.currencies),
        years=options.ignore_years,
    )


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
    excluded: list[Excluded] = []
    places = _outside(string, _anchors(string), iter(()), excluded)
    drafts = _collect(string, _CELL_OPTIONS, places, excluded)
    ranges.join(string, drafts)
    return [
        draft for draft in drafts if any(c.isdecimal() for c in string[draft.start : draft.end])
    ]


@lru_cache(maxsize=8)
def _codes(currencies: tuple[str, ...]) -> frozenset[str]:
    """All codes of currencies; one object for each choice, whose hash is known."""
    return CODES.union(currencies)


class _Place(NamedTuple):
    """A place that may hold a number.

    Attributes:
        start: Where its digits or its word begin.
        end: Where they end.
        floor: Where the plain number, year or hole before it ends, or 0.
        limit: Where the next plain number or year begins.
    """

    start: int
    end: int
    floor: int
    limit: int


def _anchors(string: str) -> Iterator[_Place]:
    """Where numbers can begin."""
    limit = len(string) + 1
    for anchor in _ANCHOR.finditer(string):
        yield _Place(anchor.start(), anchor.end(), 0, limit)


def _doubtful(text: Text, found: Numbers) -> Iterator[_Place]:
    """Where numbers can begin that are not plain."""
    for first in range(0, len(found.places), _AT_ONCE):
        places = text.char_offsets(found.places[first : first + _AT_ONCE])
        for start, end, floor, limit in places.tolist():
            anchor = _ANCHOR.match(text.string, start)
            if anchor is not None and (
                anchor[0].isdecimal() or (anchor.end() == end and anchor[0] in _LEXICON)
            ):
                yield _Place(start, anchor.end(), floor, limit)


def _collect(
    string: str,
    options: ExtractOptions,
    places: Iterator[_Place],
    excluded: list[Excluded],
    known: int = 0,
) -> list[Draft]:
    """The numbers at the given places; ranges are not joined yet.

    What only looks like one joins ``excluded``.
    """
    codes = _codes(options.currencies)
    of_digits = digits.Reader(
        string, options.locale, codes, years=options.ignore_years, ordinals=options.ordinals
    )
    of_words = words.Reader(string, codes, ordinals=options.ordinals)
    drafts: list[Draft] = []
    pos = 0
    _let_in(known, len(excluded), options)
    for start, end, floor, limit in places:
        if start < pos:
            continue
        pos = max(pos, floor)
        found: Iterable[Draft | Excluded | None]
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
                _let_in(len(drafts) + known, len(excluded), options)
        if pos > limit:
            raise _OverrunError
    _let_in(len(drafts) + known, len(excluded), options)
    return drafts


def _let_in(numbers: int, skipped: int, options: ExtractOptions) -> None:
    """Refuses a text with more numbers, or what looks like them, than the options allow."""
    if numbers > options.max_numbers or skipped > _LOOKALIKES * options.max_numbers:
        raise TooManyNumbers(options.max_numbers)


def _outside(
    string: str,
    places: Iterator[_Place],
    holes: Iterator[Excluded],
    excluded: list[Excluded],
) -> Iterator[_Place]:
    """The places of digits and of words that make numbers, behind the last hole.

    A hole that holds digits is added to ``excluded``.
    """
    end_of_text = Excluded(len(string) + 1, len(string) + 1, SkipReason.CODE)
    pending = chain(holes, (end_of_text,))
    hole, floor = next(pending), 0
    for place in places:
        start = place.start
        digit = string[start].isdecimal()
        if not digit and string[start : place.end] not in _LEXICON:
            continue
        while start >= hole.end:
            floor, hole = hole.end, next(pending)
        if start < hole.start:
            yield place._replace(floor=floor)
        elif digit and (not excluded or excluded[-1] is not hole):
            excluded.append(hole)


def _number(text: Text, draft: Draft) -> Number:
    value = draft.value
    half = draft.margin if draft.margin is not None else HALVES[draft.step]
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
