"""One verification: what a caller gives, put together the same way for all of them.

``Verify``, ``verifyd check``, ``verifyd explain`` and evals each read their input in their own way;
all of them verify it here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.checks import CheckSubject
from sidecar.evidence.declared import digest_expired
from sidecar.evidence.index import TableIndex
from sidecar.formulas.placement import read_declared
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import EvidenceItem, Source
from sidecar.model.formula import Formula
from sidecar.model.memory import Memory
from sidecar.model.report import Detail
from sidecar.model.structure import StructuredResponse
from sidecar.model.text import Text
from sidecar.model.window import TextWindow
from sidecar.runner import Runner, VerificationRun
from sidecar.settings.root import Settings
from sidecar.structure import intake
from sidecar.transcripts.pending import PendingCall


@dataclass(frozen=True, slots=True)
class VerificationInput:
    """What is verified, and against what.

    Attributes:
        text: The narrative, with the footnotes that hold queries.
        results: The query results.
        evidence_digest: Of all evidence.
        evidence_bytes: How much of the request's memory the evidence has taken.
        checks: Names of checks; none of them names all that the evidence allows.
        detail: How much of the reasoning the report will carry.
        items: Pieces of evidence, cited by their ids.
        sources: Documents, cited by number or name.
        bare_numbers: Whether "[3]" cites, as "[Source 3]" does.
        structured: A response in JSON and the shape that it must have.
        formulas: Queries of numbers, beside those of footnotes.
        window: Where the text is a part of one that is judged piece by piece.
        premises: What was said before: it supports nothing.
        expired: The query ids of results that no longer count.
        tool_call: The tool call whose arguments the text is. Its tool says what shape they have.
    """

    text: Text
    results: Sequence[TableIndex]
    evidence_digest: str
    evidence_bytes: int = 0
    checks: Sequence[str] = ()
    detail: Detail = Detail.BINDINGS
    items: Sequence[EvidenceItem] = ()
    sources: Sequence[Source] = ()
    bare_numbers: bool = False
    structured: StructuredResponse | None = None
    formulas: Sequence[Formula] = ()
    window: TextWindow | None = None
    premises: Sequence[str] = ()
    expired: frozenset[str] = frozenset()
    tool_call: PendingCall | None = None


async def verify(
    given: VerificationInput, runner: Runner, settings: Settings, timeout_s: float, caller: str = ""
) -> VerificationRun:
    """Run the checks of one verification, within the limits of the settings.

    Args:
        given: What is verified.
        runner: Runs the checks.
        settings: Of the verification, overrides applied.
        timeout_s: Seconds that the checks may take.
        caller: Whose turn it takes.

    Raises:
        VerifydError: If the input names a check or a formula that is not known, or has nothing that
            a check could judge.
    """
    if given.tool_call is not None:
        given = replace(given, structured=given.tool_call.build_shape(settings.structure))
        # What is required of narratives is not required of arguments.
        settings = settings.having(policy=settings.policy.changed(required_checks=()))
    told = read_declared(given.text, given.formulas)
    subject = CheckSubject(
        told.text,
        given.results,
        given.detail,
        given.items,
        given.sources,
        given.bare_numbers,
        given.structured,
        Memory(settings.limits.request_memory_bytes, given.evidence_bytes),
        told.formulas,
        told.written,
        given.window,
        given.premises,
        given.expired,
        given.tool_call,
    )
    return await runner.run(
        subject,
        given.checks,
        settings=settings,
        evidence_digest=_digest(given),
        timeout_s=timeout_s,
        caller=caller,
    )


def _digest(given: VerificationInput) -> str:
    """The digest of what the text is judged against."""
    digest = digest_expired(given.evidence_digest, given.expired)
    digest = intake.digest_evidence(digest, given.structured)
    more = [premise.encode() for premise in given.premises]
    if given.tool_call is not None:
        more.append(given.tool_call.digest().encode())
    return sha256_of_parts((digest.encode(), *more)) if more else digest
