"""Which cited statements of a text are judged, and what each of them cites (stage 1).

A statement is the sentence, list item or table row that citations speak for. Where a sentence cites
at several places ("Costs rose 5 % [Source 1], and sales fell [Source 2]."), each clause that can be
judged by itself is a claim of its own, with the sentence as its context.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from sidecar.citations.library import LibraryEntry
from sidecar.citations.reading import CitedText
from sidecar.citations.statements import CitableStatement
from sidecar.claims import clauses
from sidecar.claims.lexicon import SPEAKING, is_commentary, is_opinion
from sidecar.claims.settings import ClaimsSettings
from sidecar.model.check_details import Marker
from sidecar.model.claim import CitedSource, ClaimType, ExtractedClaim, SkippedStatement
from sidecar.model.evidence import Citable, Source
from sidecar.model.number import SkipReason
from sidecar.model.text import Span, Text
from sidecar.text.options import ExtractOptions
from sidecar.work import check_abandoned

_MOST_SOURCES = 20
"""Sources of one claim that are looked at: a family may have a thousand."""

_LEAST_WORDS = 3
"""Of a stretch of words between two citations that is a claim by itself."""

_CONTEXT = 600  # characters
_WORD = re.compile(r"\w+")
_BLANKS = re.compile(r"\s+")
_LINKED = re.compile(r"\[(?![^\[\]]*\])")
"""What is left of a link whose address is a citation."""

_BEFORE_STOP = re.compile(r"\s+(?=[.,;:!?])")
_QUOTATION = re.compile(r"[“\"«„]([^“\"«„”»\n]+)[”\"»“]")
_SPOKEN = 3
"""Words of a quotation; fewer are a name, or a word in doubt, unless somebody says them."""

_SAYS = re.compile(rf"\b(?:{SPEAKING})\b|:\s*[“\"«„]", re.IGNORECASE)

_CLOSING = " \"”'*_)"
_JOINTS = " \t\r\n,;.[]()&"
_CELLS = " \t|"
_EMPHASIS = "*_"
_DATES = frozenset({SkipReason.YEAR, SkipReason.DATE})
_OPENINGS = re.compile(r"[\s,;:.*_>|#-]*(?:(?:and|but|while|whereas|or)\b[\s,]*)?", re.IGNORECASE)


class TooManyClaims(ValueError):
    """A text holds more claims than the settings allow."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the text holds more than {most} cited statements")


class ClaimExtraction(NamedTuple):
    """The claims of a text.

    Attributes:
        claims: Those to be judged, in the order of the text.
        skipped: Cited statements that are none.
        passed_over: What is not judged, cited or not, counted by reason.
    """

    claims: Sequence[ExtractedClaim]
    skipped: Sequence[SkippedStatement]
    passed_over: Mapping[str, int]


class _ClaimPiece(NamedTuple):
    """Words of a statement, and the citations behind them."""

    span: Span
    markers: Sequence[int]


def extract_claims(
    reading: CitedText, citable: Mapping[str, Citable], settings: ClaimsSettings
) -> ClaimExtraction:
    """The claims of a text that was read against its evidence.

    Args:
        reading: The text with its citations.
        citable: Items and sources of the request, by their ids.
        settings: Which kinds are judged, and how many at most.

    Raises:
        TooManyClaims: Past ``settings.max_claims``.
        TooManyNumbers: As ``CitedText.numbers`` does.
    """
    claims: list[ExtractedClaim] = []
    skipped: list[SkippedStatement] = []
    kinds, places = _Kinds(reading), [_whole(reading.text, one) for one in reading.markers]
    for statement in reading.statements:
        check_abandoned()
        for piece in _pieces(reading, statement, places):
            markers = [*statement.introduced, *piece.markers]
            sources = list(_sources(reading, markers, citable))
            if not sources:
                if any(reading.entries[place] for place in markers):
                    skipped.append(SkippedStatement(piece.span, "data"))
                continue
            kind = kinds.classify(piece.span)
            words = _words(reading.text, piece.span, places)
            reason = _why_not(reading, statement, words, kind, settings)
            if statement.listing and not clauses.has_verb(words):
                reason = "source_list"
            if reason:
                skipped.append(SkippedStatement(piece.span, reason))
                continue
            if len(claims) == settings.max_claims:
                raise TooManyClaims(settings.max_claims)
            claims.append(
                ExtractedClaim(
                    words,
                    piece.span,
                    list(dict.fromkeys(places[at] for at in piece.markers)),
                    sources,
                    kind,
                    _context(reading, statement),
                )
            )
    passed = reading.passed_over()
    del passed["unreadable"], passed["source_list"]  # findings, and reported with what is skipped
    passed.update(one.reason for one in skipped)
    return ClaimExtraction(claims, skipped, +passed)


def _pieces(
    reading: CitedText, statement: CitableStatement, places: Sequence[Span]
) -> list[_ClaimPiece]:
    """The stretches of a statement that are claims; none where it cites nothing."""
    text = reading.text
    whole = _ClaimPiece(_trimmed(text, statement.span, places), statement.own)
    if not statement.own:
        return [whole] if statement.introduced else []
    groups = _groups(text, statement, places)
    if len(groups) < 2:
        return [whole]
    ends = [statement.span.start, *(places[group[-1]].end for group in groups)]
    pieces = [
        _ClaimPiece(_trimmed(text, Span(start, max(start, places[group[0]].start)), places), group)
        for start, group in zip(ends, groups, strict=False)
    ]
    trailing = _trimmed(text, Span(ends[-1], max(ends[-1], statement.span.end)), places)
    if _WORD.search(text.slice(trailing)):
        last = pieces[-1]
        pieces[-1] = last._replace(span=Span(last.span.start, trailing.end))
    if any(len(_WORD.findall(text.slice(one.span))) < _LEAST_WORDS for one in pieces):
        return [whole]
    joined = list(_joined(text, pieces))
    return joined if len(joined) > 1 else [whole]


def _joined(text: Text, pieces: Sequence[_ClaimPiece]) -> Iterator[_ClaimPiece]:
    """The pieces, those that are no clauses of their own joined to the ones beside them."""
    start = pieces[0].span.start
    sentence = text.slice(Span(start, pieces[-1].span.end))
    borders = [len(text.slice(Span(start, at))) for one in pieces for at in one.span]
    places = list(zip(borders[::2], borders[1::2], strict=True))
    for first, end in clauses.join_dependent(sentence, places):
        within = [one for one, place in zip(pieces, places, strict=True) if first <= place[0] < end]
        markers = [at for one in within for at in one.markers]
        yield _ClaimPiece(Span(within[0].span.start, within[-1].span.end), markers)


def _groups(text: Text, statement: CitableStatement, places: Sequence[Span]) -> list[list[int]]:
    """The citations of a statement, those that stand side by side together.

    Those that stand behind the statement belong to its last words.
    """
    groups: list[list[int]] = [[statement.own[0]]]
    for before, at in pairwise(statement.own):
        between = Span(places[before].end, max(places[before].end, places[at].start))
        behind = places[at].start >= statement.span.end
        if text.slice(between).strip(_JOINTS) and not behind:
            groups.append([])
        groups[-1].append(at)
    return groups


def _whole(text: Text, marker: Marker) -> Span:
    """A citation with the brackets that it shares with others: "[Source 1, Source 2]"."""
    start, end = marker.span
    line = text.line_span(text.line(start))
    before, after = text.data[line.start : start], text.data[end : line.end]
    opens, closes = before.rfind(b"["), after.find(b"]")
    inside = b"]" in before[max(opens, 0) :] or b"[" in after[: max(closes, 0)]
    if inside or opens < 0 or closes < 0:
        return marker.span
    return Span(line.start + opens, end + closes + 1)


def _sources(
    reading: CitedText, places: Sequence[int], citable: Mapping[str, Citable]
) -> Iterator[CitedSource]:
    """What citations point at, each once; query results are the ``numeric`` check's."""
    seen: set[str] = set()
    for place in places:
        marker, entries = reading.markers[place], reading.entries[place]
        if not entries and marker.explicit and marker.key not in seen:
            seen.add(marker.key)
            yield _unknown(marker)
        for entry in entries:
            if entry.table is None and entry.id not in seen and len(seen) < _MOST_SOURCES:
                seen.add(entry.id)
                yield _known(entry, citable)


def _known(entry: LibraryEntry, citable: Mapping[str, Citable]) -> CitedSource:
    found = citable[entry.id]
    if isinstance(found, Source):
        return CitedSource(found.id, found.number, found.url, found.title)
    url = found.provenance if found.provenance.startswith(("https://", "http://")) else ""
    return CitedSource(found.id, 0, url, found.title)


def _unknown(marker: Marker) -> CitedSource:
    number = int(marker.key) if marker.key.isdecimal() and len(marker.key) < 9 else 0
    return CitedSource(marker.key, number, known=False)


def _why_not(
    reading: CitedText,
    statement: CitableStatement,
    words: str,
    kind: ClaimType,
    settings: ClaimsSettings,
) -> str:
    """Why a cited statement is not judged, or ""."""
    said = reading.text.slice(statement.span)
    if kind is ClaimType.FACTUAL and settings.skip_opinions:
        if reading.asserts_nothing(statement):
            return "commentary"
        if words.rstrip(_CLOSING).endswith(":"):
            return "introduction"
        if is_opinion(said):
            return "opinion"
        if is_commentary(said):
            return "commentary"
    return "" if kind.name.lower() in settings.types else "type"


class _Kinds:
    """Tells the kind of a claim by what stands in it."""

    def __init__(self, reading: CitedText) -> None:
        self._text = reading.text
        found = reading.reader.extract(ExtractOptions())
        self._numbers = [claim.number.span for claim in found.claims]
        self._dates = [one.span for one in found.skipped if one.reason in _DATES]

    def classify(self, span: Span) -> ClaimType:
        """The kind of the claim at a place."""
        said = self._text.slice(span)
        spoken = [len(match[1].split()) for match in _QUOTATION.finditer(said)]
        if spoken and (max(spoken) >= _SPOKEN or _SAYS.search(_QUOTATION.sub('""', said))):
            return ClaimType.QUOTE
        if any(span.overlaps(number) for number in self._numbers):
            return ClaimType.STATISTIC
        if any(span.overlaps(date) for date in self._dates):
            return ClaimType.DATE
        return ClaimType.FACTUAL


def _trimmed(text: Text, span: Span, places: Sequence[Span]) -> Span:
    """A place without its citations at the end, and without what joins it to the one before.

    Nor does it hold the bar that ends a row of a table: what is put behind it stays in the row.
    """
    end = span.end
    for place in reversed(_inside(span, places)):
        if not text.slice(Span(min(place.end, end), end)).strip(_JOINTS + _CELLS):
            end = place.start
    words = text.slice(Span(span.start, end)).rstrip().rstrip(_CELLS).rstrip(_EMPHASIS)
    opening = _OPENINGS.match(words)
    start = span.start + len(opening[0].encode() if opening else b"")
    return Span(start, max(start, span.start + len(words.encode())))


def _words(text: Text, span: Span, places: Sequence[Span]) -> str:
    """The words of a place, without citations, in one line."""
    pieces, at = [], span.start
    for place in _inside(span, places):
        pieces.append(text.slice(Span(at, max(at, place.start))))
        at = max(at, place.end)
    pieces.append(text.slice(Span(at, max(at, span.end))))
    words = _LINKED.sub("", " ".join(pieces))
    return _BEFORE_STOP.sub("", _BLANKS.sub(" ", words).strip())


def _inside(span: Span, places: Sequence[Span]) -> Sequence[Span]:
    """The citations that begin in a place, in order."""
    first = bisect_left(places, span.start, key=attrgetter("start"))
    last = bisect_left(places, span.end, key=attrgetter("start"))
    return places[first:last]


def _context(reading: CitedText, statement: CitableStatement) -> str:
    """The sentence of a claim that is a part of one, with some words before."""
    text = reading.text
    start = max(0, statement.span.start - _CONTEXT)
    around = text.data[start : statement.span.end].decode("utf-8", "ignore")
    return _BLANKS.sub(" ", around.rpartition("\n\n")[2] or around).strip()
