"""Verifying one answer, wherever that is: a result comes back whatever goes wrong."""

from __future__ import annotations

import logging
import pickle
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from sidecar.evals.engines import Verified
from sidecar.evals.model import EvalResult, VerificationResult, VerificationStatus
from sidecar.evals.verifying import AnswerVerifier, Keep

Pages: TypeAlias = Literal["failed", "all", "none"]
"""Which answers have a page."""

_LOG = logging.getLogger(__name__)
_SHOWN = 300


def portable(keep: Keep | None) -> Keep | None:
    """A function that other processes can import.

    Raises:
        ValueError: If they cannot.
    """
    try:
        pickle.dumps(keep)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(f"keep should be a function of a module: {error}") from None
    return keep


async def verify(verifier: AnswerVerifier, result: EvalResult, pages: Pages = "none") -> Verified:
    """The result with its verification; as it is if there is no answer."""
    if result.run.error:
        return Verified(result)
    try:
        verified = await verifier.verified(result.run, result.question)
        done = with_verification(result, verified.result)
        status = verified.result.status
        wanted = pages == "all" or (pages == "failed" and status is not VerificationStatus.PASSED)
        is_shown = wanted and verified.report is not None
        return Verified(
            done, verified.page(result.question.id, result.question.question) if is_shown else ""
        )
    except Exception as error:
        _LOG.exception("an answer could not be verified")
        words = " ".join(f"{type(error).__name__}: {error}".split())[:_SHOWN]
        return failed(result, words)


def failed(result: EvalResult, why: str) -> Verified:
    """The result where nothing is known of its answer."""
    verification = VerificationResult(
        status=VerificationStatus.FAILED,
        decision="UNVERIFIED",
        issues=(f"the answer could not be verified: {why}",),
        verified_at=datetime.now(UTC).isoformat(),
    )
    return Verified(with_verification(result, verification))


def with_verification(result: EvalResult, verification: VerificationResult) -> EvalResult:
    """A copy of the result whose run has its verification."""
    return replace(result, run=replace(result.run, verification=verification))
