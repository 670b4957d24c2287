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
from sidecar.text.exclusions import Exclusion
from sidecar.text.figures import NumberArrays
from sidecar.text.layout import read_layout
from sidecar.text.markup import is_marked, render_text
from sidecar.text.masks import TextMasks
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.obscured import drop_overlapping, find_obscured
from sidecar.text.options import ExtractOptions, Locale
from sidecar.text.places import (
    OverrunError,
    check_limits,
    collect_numbers,
    currency_codes,
    find_anchors,
    find_doubtful,
    find_outside,
)
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


def scan_numbers(text: Text, options: ExtractOptions) -> tuple[NumberArrays, list[Skipped]]:
    """Reads every number of a text.

    Args:
        text: Any text.
        options: What counts as a number.

    Returns:
        The numbers and what was skipped, each in the order of the text.

    Raises:
        TooManyNumbers: The text holds more than ``options.max_numbers``.
    """
    return read_numbers(text, options, masks.find_masks(text, read_layout(text)))


def read_numbers(
    text: Text, options: ExtractOptions, holes: TextMasks, odd: int = ANYTHING
) -> tuple[NumberArrays, list[Skipped]]:
    """The same, where more is known already.

    Args:
        text: Any text.
        options: What counts as a number.
        holes: The places that hold no prose.
        odd: What may be anywhere in the text, as flags of ``fastpath.hints``.
    """
    if options.locale == "auto":
        options = replace(options, locale=numerals.detect_locale(text.string))
    if text.is_ascii and not is_marked(text.string):
        return _read_at_once(options, text, holes, odd)
    return _as_shown(text, holes, odd, partial(_read_at_once, options))


def read_numbers_slowly(
    text: Text, options: ExtractOptions, holes: TextMasks
) -> tuple[NumberArrays, list[Skipped]]:
    """The same by the readers alone: what the compiled pass must equal."""
    if options.locale == "auto":
        options = replace(options, locale=numerals.detect_locale(text.string))
    return _as_shown(
        text,
        holes,
        ANYTHING,
        lambda text, holes, _: _read(unwrap_lines(text), options, holes, None),
    )


def _as_shown(
    text: Text,
    holes: TextMasks,
    odd: int,
    reader: Callable[[Text, TextMasks, int], tuple[NumberArrays, list[Skipped]]],
) -> tuple[NumberArrays, list[Skipped]]:
    """What is read in what a text shows, and what is shown there and cannot be read."""
    shown = render_text(text)
    if shown is not None:
        text, holes, odd = shown.text, TextMasks(shown.holes(holes.rows)), ANYTHING
    figures, skipped = reader(text, holes, odd)
    found = [] if text.is_ascii else list(find_obscured(text.string, text.beyond))
    if found:
        taken = [*zip(figures.starts.tolist(), figures.ends.tolist(), strict=True)]
        taken += [skip.span for skip in skipped] + holes.rows[:, :2].tolist()
        places = [Skipped(text.span(start, end), reason) for start, end, reason in found]
        skipped = sorted([*skipped, *drop_overlapping(places, taken)])
    if shown is not None:
        figures, skipped = figures.moved(shown.written), shown.skipped(skipped)
    return figures, skipped


def _read_at_once(
    options: ExtractOptions, text: Text, holes: TextMasks, odd: int
) -> tuple[NumberArrays, list[Skipped]]:
    """The numbers and what looks like one, by the compiled pass where it is to be had."""
    if odd & WRAPPED:
        text = unwrap_lines(text)
    found = scan_compiled(text, options, holes, odd)
    if found is not None:
        if not len(found.numbers.places):  # as in most reports
            return _plainly(found, options)
        try:
            return _read(text, options, holes, found)
        except OverrunError:
            pass  # never seen in prose; the readers are asked about all of it
    return _read(text, options, holes, None)


def unwrap_lines(text: Text) -> Text:
    """The text with a space for each line break between a number and what goes on with it.

    "$4.79", a line break and "million" are one number, as they are on the page. No place moves.
    """
    if not _WRAPPED.search(text.string):
        return text
    return Text(_WRAPPED.sub(" ", text.string))


def _plainly(
    found: plain.PlainNumbers, options: ExtractOptions
) -> tuple[NumberArrays, list[Skipped]]:
    """What the compiled pass found, where nothing needs judgement."""
    columns, floats, _, skipped = found.numbers
    check_limits(columns.shape[1], len(skipped), options)
    starts, ends, reasons = skipped.T.tolist()
    spans = map(_span, zip(starts, ends, strict=True))
    told = zip(spans, map(_REASONS.__getitem__, reasons), strict=True)
    return NumberArrays(columns, floats, found.measures), [*map(_skip, told)]


def _read(
    text: Text, options: ExtractOptions, holes: TextMasks, found: plain.PlainNumbers | None
) -> tuple[NumberArrays, list[Skipped]]:
    string, excluded = text.string, list[Exclusion]()
    known = 0
    if found is None:
        places = find_outside(string, find_anchors(string), holes.excluded(text), excluded)
    else:
        places, known = find_doubtful(text, found.numbers), found.numbers.columns.shape[1]
        excluded.extend(masks.iterate_masks(text, found.numbers.skipped))
    drafts = collect_numbers(string, options, places, excluded, known)
    ranges.join_drafts(string, drafts)
    ranges.join_ranges(string, drafts)
    numbers = []
    for draft in drafts:
        check_abandoned()
        if draft.value and abs(draft.value.adjusted()) > _MAX_EXPONENT:
            excluded.append(Exclusion(draft.start, draft.end, SkipReason.MALFORMED))
        else:
            numbers.append(_number(text, draft))
    if found is None:
        return NumberArrays(_NO_COLUMNS, _NO_FLOATS, (), numbers), _skipped(text, excluded)
    figures = NumberArrays(*found.numbers[:2], found.measures, numbers)
    return figures, _skipped(text, excluded)


def scan_compiled(
    text: Text, options: ExtractOptions, holes: TextMasks, odd: int = ANYTHING
) -> plain.PlainNumbers | None:
    """What the compiled pass finds, where it is to be had and knows the digits of the text."""
    if options.locale != "en":
        return None
    if odd & DIGITS and not text.is_ascii and _OTHER_DIGITS.search(text.string):
        return None
    if len(text.data) <= _SHORT and ranges.is_sign(text.string):
        return None  # "- 5" may be a number that is the whole text
    return plain.find_plain(
        text.data,
        holes.rows,
        currency_codes(options.currencies),
        years=options.ignore_years,
    )


def _skipped(text: Text, excluded: list[Exclusion]) -> list[Skipped]:
    """What was skipped, in order; of two places that overlap, the first one."""
    skipped: list[Skipped] = []
    last = 0
    for start, end, reason in sorted(excluded):
        if start >= last:
            skipped.append(Skipped(text.span(start, end), reason))
            last = end
    return skipped


def read_digits(string: str, locale: Locale = "en") -> list[Draft]:
    """The numbers of a cell: what ``collect_numbers`` reads, words left out and years let in."""
    excluded: list[Exclusion] = []
    places = find_outside(string, find_anchors(string), iter(()), excluded)
    options = replace(_CELL_OPTIONS, locale=locale)
    drafts = collect_numbers(string, options, places, excluded)
    ranges.join_ranges(string, drafts)
    return [
        draft for draft in drafts if any(c.isdecimal() for c in string[draft.start : draft.end])
    ]


def _number(text: Text, draft: Draft) -> Number:
    check_abandoned()
    value = draft.value
    half = draft.margin if draft.margin is not None else HALVES[draft.step]
    qualifier, direction = context.read_context(text.string, draft.start, draft.end, draft.unit)
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
