"""Questions without a pass, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sidecar.evals.model import EvalResult, VerificationStatus


class Ending(StrEnum):
    """How a question ended."""

    PASSED = "passed"
    WARNING = "warning"
    FAILED = "failed"  # something is wrong with the answer
    UNVERIFIED = "unverified"  # there is an answer, and nothing is known about it
    ERROR = "error"  # the agent gave none


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A question that did not pass.

    Attributes:
        id: Of the question.
        question: What was asked.
        ending: How it ended: failed, unverified or error.
        reasons: Why, in words.
    """

    id: str
    question: str
    ending: Ending
    reasons: tuple[str, ...]


def ending(result: EvalResult) -> Ending:
    """How a question ended."""
    found = result.run.verification
    if result.run.error:
        return Ending.ERROR
    if found is None:
        return Ending.UNVERIFIED
    if found.decision == "UNVERIFIED":  # whatever else is said of it
        return Ending.UNVERIFIED
    return Ending(found.status.value)


def reasons(result: EvalResult) -> tuple[str, ...]:
    """Why a question has no clean pass; empty where it has."""
    run, found = result.run, result.run.verification
    if run.error:
        return (run.error,)
    if found is None:
        return ("the answer was not verified",)
    if found.issues or found.status is VerificationStatus.PASSED:
        return found.issues
    return (f"verification ended with {found.decision or found.status.value}",)


def failures(results: Iterable[EvalResult]) -> Iterator[Failure]:
    """The questions that failed, could not be verified, or have no answer, in their order."""
    for result in results:
        how = ending(result)
        if how not in {Ending.PASSED, Ending.WARNING}:
            yield Failure(
                id=result.question.id,
                question=result.question.question,
                ending=how,
                reasons=reasons(result),
            )
