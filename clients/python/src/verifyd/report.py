"""The report of one narrative: a typed view over the answer as it came."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from verifyd import _arguments, _repairs
from verifyd.enums import Action, Decision, Mode, Severity
from verifyd.errors import InvalidArgument
from verifyd.v1 import numeric_pb2, verify_pb2

if TYPE_CHECKING:
    from verifyd._details import Details
    from verifyd._offsets import Offsets
    from verifyd.arguments import ArgumentValue
    from verifyd.citations import (
        CitationVerification,
        ConfidenceCalibration,
        EvidenceSupportScore,
    )
    from verifyd.claims import VerificationSummary
    from verifyd.formulas import Formula
    from verifyd.numeric import ClaimBinding, MathCheck, NumericClaim, Skipped
    from verifyd.results import CheckResult, Finding, ResponseMeta
    from verifyd.structured import Structure

_LISTED: Final = 3
"""Findings that ``repr`` has, the worst first, and how long each may be."""

_SHOWN: Final = 120


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """Everything that was found about one narrative.

    Act on ``action``: it is what the server's policy says. ``decision`` is what was found. Each
    part is translated, and what it takes is imported, when it is first read: a caller pays only for
    what it looks at.

    Attributes:
        narrative: The text that was verified.
        raw: The whole answer as it came; its spans count UTF-8 bytes.
    """

    narrative: str = field(repr=False)
    raw: verify_pb2.VerifyResponse = field(repr=False)

    @property
    def decision(self) -> Decision:
        """What the findings add up to; UNVERIFIED where the answer does not say."""
        return Decision(self.raw.report.decision)

    @property
    def action(self) -> Action:
        """What to do with the text; HOLD where the answer does not say, or gives no decision."""
        known = self.decision.value == self.raw.report.decision
        return Action(self.raw.report.action) if known else Action.HOLD

    @property
    def mode(self) -> Mode:
        """The mode that the action was chosen by."""
        return Mode(self.raw.report.mode)

    @property
    def ok(self) -> bool:
        """Whether the decision is PASS or WARN: every required check ran and none saw an error."""
        return self.decision in (Decision.PASS, Decision.WARN)

    @cached_property
    def checks(self) -> tuple[CheckResult, ...]:
        """How each check ended, in the order of ``list_checks``."""
        from verifyd import _reading

        return tuple(_reading.check(r, self._offsets) for r in self.raw.report.results)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all checks, check by check."""
        return tuple(finding for check in self.checks for finding in check.findings)

    @cached_property
    def bindings(self) -> tuple[ClaimBinding, ...]:
        """Each number with the cell that it was bound to, in the order of the text."""
        return self._details.bindings()

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the numbers; given to ``verify`` again, they decide as they did here."""
        return self._details.formulas(self.bindings)

    @cached_property
    def claims(self) -> tuple[NumericClaim, ...]:
        """Each number of the text, in order."""
        return tuple(binding.claim for binding in self.bindings)

    @cached_property
    def skipped(self) -> tuple[Skipped, ...]:
        """What looks like a number and is none; only with ``Detail.EXPLAIN``."""
        return self._details.skipped()

    @cached_property
    def math_checks(self) -> tuple[MathCheck, ...]:
        """The sums that were tried, in the order of the text."""
        return self._details.math_checks()

    @cached_property
    def citations(self) -> tuple[CitationVerification, ...]:
        """Each citation of the text, in order."""
        return self._details.citations()

    @property
    def citation_validity_rate(self) -> float | None:
        """The share of citations that point at evidence; None where there are none."""
        for result in self.raw.report.results:
            if result.findings.citations.HasField("citation_validity_rate"):
                return result.findings.citations.citation_validity_rate
        return None

    @cached_property
    def evidence_support(self) -> EvidenceSupportScore | None:
        """How strong the evidence is; None where the support check did not finish."""
        return self._details.evidence_support()

    @cached_property
    def confidence_calibration(self) -> ConfidenceCalibration | None:
        """Whether the stated confidence matches it; None where the check did not finish."""
        return self._details.confidence_calibration()

    @cached_property
    def structure(self) -> Structure | None:
        """What was found about the response in JSON; None where none was judged."""
        return self._details.structure()

    @cached_property
    def verification(self) -> VerificationSummary | None:
        """What sources say about the claims that cite them; None where the check did not finish."""
        return self._details.verification()

    @cached_property
    def arguments(self) -> tuple[ArgumentValue, ...]:
        """The values of the arguments of a tool call, in the order of their JSON text."""
        return self._details.arguments()

    def repaired(self) -> str:
        """The narrative with every repair of its findings carried out, none over another."""
        return _repairs.repaired(self.narrative, self.findings)

    def feedback(self) -> str:
        """What to send back to the model so that it corrects its answer; "" where nothing is wrong.

        It lists the passages with errors and warnings of all checks, in the order of the text: what
        is wrong, what the data have there, and what to write where that is known. The server bounds
        it (``feedback.max_problems``, ``feedback.max_bytes``). The same report has the same hint.
        """
        return self.raw.report.retry_hint

    @cached_property
    def meta(self) -> ResponseMeta:
        """When and how fast the request was answered."""
        from verifyd import _reading

        return _reading.meta(self.raw.meta)

    @property
    def claims_total(self) -> int:
        """Numbers that were judged."""
        return self._numeric.claims_total

    @property
    def claims_matched(self) -> int:
        """Numbers that a source supports."""
        return self._numeric.claims_matched

    @property
    def claims_inconclusive(self) -> int:
        """Numbers that the evidence does not settle."""
        return self._numeric.claims_inconclusive

    @property
    def claims_uncovered(self) -> int:
        """Numbers among them that are not covered: words and data do not settle them."""
        return self._numeric.claims_uncovered

    @property
    def text_digest(self) -> str:
        """SHA-256 of the narrative."""
        return self.raw.report.text_digest

    @property
    def evidence_digest(self) -> str:
        """SHA-256 over the evidence."""
        return self.raw.report.evidence_digest

    @property
    def settings_digest(self) -> str:
        """SHA-256 of the settings that were in force."""
        return self.raw.report.settings_digest

    @property
    def engine_version(self) -> str:
        """Version of the engine that wrote the report."""
        return self.raw.report.engine_version

    @property
    def bindings_dropped(self) -> bool:
        """Whether bindings of supported numbers were left out to keep the report small."""
        return self.raw.report.bindings_dropped

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, with the names of the contract and places in code points.

        ``report`` is the same whenever the same is verified; ``meta`` has times and ids.
        """
        from verifyd import _plain

        return {"narrative": self.narrative, **_plain.written(self.raw, self._offsets.index)}

    def to_json(self, indent: int | None = None) -> str:
        """The same as JSON text."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """The report that ``to_dict`` made plain.

        Raises:
            InvalidArgument: If it is none, or has a field that this version does not know.
        """
        from verifyd import _plain
        from verifyd._offsets import Offsets

        plain = dict(given) if isinstance(given, Mapping) else {}
        narrative = _arguments.text("report.narrative", plain.pop("narrative", None))
        offsets = Offsets(narrative)
        raw = _plain.read(verify_pb2.VerifyResponse, plain, offsets.byte, "report")
        return cls(narrative, raw)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The report that ``to_json`` wrote.

        Raises:
            InvalidArgument: If it is none, or has a field that this version does not know.
        """
        import json

        try:
            given = json.loads(text)
        except ValueError as error:
            raise InvalidArgument(f"the report is not JSON: {error}", "report") from None
        return cls.from_dict(given)

    def __repr__(self) -> str:
        counts = Counter(finding.severity for finding in self.findings)
        counted = [
            f"{count} {str(kind).lower()}{'s' * (count > 1)}"
            for kind in (Severity.ERROR, Severity.WARNING)
            if (count := counts[kind])
        ]
        worst = sorted(self.findings, key=lambda one: -one.severity.value)
        shown = [textwrap.shorten(str(one), _SHOWN, placeholder="…") for one in worst[:_LISTED]]
        more = [f"and {len(worst) - _LISTED} more"] if len(worst) > _LISTED else []
        head = ", ".join([self._head(), *counted])
        return f"<Report {'; '.join([head, *self._failures(), *shown, *more])}>"

    def __str__(self) -> str:
        return "\n".join([self._head(), *self._failures(), *map(str, self.findings)])

    def _head(self) -> str:
        """Decision, action, and how many numbers are supported."""
        numbers = f"{self.claims_matched} of {self.claims_total} numbers supported"
        if self.claims_uncovered:
            numbers += f", {self.claims_uncovered} not covered"
        return f"{self.decision} ({str(self.action).lower()}): {numbers}"

    def _failures(self) -> list[str]:
        """The checks that could not finish."""
        return [
            f"{check.check} failed: {check.failure.message}"
            for check in self.checks
            if check.failure is not None
        ]

    @cached_property
    def _offsets(self) -> Offsets:
        from verifyd._offsets import Offsets

        return Offsets(self.narrative)

    @cached_property
    def _details(self) -> Details:
        from verifyd._details import Details

        return Details(self.raw.report, self._numeric, self._offsets)

    @cached_property
    def _numeric(self) -> numeric_pb2.NumericDetail:
        """What the numeric check did; empty where it did not run."""
        for result in self.raw.report.results:
            if result.findings.HasField("numeric"):
                return result.findings.numeric
        return numeric_pb2.NumericDetail()
