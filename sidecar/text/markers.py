"""Every citation of a text: ids, numbers and names in brackets, source prefixes and query ids.

Code, addresses and the targets of links hold none, unless a link leads to a source
(``find_linked``). Neither do images, and definitions of links and footnotes. What is not written as
a citation and looks like one is read or unreadable (``find_disguised``).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.text import Text
from sidecar.text import citations
from sidecar.text.bracketed import (
    BRACKET,
    CitationMatch,
    MarkerOptions,
    Titles,
    is_definition,
    normalize_id,
    read_bracket,
    read_titles,
)
from sidecar.text.disguised import find_disguised
from sidecar.text.exclusions import is_covered, select_unread
from sidecar.text.layout import Layout, find_hints
from sidecar.text.linked import find_addresses, find_linked
from sidecar.text.masks import TextMasks
from sidecar.text.sentences import find_sentence_bounds
from sidecar.work import check_abandoned

__all__ = ["MarkerOptions", "TextMarkers", "find_markers", "normalize_id", "read_markers"]

_PARENTHESIS = re.compile(r"(?<!\])\(([^()\n]{1,200})\)")  # after a bracket stands an address


class TextMarkers(NamedTuple):
    """What was read.

    Attributes:
        found: The citations of a text in its order; ``[1, 2]`` are two.
        passed: What looks like a citation and is none, counted by reason.
    """

    found: list[Marker]
    passed: Mapping[str, int]


def find_markers(
    text: Text, layout: Layout, masks: TextMasks, options: MarkerOptions
) -> list[Marker]:
    """The citations of a text in its order; see ``read_markers``."""
    return read_markers(text, layout, masks, options).found


def read_markers(
    text: Text, layout: Layout, masks: TextMasks, options: MarkerOptions
) -> TextMarkers:
    """The citations of a text, and what looks like one.

    Args:
        text: Any text.
        layout: Its blocks.
        masks: Its places without prose, from ``masks``.
        options: What counts as a citation.
    """
    string = text.string
    holes = select_unread(masks.excluded(text))
    links = find_linked(text, holes, options)
    found = _DisjointMarkers(links.found)
    bracketed: list[CitationMatch] = []
    for match in BRACKET.finditer(string):
        check_abandoned()
        start, end = match.span()
        if not is_covered(holes, start) and not _is_other_markup(string, start, end):
            bracketed += read_bracket(string, match, options)
        if len(bracketed) > options.most:
            break
    found.add(bracketed)
    if options.aside:
        found.add(one for one in _aside(string, options.aside) if not is_covered(holes, one.start))
    found.add(find_addresses(text, holes, options))
    found.add(one for one in _in_sentences(text, layout) if not is_covered(holes, one.start))
    seen = find_disguised(text, holes, options, found.overlap)
    found.add(seen.found)
    passed = Counter(links.passed) + Counter(seen.passed)
    return TextMarkers([one.marker(text) for one in sorted(found.all)], passed)


class _DisjointMarkers:
    """Citations of which none overlaps one that was found before by another reader."""

    def __init__(self, found: Sequence[CitationMatch]) -> None:
        self.all = list(found)
        self._taken = [(one.start, one.end) for one in sorted(found)]

    def add(self, found: Iterable[CitationMatch]) -> None:
        """Add those that overlap nothing from before."""
        new = [one for one in found if not self.overlap(one.start, one.end)]
        if new:
            self.all += new
            self._taken = sorted({*self._taken, *((one.start, one.end) for one in new)})

    def overlap(self, start: int, end: int) -> bool:
        """Whether a place overlaps what was found."""
        at = bisect_right(self._taken, start, key=itemgetter(0))
        before = at > 0 and self._taken[at - 1][1] > start
        return before or (at < len(self._taken) and self._taken[at][0] < end)


def _is_other_markup(string: str, start: int, end: int) -> bool:
    """Whether brackets are an escape, an image, or the definition of a link or footnote."""
    return string[start - 1 : start] in ("\\", "!") or is_definition(string, start, end)


def _aside(string: str, titles: Titles) -> Iterator[CitationMatch]:
    """The names in parentheses."""
    for match in _PARENTHESIS.finditer(string):
        if any(sign.isupper() or sign.isdigit() for sign in match[1]):
            yield from read_titles(match, titles)


def _in_sentences(text: Text, layout: Layout) -> Iterator[CitationMatch]:
    """The source prefixes and query ids of the sentences."""
    string = text.string
    for _, found in citations.find_named_sources(
        text, find_sentence_bounds(text, layout), find_hints(text, layout)
    ):
        check_abandoned()
        for at, stop, family in found.prefixes:
            key = string.rindex(family, at, stop)
            explicit = ":" in string[at:stop] or string.startswith(" (QID", stop)
            name = CitationForm.NAME
            yield CitationMatch(at, stop, key, key + len(family), name, family, explicit)
        for at, stop, query_id in found.ids:
            form = CitationForm.QUERY_ID
            yield CitationMatch(at, stop, stop - len(query_id), stop, form, query_id)
