"""Every number of a text, and everything that only looks like one.

``places`` finds where a number can begin: digits, vulgar fractions, and the words of ``lexicon``.
At each the longest reading is taken; ``ranges`` then joins the parts of ranges, and
``context`` adds hedges and directions. Where the pass is compiled (``plain``), it reads the plain
numbers itself, and what is here is for the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from fastpath.hints import ANYTHING, DIGITS, WRAPPED
from fastpath.scan_columns import KEPT
from fastpath.sorted_out import FLOATS
from sidecar.model.number import Number, Skipped, SkipReason
from sidecar.model.text import Span, Text
from sidecar.text import context, masks, numerals, plain, ranges
from sidecar.text.draft import Draft
from sidecar.text.exclusions import Excluded
from sidecar.text.figures import Figures
from sidecar.text.layout import layout
from sidecar.text.markup import is_marked
from sidecar.text.masks import Holes
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.obscured import apart, obscured
from sidecar.text.options import ExtractOptions, Locale
from sidecar.text.places import OverrunError, anchors, codes_of, collect, doubtful, let_in, outside
from sidecar.text.rendered import rendered
from sidecar.work import check_abandoned

_OTHER_DIGITS = re.compile(r"(?![0-9])\d|[¼-¾⅐-⅞]")
_NO_COLUMNS, _NO_FLOATS = np.empty((KEPT, 0), np.int64), np.empty((FLOATS, 0))
_CELL_OPTIONS = ExtractOptions(ignore_years=False)
_MAX_EXPONENT = 30
_WRAPPED = re.compile(r"\n(?<=[0-9]\n)(?=[a-z])")  # begins with what is searched for fast
_SHORT = 40  # bytes that may be one number


_REASONS = {int(reason): reason for reason in SkipReason}
_span = partial(tuple.__new__, Span)
_skip = partial(tuple.__new__, Skipped)


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
    if options.locale == "auto":
        options = replace(options, locale=numerals.told(text.string))
    if text.is_ascii and not is_marked(text.string):
        return _read_at_once(options, text, holes, odd)
    return _as_shown(text, holes, odd, partial(_read_at_once, options))


def read_slowly(text: Text, options: ExtractOptions, holes: Holes) -> tuple[Figures, list[Skipped]]:
    """The same by the readers alone: what the compiled pass must equal."""
    if options.locale == "auto":
        options = replace(options, locale=numerals.told(text.string))
    return _as_shown(
        text, holes, ANYTHING, lambda text, holes, _: _read(unwrapped(text), options, holes, None)
    )


def _as_shown(
    text: Text,
    holes: Holes,
    odd: int,
    reader: Callable[[Text, Holes, int], tuple[Figures, list[Skipped]]],
) -> tuple[Figures, list[Skipped]]:
    """What is read in what a text shows, and what is shown there and cannot be read."""
    shown = rendered(text)
    if shown is not None:
        text, holes, odd = shown.text, Holes(shown.holes(holes.rows)), ANYTHING
    figures, skipped = reader(text, holes, odd)
    found = [] if text.is_ascii else list(obscured(text.string, text.beyond))
    if found:
        taken = [*zip(figures.starts.tolist(), figures.ends.tolist(), strict=True)]
        taken += [skip.span for skip in skipped] + holes.rows[:, :2].tolist()
        places = [Skipped(text.span(start, end), reason) for start, end, reason in found]
        skipped = sorted([*skipped, *apart(places, taken)])
    if shown is not None:
        figures, skipped = figures.moved(shown.written), shown.skipped(skipped)
    return figures, skipped


def _read_at_once(
    options: ExtractOptions, text: Text, holes: Holes, odd: int
) -> tuple[Figures, list[Skipped]]:
    """The numbers and what looks like one, by the compiled pass where it is to be had."""
    if odd & WRAPPED:
        text = unwrapped(text)
    found = scanned(text, options, holes, odd)
    if found is not None:
        if not len(found.numbers.places):  # as in most reports
            return _plainly(found, options)
        try:
            return _read(text, options, holes, found)
        except OverrunError:
            pass  # never seen in prose; the readers are asked about all of it
    return _read(text, options, holes, None)


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
    let_in(columns.shape[1], len(skipped), options)
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
        places = outside(string, anchors(string), holes.excluded(text), excluded)
    else:
        places, known = doubtful(text, found.numbers), found.numbers.columns.shape[1]
        excluded.extend(masks.excluded(text, found.numbers.skipped))
    drafts = collect(string, options, places, excluded, known)
    ranges.read_joined(string, drafts)
    ranges.join(string, drafts)
    numbers = []
    for draft in drafts:
        check_abandoned()
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
    if options.locale != "en":
        return None
    if odd & DIGITS and not text.is_ascii and _OTHER_DIGITS.search(text.string):
        return None
    if len(text.data) <= _SHORT and ranges.is_sign(text.string):
        return None  # "- 5" may be a number that is the whole text
    return plain.find(
        text.data,
        holes.rows,
        codes_of(options.currencies),
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


def in_digits(string: str, locale: Locale = "en") -> list[Draft]:
    """The numbers of a cell: what ``collect`` reads, words left out and years let in."""
    excluded: list[Excluded] = []
    places = outside(string, anchors(string), iter(()), excluded)
    options = replace(_CELL_OPTIONS, locale=locale)
    drafts = collect(string, options, places, excluded)
    ranges.join(string, drafts)
    return [
        draft for draft in drafts if any(c.isdecimal() for c in string[draft.start : draft.end])
    ]


def _number(text: Text, draft: Draft) -> Number:
    check_abandoned()
    value = draft.value
    half = draft.margin if draft.margin is not None else HALVES[draft.step]
    qualifier, direction = context.read(text.string, draft.start, draft.end, draft.unit)
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
