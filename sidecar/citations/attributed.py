"""The sources of numbers, read as the ``citations`` check reads them.

A sentence may name a source itself, by a prefix or a query id (``sidecar.text.citations``). To that
are added what of the request it cites in brackets ("[lmis_q1]", "[Source 1]"), which is as good as
a query id or a family, and, where it names none, what its list or table is introduced with ("Per
LMIS: jobs by sector:"). The first marker after a number speaks for it, else the last before it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.citations.library import Library, LibraryEntry
from sidecar.citations.statements import CitableStatement, split_passages
from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.number import Citation, Skipped, SkipReason
from sidecar.model.text import Text
from sidecar.text.claims import NumberExtraction, TextClaims
from sidecar.text.disguised import may_cite
from sidecar.text.layout import read_layout
from sidecar.text.markers import find_markers
from sidecar.text.masks import find_masks
from sidecar.work import check_abandoned

_NUMBERS = re.compile(rb"\d{1,3}(?![\d%]|[.,]\d)")
"""What may number a source, or a page of it."""

_SOURCE = re.compile(r"qid:|source|per\s|according\s", re.IGNORECASE)


class _CitedEntry(NamedTuple):
    """A marker and what it points at."""

    marker: Marker
    entries: Sequence[LibraryEntry]

    @property
    def source(self) -> Citation:
        """What it names, in the words of a sentence that names a source; nothing where unknown."""
        span, form, key, *_ = self.marker
        if form is CitationForm.QUERY_ID:
            return Citation(query_id=key)
        if form is CitationForm.NAME:
            return Citation(span, key)
        if not self.entries:
            return Citation()
        entry = self.entries[0]
        if entry.table is not None:
            return Citation(query_id=entry.id)
        return Citation(span, entry.provenance or entry.id)


_Group = Sequence[_CitedEntry]


def attribute_sources(
    found: NumberExtraction,
    text: Text,
    library: Callable[[], Library],
    *,
    bare_numbers: bool,
    aside: bool,
    lists: bool,
) -> NumberExtraction:
    """The numbers with the sources that their sentences do not name; names of sources are skipped.

    Args:
        found: The numbers as they were read.
        text: The text.
        library: Makes what can be cited, if it is needed.
        bare_numbers: Whether ``[3]`` cites.
        aside: Whether parentheses may, as they may where the request holds items or sources.
        lists: Whether lists and tables take the sources that they are introduced with.
    """
    marked = may_cite(text, aside=aside)
    lists = lists and found.claims.uncited.size > 0
    if not marked and not (lists and _SOURCE.search(text.string)):
        return found
    blocks, known = read_layout(text), library()
    options = known.options(bare_numbers=bare_numbers)
    cites = find_markers(text, blocks, find_masks(text, blocks), options)
    if not cites:
        return found
    cited = [_CitedEntry(marker, known.find(marker)) for marker in cites]
    completed = _attributed(found.claims, split_passages(text, blocks, cites), cited, lists=lists)
    inside = find_in_names(text, found.claims.figures.starts, cites, [one.entries for one in cited])
    return _without(NumberExtraction(completed, found.skipped), inside)


def _attributed(
    claims: TextClaims,
    said_in: Iterable[CitableStatement],
    cited: Sequence[_CitedEntry],
    *,
    lists: bool,
) -> TextClaims:
    """The claims with what their statements cite, and what their lists are introduced with."""
    starts = claims.figures.starts
    numbered = {citation: at for at, citation in enumerate(claims.citations)}
    places = claims.cited.copy()
    for said in said_in:
        check_abandoned()
        introduced = [cited[place] for place in said.introduced if lists]
        if not said.own and not introduced:
            continue
        first, last = np.searchsorted(starts, said.span).tolist()
        for at, own in enumerate(_own(said, starts[first:last], cited), first):
            citation = _completed(claims.citations[claims.cited.item(at)], own)
            if not citation.family and not citation.query_id:
                citation = _completed(citation, introduced)
            places[at] = numbered.setdefault(citation, len(numbered))
    return TextClaims(claims.figures, claims.spans, places, list(numbered))


def find_in_names(
    text: Text,
    starts: Sequence[int] | NDArray[np.int64],
    markers: Sequence[Marker],
    entries: Sequence[Sequence[LibraryEntry]],
) -> set[int]:
    """Which of some numbers, by where they begin, are those of a citation.

    They stand in the name of a source ("(BG 2.47)"), or number it or its pages ("[1, p. 9]").
    """
    inside: set[int] = set()
    for marker, found in zip(markers, entries, strict=True):
        named = marker.form in (CitationForm.ID, CitationForm.NAME)
        if named and found:
            inside.update(range(*np.searchsorted(starts, marker.key_span).tolist()))
        elif not named:
            first, last = np.searchsorted(starts, marker.span).tolist()
            data, places = text.data, starts[first:last]
            inside.update(
                at for at, place in enumerate(places, first) if _NUMBERS.match(data, int(place))
            )
    return inside


def _own(
    said: CitableStatement, starts: NDArray[np.int64], cited: Sequence[_CitedEntry]
) -> Iterator[_Group]:
    """What speaks for each number of a statement: the markers up to the next, else those before."""
    groups: dict[int, list[_CitedEntry]] = {}
    for place in said.own:
        start = cited[place].marker.span.start
        groups.setdefault(int(np.searchsorted(starts, start)), []).append(cited[place])
    known = sorted(groups)
    for number in range(len(starts)):
        if known:
            yield groups[known[min(bisect_left(known, number + 1), len(known) - 1)]]
        else:
            yield ()


def _completed(citation: Citation, cited: _Group) -> Citation:
    """What governs a number, with what it lacks from markers; several leave open which it is."""
    sources = [one.source for one in cited]
    ids = list(dict.fromkeys(each.query_id for each in sources if each.query_id))
    named = [each for each in sources if each.family]
    families = list(dict.fromkeys(each.family for each in named)) or (ids if ids[1:] else [])
    if families and not citation.family:
        span = named[0].prefix if named else cited[0].marker.span
        citation = citation._replace(prefix=span, family=", ".join(families))
    if len(ids) == 1 and not citation.query_id:
        citation = citation._replace(query_id=ids[0])
    return citation


def _without(found: NumberExtraction, inside: set[int]) -> NumberExtraction:
    """The numbers without some, which are skipped as citations."""
    if not inside:
        return found
    kept = [at for at in range(len(found.claims)) if at not in inside]
    spans = [number.span for number in found.claims.figures.items(sorted(inside))]
    skipped = [*found.skipped, *(Skipped(span, SkipReason.CITATION) for span in spans)]
    return NumberExtraction(found.claims.take(kept), sorted(skipped))
