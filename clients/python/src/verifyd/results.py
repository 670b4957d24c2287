"""What verification found, as plain frozen data.

Spans are indices into the Python string that was verified: ``narrative[span.start:span.end]`` is
what they cover. The protobuf messages count UTF-8 bytes; the translation is done here once.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from verifyd.enums import Mode, Severity, Verdict

_SHOWN: Final = 80
"""How much of a long statement the line of a finding repeats."""


class Span(NamedTuple):
    """A half-open range of code points of the narrative."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Repair:
    """A replacement that would settle a finding."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the text that is wrong, doubtful or worth knowing.

    Attributes:
        check: The check that found it.
        code: What it is, such as ``CLAIM_NOT_FOUND``. A code never changes its meaning.
        severity: How bad it is.
        verdict: What the evidence says about the statement.
        span: Where.
        text: The words that the span covers.
        message: A sentence for people.
        details: The values in the message, for programs.
        repair: A replacement, where one is known.
        confidence: How sure the check is, from 0 to 1, where it can say.
    """

    check: str
    code: str
    severity: Severity
    verdict: Verdict
    span: Span
    text: str
    message: str
    details: Mapping[str, str]
    repair: Repair | None
    confidence: float | None

    def __str__(self) -> str:
        # Most messages say the words themselves.
        said = self.message.startswith(repr(self.text)) or not self.text
        words = "" if said else f" {textwrap.shorten(self.text, _SHOWN, placeholder='…')!r}"
        return f"{str(self.severity).lower()} {self.code}{words}: {self.message}"


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Why a check could not finish: nothing is known."""

    reason: str
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True)
class CheckResult:
    """How one check ended: with findings, or with a failure.

    Attributes:
        check: Its name.
        required: Whether the decision needs it to finish.
        findings: In the order of the text; empty where it failed.
        nothing_to_judge: Whether the text held nothing for it.
        failure: Set where it could not finish.
        mode: Whether it may hold the text back.
    """

    check: str
    required: bool
    findings: tuple[Finding, ...]
    nothing_to_judge: bool
    failure: CheckFailure | None
    mode: Mode


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What a model was asked for a request, and what it took.

    Attributes:
        model: Its name.
        calls: Calls that were sent.
        failures: Questions that were left without an answer.
        kept: Questions that a cached answer settled.
        prompt_tokens: Tokens of prompts.
        completion_tokens: Tokens of answers.
        cost: In the currency of the server's settings; None where a call has no price there.
    """

    model: str
    calls: int
    failures: int
    kept: int
    prompt_tokens: int
    completion_tokens: int
    cost: Decimal | None


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """What became of the flagged findings of a text.

    Attributes:
        stored: Whether a person will see them.
        review_id: The review that they make.
        items: How many of them it holds.
        dropped_items: How many there was no room for.
    """

    stored: bool
    review_id: str
    items: int
    dropped_items: int


@dataclass(frozen=True, slots=True)
class ResponseMeta:
    """When and how fast a request was answered: different in every call."""

    request_id: str
    verified_at: datetime
    elapsed: timedelta
    timings: Mapping[str, timedelta]
    models: tuple[ModelUse, ...] = ()
    review: ReviewRecord | None = None


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """A code that findings can have."""

    code: str
    severity: Severity
    summary: str
    remedy: str


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """A check of the server.

    Attributes:
        name: As in the ``checks`` argument of ``verify``.
        summary: What it does, in a sentence.
        required: Whether a decision needs it to finish when it runs.
        codes: The codes of its findings.
    """

    name: str
    summary: str
    required: bool
    codes: tuple[CodeInfo, ...]
