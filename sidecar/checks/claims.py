"""Claims check: what the text says its sources say, they must say.

Each statement that cites an item or a source is judged by a model that has all of that source
before it, all claims of a source at once. The judge is not believed: its verdict counts only with a
quote that stands in the source, speaks of the claim and holds the claim's numbers, and tables in
the source must not contradict these.

Example:
    text     Staff rose to 1,234 in 2024 [Source 1]. Exports fell [Source 1].
    source   1: "In 2024 the staff was 1,234, after 1,180. Exports were flat."
    claims   "Staff rose to 1,234 in 2024"  SUPPORTED     "In 2024 the staff was 1,234, ..."
             "Exports fell"                 CONTRADICTED  CLAIM_CONTRADICTED, "Exports were flat"

Doubtful cases:
    - A claim with several sources is supported where one of them supports it; where another one
      contradicts it, that is a warning.
    - A verdict without a quote of the source is UNSUPPORTED, however sure the judge is; so is one
      whose quotes lack a number of the claim.
    - No verdict, two verdicts, an unknown verdict or a failure of the judge is never support. Where
      no claim could be judged at all, the check fails.
    - A source without text makes its claims UNSUPPORTED (SOURCE_UNAVAILABLE), and so does a
      citation that points at nothing.
    - Cited opinions and remarks about the text itself are passed over, unless they hold
      a number, a date or a quotation. What cites query results alone is left to ``numeric``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sidecar.checks.base import Check, CheckContext, CheckError, CheckSubject, Code
from sidecar.checks.claims_codes import CLAIMS_CODES
from sidecar.claims.settings import ClaimsSettings
from sidecar.model.report import Findings

if TYPE_CHECKING:
    from sidecar.checks.claims_inquiry import ClaimsInquiry


class ClaimsCheck(Check):
    """Judges cited statements against their sources."""

    name: ClassVar[str] = "claims"
    summary: ClassVar[str] = "Do the sources that the text cites say what it says they do?"
    codes: ClassVar[Sequence[Code]] = CLAIMS_CODES

    def __init__(self, settings: ClaimsSettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """Items or sources, which claims cite."""
        return bool(subject.items or subject.sources)

    @classmethod
    def enabled_by(cls, settings: Any) -> bool:
        """Only where the settings say so: it sends the text to a model."""
        return isinstance(settings, ClaimsSettings) and settings.enabled

    def run(self, subject: CheckSubject) -> Findings:
        """Say that nothing is judged: judging goes by ``run_async``.

        Raises:
            CheckError: ``CLAIMS_NOT_ENABLED``, always.
        """
        message = "the server's settings do not let claims be judged: claims.enabled is false"
        raise CheckError("CLAIMS_NOT_ENABLED", message)

    def inquires(self, subject: CheckSubject) -> bool:
        """Always, where the settings allow it."""
        return self._settings.enabled

    async def run_async(self, subject: CheckSubject, means: CheckContext) -> Findings:
        """Judge each claim by each of its sources.

        Raises:
            CheckError: The judge's reason, where no claim could be judged; ``TOO_MANY_CLAIMS``,
                ``TOO_MANY_CITATIONS``, ``TOO_MANY_STATEMENTS`` or ``TOO_MANY_NUMBERS``.
        """
        return await load_inquiry()(self._settings).findings(subject, means)


def load_inquiry() -> type[ClaimsInquiry]:
    """What judges claims, loaded when it is first needed: most servers judge none."""
    from sidecar.checks.claims_inquiry import ClaimsInquiry  # noqa: PLC0415

    return ClaimsInquiry
