"""Questions, runs of agents over them, and what verifying their answers came to."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, TypeVar
from warnings import warn

from pydantic import AliasChoices, Field
from pydantic_core import to_jsonable_python

# Fields of data classes under their former names, for as long as programs use them.

Class = TypeVar("Class", bound=type)


def accept_former_names(**fields: str) -> Callable[[Class], Class]:
    """Let a class be made with former names of its fields, with a ``DeprecationWarning``.

    Args:
        **fields: The name of today, by the former one.
    """

    def decorate(cls: Class) -> Class:
        made: Callable[..., None] = cls.__init__  # type: ignore[misc]

        @functools.wraps(made)
        def init(self: Any, *given: Any, **named: Any) -> None:
            for old in [name for name in named if name in fields]:
                told = f"{cls.__name__}.{old} is now called {fields[old]}"
                warn(told, DeprecationWarning, stacklevel=2)
                named.setdefault(fields[old], named.pop(old))
            made(self, *given, **named)

        cls.__init__ = init  # type: ignore[misc]
        return cls

    return decorate


class VerificationStatus(StrEnum):
    """The overall status of a verification."""

    PASSED = "passed"
    FAILED = "failed"  # also where nothing could be known: an error never passes
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalQuestion:
    """A question of a data set.

    Attributes:
        id: Unique in its data set.
        question: What the agent is asked.
        expected_answer: What a right answer says, if that is known.
        expected_evidence_files: Files that a good agent finds, if they are known.
        tags: What it is about.
        metadata: Anything else, as JSON has it.
        query_results: What the answer's numbers are compared with: each a mapping of a
            ``query_id`` and ``rows`` (``columns`` may describe them) or a ``file`` beside the
            data set.
        sources: What ``[Source 1]`` and the like cite: each a mapping with an ``id``, ``text``,
            or ``url``, as ``verifyd check --sources FILE`` reads it.
        schema: The JSON Schema that the answer must have, if it is structured.
        success_criteria: Criteria as ``verifyd outcome validate`` reads them.
    """

    id: str
    question: str
    expected_answer: str | None = None
    expected_evidence_files: tuple[str, ...] | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    query_results: tuple[Mapping[str, Any], ...] = ()
    sources: tuple[Mapping[str, Any], ...] = ()
    schema: Mapping[str, Any] | None = None
    success_criteria: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Lists will do where tuples are kept."""
        for name in ("expected_evidence_files", "tags", "query_results", "sources"):
            given = getattr(self, name)
            if isinstance(given, list):
                object.__setattr__(self, name, tuple(given))  # the only way into a frozen class


@accept_former_names(content="text", file_path="title")
@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceItem:
    """Something that an agent found, and that its answer may cite by its id.

    The fields are those of the contract's ``EvidenceItem``, of the client's, and of a file for
    ``verifyd check --evidence``.

    Attributes:
        id: Such as ``ev-abc-001``.
        text: What it says.
        kind: What it is: "code", "passage".
        provenance: The tool or index that it came from.
        relevance: From 0 to 1, where the agent states it.
        title: A caption; the path of a file that it was found in.
    """

    id: str
    text: Annotated[str, Field(validation_alias=AliasChoices("text", "content"))]
    kind: str = ""
    provenance: str = ""
    relevance: float | None = None
    title: Annotated[str, Field(validation_alias=AliasChoices("title", "file_path"))] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something that an agent did on its way to an answer."""

    name: str
    input: Mapping[str, Any] = field(default_factory=dict)
    output: str = ""
    duration_seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an answer took of models: tokens, and money in a currency (0 where nobody tells)."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    currency: str = "USD"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationVerification:
    """Whether a citation of an answer points at evidence that exists."""

    citation_id: str
    found: bool
    evidence_snippet: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceSupportScore:
    """How strong the evidence of an answer is, from 0 to 1."""

    score: float
    reasoning: str
    supporting_evidence_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceCalibration:
    """The confidence that an answer states, beside the one that its evidence allows."""

    stated_confidence: float
    evidence_confidence: float
    calibration_delta: float
    is_calibrated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """How one check ended.

    Attributes:
        passed: Whether it ran and found nothing worse than severity info.
        error: Why nothing is known; empty where it ran.
        judged: How many things it judged.
        findings: Of each finding its code, severity, verdict, span (UTF-8 bytes) and message.
    """

    passed: bool
    error: str = ""
    judged: int = 0
    findings: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationResult:
    """What verifying an answer came to.

    Attributes:
        status: Overall.
        decision: Of the report: ``PASS``, ``WARN``, ``FAIL`` or ``UNVERIFIED``.
        citations: Each citation of the answer.
        evidence_support: None where the check did not run.
        confidence_calibration: None where it did not run.
        issues: What is wrong, in words.
        verified_at: When, in ISO 8601 with its zone.
        checks: How each check ended, by name.
        numbers: Numbers by verdict: ``supported``, ``contradicted``, ``unsupported``,
            ``inconclusive``; empty where none were judged.
        claims: Claims by verdict: ``supported``, ``partial``, ``unsupported``, ``contradicted``.
        criteria_met: Whether the success criteria are met; None without any.
        seconds: What verifying took.
        text_digest: Of the answer, as the report has it.
        usage: What judges took.
        kept: What a function of the caller's kept of the report, as JSON has it; see
            ``AnswerVerifier``.
    """

    status: VerificationStatus
    decision: str
    citations: tuple[CitationVerification, ...] = ()
    evidence_support: EvidenceSupportScore | None = None
    confidence_calibration: ConfidenceCalibration | None = None
    issues: tuple[str, ...] = ()
    verified_at: str = ""
    checks: Mapping[str, CheckOutcome] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    claims: Mapping[str, int] = field(default_factory=dict)
    criteria_met: bool | None = None
    seconds: float = 0.0
    text_digest: str = ""
    usage: Usage = Usage()
    kept: Any = None

    @property
    def citation_validity_rate(self) -> float:
        """The share of citations that point at evidence; 1 without any."""
        found = sum(one.found for one in self.citations)
        return found / len(self.citations) if self.citations else 1.0


@dataclass(slots=True, kw_only=True)
class ResearchRun:
    """What an agent did with one question.

    Attributes:
        run_id: Unique.
        question: What it was asked.
        answer: What it said; empty where it failed.
        actions: What it did, in order.
        evidence: What it collected.
        confidence: What it states apart from the answer's text, from 0 to 1.
        started_at: In ISO 8601 with its zone.
        duration_seconds: How long it took.
        error: Why there is no answer; empty where there is one.
        usage: What it took of models.
        query_results: Query results that the agent itself returned, as in ``EvalQuestion``.
        output: A structured answer, as JSON has it; None where it is text alone.
        verification: What verifying it came to, once it was.
    """

    run_id: str
    question: str
    answer: str = ""
    actions: Sequence[Action] = ()
    evidence: Sequence[EvidenceItem] = ()
    confidence: float | None = None
    started_at: str = ""
    duration_seconds: float = 0.0
    error: str = ""
    usage: Usage = Usage()
    query_results: Sequence[Mapping[str, Any]] = ()
    output: Any = None
    verification: VerificationResult | None = None

    def __post_init__(self) -> None:
        """Lists will do where tuples are kept, so that what is read back is equal."""
        self.actions, self.evidence = tuple(self.actions), tuple(self.evidence)
        self.query_results = tuple(self.query_results)

    def to_trace_dict(self) -> dict[str, Any]:
        """The run as plain JSON, its verification included."""
        plain: dict[str, Any] = to_jsonable_python(self)
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalResult:
    """One question with its run.

    Attributes:
        question: As in the data set; its evidence may be left out of what is stored.
        run: With its verification; None there where the agent failed.
        attempts: How often the agent was asked.
        place: Of the question in the data set, from 0: reports are in this order.
    """

    question: EvalQuestion
    run: ResearchRun
    attempts: int = 1
    place: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalRun:
    """A data set that an agent was run over.

    Attributes:
        dataset_id: Of the data set.
        dataset_name: For people.
        agent: What was run, in words without keys or tokens.
        started_at: In ISO 8601 with its zone.
        results: In the order of the data set.
        settings_digest: Of the settings that answers were verified by.
        engine_version: Of verifyd.
        complete: Whether every question was answered or failed.
    """

    dataset_id: str
    dataset_name: str
    agent: str
    started_at: str
    results: Sequence[EvalResult]
    settings_digest: str = ""
    engine_version: str = ""
    complete: bool = True
