"""The findings of a narrative so far: each has a number, and may be withdrawn or replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sidecar.model.report import CheckResult, Finding, Findings, Repair, Severity
from sidecar.model.text import Span
from sidecar.streaming.release import HoldingRule


class PlacedFinding(NamedTuple):
    """A finding of a check, with its place in the narrative.

    Attributes:
        check: The check.
        finding: What it found.
        severity: How bad that is.
        holds: Whether it holds its sentence back by itself.
    """

    check: str
    finding: Finding
    severity: Severity
    holds: bool

    @property
    def place(self) -> tuple[str, Span]:
        """What a finding that replaces it has in common with it."""
        return self.check, self.finding.span


class NumberedFinding(NamedTuple):
    """A finding that is new: its id, and the id of the one that it replaces, 0 for none."""

    id: int
    replaced_id: int
    placed: PlacedFinding


class FindingChanges(NamedTuple):
    """How the findings of a narrative change."""

    added: Sequence[NumberedFinding]
    withdrawn_ids: Sequence[int]


NO_CHANGES = FindingChanges((), ())


class CurrentFindings:
    """The findings that hold."""

    def __init__(self) -> None:
        self._holding: dict[int, PlacedFinding] = {}
        self._last_id = 0

    def add(self, found: Iterable[PlacedFinding]) -> FindingChanges:
        """Add findings to those that hold."""
        return FindingChanges([self._number(one) for one in found], ())

    def settle(self, found: Sequence[PlacedFinding]) -> FindingChanges:
        """Let these findings hold and no others."""
        left: dict[tuple[str, Span], list[int]] = {}
        for at, held in self._holding.items():
            left.setdefault(held.place, []).append(at)
        added = list[PlacedFinding]()
        for one in found:
            at_place = left.get(one.place, [])
            same = next((at for at in at_place if self._holding[at] == one), 0)
            if same:
                at_place.remove(same)
            else:
                added.append(one)
        gone = [at for ids in left.values() for at in ids]
        replaced = [ids.pop(0) if (ids := left.get(one.place)) else 0 for one in added]
        for at in gone:
            del self._holding[at]
        numbered = [self._number(one, at) for one, at in zip(added, replaced, strict=True)]
        return FindingChanges(numbered, sorted({*gone} - {*replaced}))

    def _number(self, one: PlacedFinding, replaced_id: int = 0) -> NumberedFinding:
        self._last_id += 1
        self._holding[self._last_id] = one
        return NumberedFinding(self._last_id, replaced_id, one)


def place_findings(
    results: Iterable[CheckResult], rule: HoldingRule, offset: int, within: Span
) -> Iterator[PlacedFinding]:
    """The findings of a window that begin within a part of the narrative.

    Args:
        results: Of the window.
        rule: Which of them hold their sentence.
        offset: What is added to its offsets.
        within: The part.
    """
    for result in results:
        if isinstance(result.outcome, Findings):
            holds = {severity: rule.holds(result, severity) for severity in set(result.severities)}
            for one, severity in zip(result.outcome.findings, result.severities, strict=True):
                if within.start <= one.span.start + offset < within.end:
                    moved = _move(one, offset)
                    yield PlacedFinding(result.check, moved, severity, holds[severity])


def _move(one: Finding, offset: int) -> Finding:
    if not offset:
        return one
    mended = one.repair and Repair(_moved(one.repair.span, offset), one.repair.replacement)
    return replace(one, span=_moved(one.span, offset), repair=mended)


def _moved(span: Span, offset: int) -> Span:
    return Span(span.start + offset, span.end + offset)
