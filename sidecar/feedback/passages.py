"""The passages of an answer that its problems are about: sentences, or parts of long ones.

A passage is what a model replaces as a whole, so no two of them overlap, and every correction lies
inside of one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from sidecar.model.report import CheckResult, Finding, Findings, Repair, Severity, Verdict
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span, Text
from sidecar.text.sentences import split_sentences

# The findings that an answer should be corrected for, the worst first, and no more than wanted.

_SUMMARY = "NUMBERS_UNSUPPORTED"
"""The code of a finding about all wrong numbers of a text, each of which has one of its own."""

_GENERAL = frozenset({"CITATIONS_MISSING", "EVIDENCE_SUPPORT_LOW"})
"""Codes of findings about the whole text, wherever they are shown."""

_WRONG = frozenset({Verdict.CONTRADICTED, Verdict.UNSUPPORTED})


class Problem(NamedTuple):
    """A finding that the answer should be corrected for.

    Attributes:
        check: The check that found it.
        finding: What it found.
        severity: WARNING or ERROR.
    """

    check: str
    finding: Finding
    severity: Severity

    @property
    def is_general(self) -> bool:
        """Whether it is about the whole text."""
        return self.finding.code in _GENERAL

    @property
    def repair(self) -> Repair | None:
        """What to write instead. A mark behind a statement corrects nothing."""
        repair = self.finding.repair
        return repair if repair is not None and repair.span.start < repair.span.end else None

    @property
    def anchor(self) -> Span:
        """What is to be changed."""
        return self.finding.span if self.repair is None else self.repair.span


def collect_problems(results: Sequence[CheckResult], most: int) -> tuple[list[Problem], int]:
    """Errors, then warnings, each in the order of the text; and how many there are in all.

    Findings about the shape of a response are left out: their check has advice of its own.

    Args:
        results: How the checks ended.
        most: How many are wanted; of others, no finding is made.
    """
    found, total = [], 0
    for result in results:
        outcome = result.outcome
        if isinstance(outcome, Findings) and not isinstance(outcome.detail, StructureDetail):
            kept = list(_places(result, outcome))
            total += len(kept)
            for severity in (Severity.ERROR, Severity.WARNING):
                places = [place for place, kind in kept if kind is severity]
                found += [
                    Problem(result.check, outcome.findings[place], severity)
                    for place in islice(places, most)
                ]
    found.sort(key=lambda one: (-one.severity, one.finding.span))
    return found[:most], total


def _places(result: CheckResult, outcome: Findings) -> Iterator[tuple[int, Severity]]:
    """The places of errors and warnings among the findings, with their severities.

    Where all wrong numbers together are an error, each of them counts as one.
    """
    named = [finding.code for finding in outcome.findings]
    summed = any(
        code == _SUMMARY and severity is Severity.ERROR
        for code, severity in zip(named, result.severities, strict=True)
    )
    for place, (code, severity) in enumerate(zip(named, result.severities, strict=True)):
        if code == _SUMMARY or severity is Severity.INFO:
            continue
        wrong = summed and outcome.findings[place].verdict in _WRONG
        yield place, Severity.ERROR if wrong else severity


LONGEST = 400
"""Bytes of a passage that is quoted whole; of a longer sentence, what lies around the problem."""

_AROUND = 160
_BLANK = b" \t\n"


class SentenceIndex:
    """The sentences of a text, by place.

    Args:
        text: Any text.
    """

    def __init__(self, text: Text) -> None:
        self._text = text
        self._spans = split_sentences(text)
        self._starts = [span.start for span in self._spans]

    def around(self, span: Span) -> Span:
        """The passage that holds a span."""
        first, last = self._at(span.start), self._at(max(span.start, span.end - 1))
        whole = Span(min(first.start, span.start), max(last.end, span.end))
        if whole.end - whole.start <= LONGEST:
            return whole
        start, end = max(whole.start, span.start - _AROUND), min(whole.end, span.end + _AROUND)
        return Span(
            start if start == whole.start else self._blank_before(start, span.start),
            end if end == whole.end else self._blank_after(end, span.end),
        )

    def _at(self, byte: int) -> Span:
        """The sentence that holds a byte; its line where none does, as in a block of code."""
        at = bisect_right(self._starts, byte) - 1
        if at >= 0 and byte <= self._spans[at].end:
            return self._spans[at]
        return self._text.line_span(self._text.line(byte))

    def _blank_before(self, start: int, limit: int) -> int:
        """Where the next word begins, or in a script without blanks the next character."""
        data = self._text.data
        at = next((at for at in range(start, limit) if data[at : at + 1] in _BLANK), -1)
        return (
            at + 1
            if at >= 0
            else next((at for at in range(start, limit) if self._is_edge(at)), limit)
        )

    def _blank_after(self, end: int, limit: int) -> int:
        """Where the last word before an end ends, or the last character."""
        data = self._text.data
        at = next((at for at in range(end, limit, -1) if data[at : at + 1] in _BLANK), -1)
        return (
            at
            if at >= 0
            else next((at for at in range(end, limit, -1) if self._is_edge(at)), limit)
        )

    def _is_edge(self, byte: int) -> bool:
        """Whether a character begins at a byte, or the text ends there."""
        return self._text.data[byte : byte + 1].isascii() or self._text.data[byte] & 0xC0 != 0x80


class FaultyPassage(NamedTuple):
    """A part of the answer with its problems.

    Attributes:
        span: Where it stands.
        members: The places of its problems among all.
    """

    span: Span
    members: Sequence[int]


def group_passages(text: Text, anchors: Sequence[Span]) -> list[FaultyPassage]:
    """The passages around some places, in the order of the text.

    Args:
        text: The answer.
        anchors: What each problem is about.
    """
    known = SentenceIndex(text)
    spans = sorted((known.around(anchor), anchor, at) for at, anchor in enumerate(anchors))
    found: list[FaultyPassage] = []
    for span, anchor, at in spans:
        last = found[-1] if found else None
        if last is None or span.start >= last.span.end:
            found.append(FaultyPassage(span, [at]))
            continue
        end = max(last.span.end, span.end)
        if end - last.span.start <= LONGEST:
            found[-1] = FaultyPassage(Span(last.span.start, end), [*last.members, at])
        elif anchor.start < last.span.end:
            end = max(last.span.end, anchor.end)
            found[-1] = FaultyPassage(Span(last.span.start, end), [*last.members, at])
        else:
            found.append(FaultyPassage(Span(last.span.end, span.end), [at]))
    return found


def apply_repairs(text: Text, span: Span, repairs: Iterable[Repair]) -> str:
    """A passage with its repairs, none over another: the one that begins first counts."""
    pieces, position = [], span.start
    for repair in sorted(repairs, key=lambda one: (one.span.start, -one.span.end, one.replacement)):
        if repair.span.start >= position:
            pieces += [text.data[position : repair.span.start], repair.replacement.encode()]
            position = repair.span.end
    return b"".join([*pieces, text.data[position : span.end]]).decode()
