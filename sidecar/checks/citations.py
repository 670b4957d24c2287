"""Citations check: every citation must point at evidence, and what needs one must have one.

A citation is an id in brackets ([ev-abc-001], [ev_abc_001]), a numbered source ([Source 3], and [3]
where the request says so), a source prefix (Per LMIS:, According to GCC-STAT:), a query id
(QID:lmis_001) or a name of the request alone in brackets or parentheses ([World Bank], (BG 2.47)).
Each is looked up among the items, sources and query results of the request; one that is not
there is named with the id or name that is most like it.

Example:
    text       Staff rose to 1,234 [ev-abc-001]. Exports fell [ev-abd-002].
    items      ev-abc-001: "In 2024 the staff was 1,234."   ev-abc-002: "Exports were flat."
    citations  ev-abc-001  found
               ev-abd-002  CITATION_NOT_FOUND, with the repair ev-abc-002

Doubtful cases:
    - A text that cites nothing is an error, unless it says that no evidence was found and gives no
      number besides. Whether each number, quotation or sentence needs a citation is a
      setting; a citation that points at nothing does not count as one.
    - A citation whose text has next to none of the sentence's words, or lacks its numbers, is a
      warning: words are compared, not meanings. Query results are compared by ``numeric``.
    - "According to Reuters, ..." may say who said something. Where no evidence has that name it is
      a warning; "Per Reuters:" is an error.
    - Ids are found in spite of case, hyphens for underscores and typographic dashes, where only one
      id can be meant. Query ids are taken as written.
    - What only looks like a citation ([Source1], 【1†source】, (Source 1)) is read where it can be
      meant in one way, and is CITATION_UNREADABLE where it cannot ([S1], [source]).
    - Links to the address of a source, and footnotes that name one, cite it. Blocks of code, images
      and addresses of anything else hold no citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import ClassVar

from sidecar.checks.base import Check, CheckError, CheckSubject, Code
from sidecar.citations import overlap
from sidecar.citations.library import Library, LibraryEntry
from sidecar.citations.overlap import CitedContent
from sidecar.citations.reading import CitedText, TooMuchToRead, read_citations
from sidecar.citations.settings import CitationsSettings
from sidecar.citations.statements import CitableStatement, strip_citations
from sidecar.model.check_details import CitationForm, CitationsDetail, CitationVerification, Marker
from sidecar.model.formatting import to_shortest_decimal
from sidecar.model.number import Number, NumberForm
from sidecar.model.report import Finding, Findings, Repair, Severity, Verdict
from sidecar.model.text import Span, Text
from sidecar.text.options import TooManyNumbers

# The findings of the ``citations`` check; every value in a message stands in its details too.

_SHOWN = 80


def not_found_finding(marker: Marker, nearest: str) -> Finding:
    """A citation of what the request does not hold, and what is most like it, if anything is."""
    key = marker.key[:_SHOWN]
    hint = f"; the nearest is {nearest!r}" if nearest else ""
    details = {"citation_id": key, "form": marker.form.name}
    return Finding(
        code="CITATION_NOT_FOUND",
        verdict=Verdict.UNSUPPORTED,
        span=marker.span,
        message=f"no evidence of the request is {key!r}{hint}",
        details=details | ({"nearest": nearest} if nearest else {}),
        repair=Repair(marker.key_span, nearest) if nearest else None,
        severity=None if marker.explicit else Severity.WARNING,
    )


def unreadable_finding(marker: Marker) -> Finding:
    """Something that looks like a citation and cannot be read as one."""
    key = marker.key[:_SHOWN]
    return Finding(
        code="CITATION_UNREADABLE",
        verdict=Verdict.INCONCLUSIVE,
        span=marker.span,
        message=f"{key!r} looks like a citation and cannot be read as one",
        details={"text": key},
    )


def mismatch_finding(marker: Marker, evidence_id: str, overlap: float) -> Finding:
    """A citation whose text shares next to no words with its sentence."""
    share = f"{overlap:.2f}"
    return Finding(
        code="CITATION_MISMATCH",
        verdict=Verdict.INCONCLUSIVE,
        span=marker.span,
        message=f"the share of the sentence's words that {evidence_id!r} holds is {share}",
        details={"citation_id": marker.key, "evidence_id": evidence_id, "overlap": share},
    )


def absent_number_finding(text: Text, number: Number, evidence_ids: Sequence[str]) -> Finding:
    """A number that does not stand in what its sentence cites."""
    written, cited = text.slice(number.span)[:_SHOWN], ", ".join(evidence_ids)
    return Finding(
        code="CITED_NUMBER_ABSENT",
        verdict=Verdict.INCONCLUSIVE,
        span=number.span,
        message=f"{written!r} is not in {cited}",
        details={"text": written, "evidence_ids": cited},
    )


def uncited_finding(text: Text, span: Span, why: str) -> Finding:
    """A statement without a citation, where the settings require one for its kind."""
    return Finding(
        code="CLAIM_UNCITED",
        verdict=Verdict.UNSUPPORTED,
        span=span,
        message=f"the statement cites no evidence of the request, and {why} need it",
        details={"required_for": why, "text": text.slice(span)[:_SHOWN]},
    )


def missing_finding(span: Span) -> Finding:
    """A text that cites nothing at all."""
    return Finding(
        code="CITATIONS_MISSING",
        verdict=Verdict.UNSUPPORTED,
        span=span,
        message="the text cites none of the evidence",
    )


_QUOTATION = re.compile(r"[“\"«„][^”\"»“\n]{15,}[”\"»“]")
_MOST_ENTRIES = 20  # that one citation is reported and compared with; a family may have thousands
_MOST_SUGGESTED = 50  # distinct unknown ids that the nearest one is looked for


CITATIONS_CODES = (
    Code(
        "CITATION_NOT_FOUND",
        "citations",
        Severity.ERROR,
        "The citation points at nothing in the request.",
        "Correct the id or name, or send the evidence that it refers to.",
        "The repair is the id or name of the request that is most like it; numbers have none. As a"
        " warning: a name after 'According to' without a colon, which may only say who said"
        " something.",
    ),
    Code(
        "CITATION_UNREADABLE",
        "citations",
        Severity.ERROR,
        "Something that looks like a citation cannot be read as one.",
        "Write it as the request can be cited: [Source 1], [ev-abc-001], or a link to the source.",
        "A citation with only one possible meaning is read and judged as that: [Source1],"
        " 【1†source】,"
        " (Source 1), look-alike letters, full-width brackets, invisible characters. This is the"
        " rest: [S1], [source], [@key], an id that is broken over two lines, a bracket that is"
        " never closed, a number that links to an address of no source, a footnote that is not"
        " defined. It cites nothing, and its statement counts as uncited. A warning where"
        " policy.optional_checks lists `citations`. The verdict is INCONCLUSIVE.",
        optional=Severity.WARNING,
    ),
    Code(
        "CITATIONS_MISSING",
        "citations",
        Severity.ERROR,
        "The text cites nothing, and the settings require a citation.",
        "Cite the evidence that the text rests on, or say that none was found.",
        "Given with citations.require_citations, once for a text. A text that says that no evidence"
        " was found, and gives no number besides, needs none.",
        of_text=True,
    ),
    Code(
        "CITATION_MISMATCH",
        "citations",
        Severity.WARNING,
        "The cited text has hardly any of the words of the sentence that cites it.",
        "Cite the evidence that says so, or say what the evidence says.",
        "The share of the sentence's words that the cited text holds is under"
        " citations.min_overlap. Words are compared by their beginnings, and meanings not at all.",
    ),
    Code(
        "CITED_NUMBER_ABSENT",
        "citations",
        Severity.WARNING,
        "The number is in none of the texts that its sentence cites.",
        "Correct the number, or cite the evidence that it comes from.",
        "Numbers in digits are compared at the precision they are written with, whatever their"
        " sign. Sentences that cite a query result are left to `numeric`.",
    ),
)


class CitationsCheck(Check):
    """Looks up what a text cites, and compares it with what the text says."""

    name: ClassVar[str] = "citations"
    summary: ClassVar[str] = (
        "Does every citation point at evidence that exists, and is cited what must be?"
    )
    codes: ClassVar[Sequence[Code]] = CITATIONS_CODES
    judges_sentences = True

    def __init__(self, settings: CitationsSettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Items or sources; over query results alone it runs where it is named or required."""
        return bool(subject.items or subject.sources)

    def run(self, subject: CheckSubject) -> Findings:
        """Judge each citation, and each statement that needs one.

        Raises:
            CheckError: ``TOO_MANY_CITATIONS``, ``TOO_MANY_STATEMENTS`` or ``TOO_MANY_NUMBERS``.
        """
        library = Library(subject.items, subject.sources, subject.results)
        try:
            reading = read_citations(
                subject.reader, library, self._settings, bare_numbers=subject.bare_numbers
            )
            required = self._settings.require_citations and _asks_for_any(subject)
            return _CitationJudge(reading, library, self._settings, required).findings()
        except TooMuchToRead as error:
            raise CheckError(error.reason, str(error)) from error
        except TooManyNumbers as error:
            raise CheckError("TOO_MANY_NUMBERS", str(error)) from error


def _asks_for_any(subject: CheckSubject) -> bool:
    """Whether the text should cite something of what there is."""
    sources = [source for source in subject.sources if not source.citation_optional]
    return bool(subject.items or sources or not subject.sources)


class _CitationJudge:
    """Judges one text."""

    def __init__(
        self, reading: CitedText, library: Library, settings: CitationsSettings, required: bool
    ) -> None:
        self._reading = reading
        self._library = library
        self._settings = settings
        self._required = required
        self._text = reading.text
        self._texts: dict[str, CitedContent] = {}

    def findings(self) -> Findings:
        """Everything there is to say."""
        reading = self._reading
        shares = self._overlaps()
        verified = [
            CitationVerification(
                marker,
                [entry.id for entry in entries[:_MOST_ENTRIES]],
                entries[0].snippet if entries else "",
                shares.get(place),
            )
            for place, (marker, entries) in enumerate(
                zip(reading.markers, reading.entries, strict=True)
            )
        ]
        required = [(one, why) for one in reading.statements if (why := self._needs(one))]
        uncited = [(one, why) for one, why in required if not reading.cited(one)]
        said = [
            *self._unknown(verified),
            *self._unlike(verified),
            *self._absent(),
            *(uncited_finding(self._text, one.span, why) for one, why in uncited),
            *self._missing(verified),
        ]
        return Findings(
            findings=sorted(said, key=attrgetter("span")),
            judged=len(verified) + len(required) + self._required,
            detail=CitationsDetail(
                citations=verified,
                statements=len(required),
                cited=len(required) - len(uncited),
                passed_over=reading.passed_over([one for one, _ in required]),
            ),
        )

    def _cited(self, entry: LibraryEntry) -> CitedContent:
        return self._texts.setdefault(entry.id, CitedContent(entry.text or ""))

    def _overlaps(self) -> dict[int, float]:
        """How much of its sentence each citation holds, by its place."""
        found: dict[int, float] = {}
        if not self._settings.min_overlap:
            return found
        for one in self._reading.statements:
            if not one.own or one.listing or self._reading.asserts_nothing(one):
                continue
            said = overlap.content_words(strip_citations(self._text, one, self._reading.markers))
            for place in one.own:
                entries = self._reading.entries[place]
                if len(entries) > _MOST_ENTRIES or any(entry.table for entry in entries):
                    continue
                shares = [self._cited(entry).overlap(said) for entry in entries]
                known = [share for share in shares if share is not None]
                if known:
                    found[place] = max(known)
        return found

    def _unknown(self, verified: Sequence[CitationVerification]) -> Iterator[Finding]:
        """Citations of what the request does not hold."""
        nearest: dict[str, str] = {}
        for one in verified:
            if one.found:
                continue
            if one.marker.form is CitationForm.UNREADABLE:
                yield unreadable_finding(one.marker)
                continue
            key = one.marker.key
            if key not in nearest and len(nearest) < _MOST_SUGGESTED:
                nearest[key] = self._library.nearest(one.marker)
            yield not_found_finding(one.marker, nearest.get(key, ""))

    def _unlike(self, verified: Sequence[CitationVerification]) -> Iterator[Finding]:
        """Citations that share next to no words with their sentence."""
        for one in verified:
            if (
                one.overlap is None
                or to_shortest_decimal(one.overlap) >= self._settings.min_overlap
            ):
                continue
            yield mismatch_finding(one.marker, one.evidence_ids[0], one.overlap)

    def _absent(self) -> Iterator[Finding]:
        """Numbers that do not stand in what their sentence cites."""
        if not self._settings.compare_numbers:
            return
        for one in self._reading.statements:
            entries = self._reading.cited(one)
            if one.listing or not 0 < len(entries) <= _MOST_ENTRIES:
                continue
            if self._reading.asserts_nothing(one):
                continue
            if any(not entry.text for entry in entries):
                continue
            cited = [self._cited(entry) for entry in entries]
            for number in self._reading.numbers(one):
                if number.form is not NumberForm.DIGITS:
                    continue
                written = self._text.slice(number.span)
                if not any(one.holds(number, written) for one in cited):
                    yield absent_number_finding(self._text, number, [e.id for e in entries])

    def _needs(self, statement: CitableStatement) -> str:
        """Why a statement needs a citation of its own, or ""."""
        required = self._settings.required_for
        if not required or statement.listing or self._reading.asserts_nothing(statement):
            return ""
        said = self._text.slice(statement.span)
        if "numbers" in required and self._reading.numbers(statement):
            return "numbers"
        if "quotes" in required and (statement.quoted or _QUOTATION.search(said)):
            return "quotes"
        asks = said.rstrip().endswith(("?", ":"))
        return "sentences" if "sentences" in required and not asks else ""

    def _missing(self, verified: Sequence[CitationVerification]) -> Iterator[Finding]:
        """That a text cites nothing at all, and does not say that there was nothing to cite."""
        if not self._required:
            return
        unread = CitationForm.UNREADABLE
        if any(one.found or one.marker.explicit for one in verified if one.marker.form != unread):
            return
        if self._reading.unexcused is not None:
            yield missing_finding(self._reading.unexcused.span)
