"""Places of the narrative that the page marks: its numbers, and passages that findings speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.model.report import ClaimBinding, Finding, Grade, Report, Severity, Verdict
from sidecar.model.text import Span
from sidecar.reports.places import elsewhere
from sidecar.reports.summary import bindings, placed


class Remark(NamedTuple):
    """A finding with the check that made it and its severity; ``key`` is its id on the page."""

    key: str
    check: str
    finding: Finding
    severity: Severity


class NumberAnchor(NamedTuple):
    """A number that was judged, and what was found about it."""

    ordinal: int
    binding: ClaimBinding
    remarks: Sequence[Remark]

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.binding.claim.number.span

    @property
    def key(self) -> str:
        """Its id in the narrative."""
        return f"n{self.ordinal}"

    @property
    def card(self) -> str:
        """The id of what is told about it."""
        return f"d{self.ordinal}"

    @property
    def style(self) -> str:
        """The word for its verdict."""
        return style(self.binding)


class Passage(NamedTuple):
    """Words that a finding speaks of and that are no single number."""

    remark: Remark

    @property
    def span(self) -> Span:
        """Where they stand."""
        return self.remark.finding.span

    @property
    def key(self) -> str:
        """The id of its flag in the narrative."""
        return f"p{self.remark.key}"


class Anchors(NamedTuple):
    """Everything that is marked, in the order of the text."""

    numbers: Sequence[NumberAnchor]
    passages: Sequence[Passage]
    remarks: Sequence[Remark]
    places: Mapping[str, str]
    """From the id of a finding to the id of its place, if it is in the narrative."""


def style(binding: ClaimBinding) -> str:
    """A word for a verdict: ``tolerated`` is support that is not exact."""
    if binding.verdict is Verdict.SUPPORTED and binding.grade is Grade.TOLERATED:
        return "tolerated"
    return binding.verdict.name.lower()


def anchors(report: Report) -> Anchors:
    """What to mark of a report."""
    remarks = [Remark(f"f{index}", *found) for index, found in enumerate(placed(report), start=1)]
    by_span: dict[Span, list[Remark]] = {}
    for remark in remarks:
        by_span.setdefault(remark.finding.span, []).append(remark)
    numbers = [
        NumberAnchor(ordinal, binding, by_span.pop(binding.claim.number.span, ()))
        for ordinal, binding in enumerate(bindings(report), start=1)
    ]
    passages = [
        Passage(remark)
        for left in by_span.values()
        for remark in left
        if not elsewhere(remark.finding)
    ]
    places = {remark.key: number.key for number in numbers for remark in number.remarks}
    places |= {passage.remark.key: passage.key for passage in passages}
    return Anchors(numbers, passages, remarks, places)


class Stretch(NamedTuple):
    """Text under the same passages: the worst severity, and the passages that begin here."""

    span: Span
    severity: Severity
    begins: Sequence[Passage]


def stretches(passages: Sequence[Passage]) -> list[Stretch]:
    """The passages, which may overlap, as stretches that do not."""
    begins: dict[int, list[Passage]] = {}
    ends: dict[int, list[Passage]] = {}
    for passage in passages:
        begins.setdefault(passage.span.start, []).append(passage)
        ends.setdefault(passage.span.end, []).append(passage)
    cuts = sorted({*begins, *ends})
    open_now: Counter[Severity] = Counter()
    found = []
    for start, end in pairwise(cuts):
        open_now.update(passage.remark.severity for passage in begins.get(start, ()))
        open_now.subtract(passage.remark.severity for passage in ends.get(start, ()))
        worst = max((severity for severity, count in open_now.items() if count > 0), default=None)
        if worst is not None:
            found.append(Stretch(Span(start, end), worst, begins.get(start, ())))
    return found
