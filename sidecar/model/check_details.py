"""What the checks ``citations``, ``consistency`` and ``support`` found, beside their findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum
from typing import NamedTuple

from sidecar.model.text import Span


class CitationForm(IntEnum):
    """How a citation is written. Values equal those of the wire enum."""

    ID = 1  # [ev-abc-001], [ev_abc_001]
    SOURCE_NUMBER = 2  # [Source 3]
    NUMBER = 3  # [3], where the request says that bare numbers cite
    NAME = 4  # "Per LMIS:", "According to GCC-STAT:", [Source: LMIS]
    QUERY_ID = 5  # QID:lmis_001
    UNREADABLE = 6  # [S9], [source]: seen as a citation, and not to be read as one


class Marker(NamedTuple):
    """One citation of a text.

    Attributes:
        span: All of it: ``[ev-abc-001]`` with its brackets, or its own part of a group.
        form: How it is written.
        key: What is cited, as written: an id, a name, or a number.
        key_span: The key alone.
        explicit: Whether it can be nothing else than a citation. "According to Reuters, ..." may
            merely say who said something.
    """

    span: Span
    form: CitationForm
    key: str
    key_span: Span
    explicit: bool = True


class CitationVerification(NamedTuple):
    """A citation and the evidence that it points at.

    Attributes:
        marker: The citation; its key is what names the evidence.
        evidence_ids: What it points at: several where a family has several, none where it was not
            found.
        snippet: How that evidence begins, or "".
        overlap: The share of the sentence's words that stand in it, where that can be known.
    """

    marker: Marker
    evidence_ids: Sequence[str] = ()
    snippet: str = ""
    overlap: float | None = None

    @property
    def found(self) -> bool:
        """Whether the request holds what is cited."""
        return bool(self.evidence_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationsDetail:
    """What the citations check did with each citation.

    Attributes:
        citations: In the order of the text.
        statements: How many statements must be cited.
        cited: How many of them are.
        passed_over: What was not judged, counted by reason.
    """

    citations: Sequence[CitationVerification] = ()
    statements: int = 0
    cited: int = 0
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many citations point at evidence of the request."""
        return sum(citation.found for citation in self.citations)

    @property
    def validity_rate(self) -> float | None:
        """The share of citations that do; None where there are none."""
        return self.found / len(self.citations) if self.citations else None


# Of the consistency check.


class MathCheck(NamedTuple):
    """One sum that the text states or implies.

    Attributes:
        name: What was checked and at which line: ``percent_sum_L42``; unique in a report.
        passed: Whether it holds within its tolerance.
        span: The words or lines it covers.
        total: What the stated parts come to.
        expected: What the text says that they come to, or 100 for shares.
        mend: The value that would fix a failed sum in place of the number that states its result;
            None where it holds, or no one number is its result.
        result: The number that states its result, where one does.
        operands: The numbers that its result is computed from, where one number states it; the
            shares of a group.
    """

    name: str
    passed: bool
    span: Span
    total: Decimal
    expected: Decimal
    mend: Decimal | None = None
    result: Span | None = None
    operands: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class ConsistencyDetail:
    """The sums that the consistency check tried, in the order of the text."""

    math_checks: Sequence[MathCheck] = ()


# Of the support check.


class EvidenceSupportScore(NamedTuple):
    """How strong the evidence is.

    Attributes:
        score: From 0 to 1.
        reasoning: Why, in a sentence.
        supporting_evidence_ids: What was counted, in the order of the request.
        mean_relevance: Its mean relevance, from 0 to 1.
        provenances: How many different provenances it has.
        cited: Whether the text cites it; otherwise it is all that the request holds.
    """

    score: float
    reasoning: str
    supporting_evidence_ids: Sequence[str]
    mean_relevance: float
    provenances: int
    cited: bool


class ConfidenceCalibration(NamedTuple):
    """The stated confidence beside the strength of the evidence.

    Attributes:
        stated_confidence: From 0 to 1; a half where the text states none.
        evidence_confidence: The score of the evidence.
        calibration_delta: Their absolute difference.
        is_calibrated: Whether that is inside the tolerance.
        span: Where the text states it, if it does.
    """

    stated_confidence: float
    evidence_confidence: float
    calibration_delta: float
    is_calibrated: bool
    span: Span | None


@dataclass(frozen=True, slots=True)
class SupportDetail:
    """What the support check came to."""

    evidence_support: EvidenceSupportScore
    confidence_calibration: ConfidenceCalibration


# What the check ``arguments`` found.


class ArgumentValue(NamedTuple):
    """A value of a tool call's arguments.

    Attributes:
        path: Where it stands: ``passengers[0].name``.
        span: Its place in the JSON text.
        kind: What it is: ``id``, ``amount``, ``date``.
        verdict: A value of ``Verdict``; 0 where it was not judged.
        origin: ``user``, ``system``, ``tool`` or ``computed``; empty where none is known.
        message: The index of the message that it comes from.
        tool: The tool whose result it comes from.
        call_id: The call of that tool.
        location: The path in the result, or how it was worked out.
    """

    path: str
    span: Span
    kind: str
    verdict: int
    origin: str = ""
    message: int = 0
    tool: str = ""
    call_id: str = ""
    location: str = ""


@dataclass(frozen=True, slots=True)
class ArgumentsDetail:
    """Every value of a tool call.

    Attributes:
        tool: The name of the tool.
        values: In the order of the text.
    """

    tool: str
    values: Sequence[ArgumentValue] = ()
