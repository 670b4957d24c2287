"""How each question ended, and what its result says about each measure."""

from __future__ import annotations

import posixpath
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sidecar.evals.model import (
    EvalResult,
    ResearchRun,
    Usage,
    VerificationResult,
    VerificationStatus,
)


class QuestionEnding(StrEnum):
    """How a question ended."""

    PASSED = "passed"
    WARNING = "warning"
    FAILED = "failed"  # something is wrong with the answer
    UNVERIFIED = "unverified"  # there is an answer, and nothing is known about it
    ERROR = "error"  # the agent gave none


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionFailure:
    """A question that did not pass.

    Attributes:
        id: Of the question.
        question: What was asked.
        ending: How it ended: failed, unverified or error.
        reasons: Why, in words.
    """

    id: str
    question: str
    ending: QuestionEnding
    reasons: tuple[str, ...]


def classify_ending(result: EvalResult) -> QuestionEnding:
    """How a question ended."""
    found = result.run.verification
    if result.run.error:
        return QuestionEnding.ERROR
    if found is None:
        return QuestionEnding.UNVERIFIED
    if found.decision == "UNVERIFIED":  # whatever else is said of it
        return QuestionEnding.UNVERIFIED
    return QuestionEnding(found.status.value)


def explain_ending(result: EvalResult) -> tuple[str, ...]:
    """Why a question has no clean pass; empty where it has."""
    run, found = result.run, result.run.verification
    if run.error:
        return (run.error,)
    if found is None:
        return ("the answer was not verified",)
    if found.issues or found.status is VerificationStatus.PASSED:
        return found.issues
    return (f"verification ended with {found.decision or found.status.value}",)


def list_failures(results: Iterable[EvalResult]) -> Iterator[QuestionFailure]:
    """The questions that failed, could not be verified, or have no answer, in their order."""
    for result in results:
        how = classify_ending(result)
        if how not in {QuestionEnding.PASSED, QuestionEnding.WARNING}:
            yield QuestionFailure(
                id=result.question.id,
                question=result.question.question,
                ending=how,
                reasons=explain_ending(result),
            )


# What each result tells about each measure: two numbers, whose sums make the figure.
#
# A mean is the sum of values over the count of questions that tell one; a pooled share, the sum of
# what is counted over the sum of all. A question that tells nothing of a measure is not listed.

# Which of the files that a question expects an agent has found.


def recall(expected: Sequence[str], found: Iterable[str]) -> float:
    """The share of expected files that occur among found ones, from 0 to 1.

    An expected path matches a found one that ends with it, whole names compared: ``src/main.py``
    matches ``./src/main.py`` and ``repo/src/main.py``, not ``other_src/main.py``. Either slash
    separates; case counts.

    Args:
        expected: At least one path; one that is named twice counts once.
        found: File paths of evidence; empty ones are passed over.
    """
    paths = {f"/{_plain(path)}" for path in found if path}
    wanted = {_plain(path) for path in expected}
    met = sum(any(path.endswith(f"/{one}") for path in paths) for one in wanted)
    return met / len(wanted)


def _plain(path: str) -> str:
    slashed = unicodedata.normalize("NFC", path).replace("\\", "/")
    return posixpath.normpath(slashed).lstrip("/")


Observation = tuple[str, float, float]
"""The name of a measure, and what a question adds above and below the line."""


def observe(result: EvalResult) -> Iterator[Observation]:
    """All that a result tells."""
    run, found, how = result.run, result.run.verification, classify_ending(result)
    yield "success_rate", not run.error, 1
    yield "verification_pass_rate", how is QuestionEnding.PASSED, 1
    yield "verification_warning_rate", how is QuestionEnding.WARNING, 1
    if result.question.success_criteria is not None:
        met = found is not None and found.criteria_met is True and not run.error
        yield "criteria_met", met, 1
    yield from _of_run(run)
    expected = result.question.expected_evidence_files
    if expected:
        yield "avg_evidence_recall", recall(expected, (e.title for e in run.evidence)), 1
    if found is not None and not run.error:
        yield from _of_verification(found)
        yield from _of_checks(found)


def stated_confidence(run: ResearchRun) -> float | None:
    """The confidence of an answer, as the support check read it, else as the agent stated it."""
    calibration = run.verification and run.verification.confidence_calibration
    return calibration.stated_confidence if calibration else run.confidence


def _of_run(run: ResearchRun) -> Iterator[Observation]:
    confidence = stated_confidence(run)
    if confidence is not None:
        yield "avg_confidence", confidence, 1
    if not run.error:
        yield "avg_evidence_count", len(run.evidence), 1
        yield "avg_action_count", len(run.actions), 1
    if run.duration_seconds > 0:
        yield "avg_duration_seconds", run.duration_seconds, 1
    yield from _of_usage("agent", run.usage)
    yield from _of_usage("judges", run.verification.usage if run.verification else Usage())


def _of_usage(of: str, usage: Usage) -> Iterator[Observation]:
    yield f"tokens.{of}", usage.input_tokens + usage.output_tokens, 1
    yield f"cost.{of}", usage.cost, 1


def _of_verification(found: VerificationResult) -> Iterator[Observation]:
    if found.citations:
        valid = sum(one.found for one in found.citations)
        yield "citation_validity_rate", valid, len(found.citations)
    if found.confidence_calibration is not None:
        yield "calibration_score", 1 - abs(found.confidence_calibration.calibration_delta), 1
    if found.evidence_support is not None:
        yield "avg_evidence_support", found.evidence_support.score, 1
    if found.seconds > 0:
        yield "avg_verification_seconds", found.seconds, 1
    yield from _of_verdicts("numbers", found.numbers, ("inconclusive",))
    yield from _of_verdicts("claims", found.claims, ("partial",))


def _of_verdicts(
    family: str, counts: Mapping[str, int], further: Sequence[str]
) -> Iterator[Observation]:
    total = sum(counts.values())
    if not total:
        return
    for verdict in ("supported", "contradicted", "unsupported", *further):
        yield f"{family}.{verdict}", counts.get(verdict, 0), total
    if family == "numbers":
        wrong = counts.get("contradicted", 0) + counts.get("unsupported", 0)
        yield "numbers.wrong", wrong, total


def _of_checks(found: VerificationResult) -> Iterator[Observation]:
    for name, outcome in found.checks.items():
        # A check that had nothing to judge passed nothing.
        if outcome.judged or outcome.error or not outcome.passed:
            yield f"checks.{name}.pass_rate", outcome.passed and not outcome.error, 1
            yield f"checks.{name}.error_rate", bool(outcome.error), 1
