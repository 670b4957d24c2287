"""The findings that an answer should be corrected for, the worst first, and no more than wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from sidecar.model.report import CheckResult, Finding, Findings, Repair, Severity, Verdict
from sidecar.model.structure import StructureDetail
from sidecar.model.text import Span

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


def problems(results: Sequence[CheckResult], most: int) -> tuple[list[Problem], int]:
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
