"""Verifying one answer, wherever that is: a result comes back whatever goes wrong."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import pickle
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

import sidecar
from sidecar.evals.engines import VerifiedResult
from sidecar.evals.model import EvalResult, VerificationResult, VerificationStatus
from sidecar.evals.verifying import AnswerVerifier, Keep
from sidecar.settings.root import Settings
from sidecar.work import collecting

Pages: TypeAlias = Literal["failed", "all", "none"]
"""Which answers have a page."""

_LOG = logging.getLogger(__name__)
_SHOWN = 300


def require_importable(keep: Keep | None) -> Keep | None:
    """A function that other processes can import.

    Raises:
        ValueError: If they cannot.
    """
    try:
        pickle.dumps(keep)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(f"keep should be a function of a module: {error}") from None
    return keep


async def verify(
    verifier: AnswerVerifier, result: EvalResult, pages: Pages = "none"
) -> VerifiedResult:
    """The result with its verification; as it is if there is no answer."""
    if result.run.error:
        return VerifiedResult(result)
    try:
        verified = await verifier.verified(result.run, result.question)
        done = add_verification(result, verified.result)
        status = verified.result.status
        wanted = pages == "all" or (pages == "failed" and status is not VerificationStatus.PASSED)
        is_shown = wanted and verified.report is not None
        return VerifiedResult(
            done, verified.page(result.question.id, result.question.question) if is_shown else ""
        )
    except Exception as error:
        _LOG.exception("an answer could not be verified")
        words = " ".join(f"{type(error).__name__}: {error}".split())[:_SHOWN]
        return mark_failed(result, words)


def mark_failed(result: EvalResult, why: str) -> VerifiedResult:
    """The result where nothing is known of its answer."""
    verification = VerificationResult(
        status=VerificationStatus.FAILED,
        decision="UNVERIFIED",
        issues=(f"the answer could not be verified: {why}",),
        verified_at=datetime.now(UTC).isoformat(),
    )
    return VerifiedResult(add_verification(result, verification))


def add_verification(result: EvalResult, verification: VerificationResult) -> EvalResult:
    """A copy of the result whose run has its verification."""
    return replace(result, run=replace(result.run, verification=verification))


# What a worker of a cluster does with an answer.
#
# Workers get plain bytes, and look into them only once they know that they are of the same
# verifyd.

_PARTS = (".py", ".yaml", ".json")
"""Files that verdicts come from; compiled kernels say what their sources say."""


class OtherVersion(Exception):
    """A worker would not verify as this process does; the message says what it has."""


@cache
def identify_build() -> str:
    """The version of verifyd, and a digest of its code: two builds of one version may differ."""
    digest = hashlib.sha256()
    for package in ("sidecar", "fastpath"):
        spec = find_spec(package)
        folder = Path(str(spec and spec.origin)).parent
        for path in sorted(folder.rglob("*")):
            if path.suffix in _PARTS and path.is_file():
                digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return f"{sidecar.__version__}+{digest.hexdigest()[:12]}"


def pack_verifier(
    settings: Settings, checks: Sequence[str], pages: Pages, keep: Keep | None = None
) -> bytes:
    """What ``verify_in_worker`` has to know, beside answers."""
    return pickle.dumps((settings, tuple(checks), pages, keep))


class _WorkerState(threading.local):
    """What a thread of a worker holds between answers."""

    def __init__(self) -> None:
        self.given = b""
        self.pages: Pages = "none"
        self.verifier: AnswerVerifier | None = None
        self.runner = asyncio.Runner()


_STATE = _WorkerState()


def verify_in_worker(wanted: str, given: bytes, answered: bytes) -> tuple[VerificationResult, str]:
    """Verify an answer in a thread of a worker, which keeps what is worth keeping.

    Args:
        wanted: ``identify_build`` of who asks.
        given: See ``pack_verifier``.
        answered: An ``EvalResult`` with an answer, pickled.

    Returns:
        What it came to, and its page.

    Raises:
        OtherVersion: If this is another verifyd.
    """
    if identify_build() != wanted:
        raise OtherVersion(identify_build())
    verifier = _verifier(given)
    result: EvalResult = pickle.loads(answered)  # noqa: S301 (of the scheduler, which runs code)
    done = _STATE.runner.run(verify(verifier, result, _STATE.pages))
    found = done.result.run.verification
    assert found is not None  # noqa: S101 (``verify`` gives one to every answer)
    return found, done.page


def _verifier(given: bytes) -> AnswerVerifier:
    """The one of this thread, made anew where an eval has other settings."""
    verifier = _STATE.verifier
    if verifier is not None and _STATE.given == given:
        return verifier
    if verifier is not None:
        verifier.close()
    settings, checks, _STATE.pages, keep = pickle.loads(given)  # noqa: S301 (as above)
    verifier = _STATE.verifier = AnswerVerifier(settings, checks=checks, keep=keep)
    _STATE.given = given
    collecting.collect_rarely()
    return verifier
