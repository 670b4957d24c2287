"""What the sources of a text say about its claims: the words that all reports share."""

from __future__ import annotations

from decimal import Decimal

from sidecar.checks import CODES
from sidecar.checks.claims_codes import UNAVAILABLE
from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimVerdict,
    ClaimVerification,
    SourceAnalysis,
    VerificationResult,
)
from sidecar.model.report import Report
from sidecar.model.source_text import TextOrigin
from sidecar.reports.summary import find_detail, format_share

SIGNS = {
    ClaimVerdict.SUPPORTED: "✅",
    ClaimVerdict.PARTIAL: "⚠️",
    ClaimVerdict.UNSUPPORTED: "❌",
    ClaimVerdict.CONTRADICTED: "❌",
    ClaimVerdict.NOT_JUDGED: "❔",
}
NO_QUOTE = "No mention found in source content"
NO_TEXT = "None: there is no text of the source"

FOR_READERS = {
    "CLAIM_UNSUPPORTED": "Do not rely on this: the source does not say it.",
    "CLAIM_CONTRADICTED": "Go by the quote: the source says otherwise.",
    "CLAIM_PARTIAL": "Rely only on what the quote says.",
    "CLAIM_UNCERTAIN": "Read the quote before you rely on this.",
    "CLAIM_SOURCES_DISAGREE": "Read both sources: they do not agree.",
    "CLAIM_QUOTE_NOT_FOUND": "Read the source before you rely on this: no quote of it says so.",
    "CLAIM_NUMBER_NOT_QUOTED": "Look the number up in the source: the quote does not have it.",
    "CLAIM_NAME_NOT_QUOTED": "Look the name up in the source: the quote does not have it.",
    "CLAIM_NUMBER_CONTRADICTED": "Go by the table of the source: it has another number.",
    "CLAIM_NOT_JUDGED": "Read the source yourself: this could not be checked.",
    "SOURCE_UNAVAILABLE": "Find the source yourself: its text could not be read.",
}
"""What a reader of the text can do about a claim, by the code of its finding."""


def find_remedy(code: str) -> str:
    """What to do about a finding; "" for a code of nobody's."""
    known = CODES.get(code)
    return FOR_READERS.get(code, "" if known is None else known.remedy)


_ORIGINS = {
    TextOrigin.GIVEN: "given with the request",
    TextOrigin.CACHED: "a cached copy",
    TextOrigin.FETCHED: "fetched for this request",
}


def find_claims(report: Report) -> ClaimsDetail | None:
    """What the ``claims`` check found; None where it judged no claim."""
    detail = find_detail(report, ClaimsDetail)
    return detail if detail is not None and (detail.claims or detail.skipped) else None


def choose_sign(verdict: ClaimVerdict, *, flagged: bool) -> str:
    """The sign of a claim: a supported one that is flagged has that of a warning."""
    doubtful = flagged and verdict is ClaimVerdict.SUPPORTED
    return SIGNS[ClaimVerdict.PARTIAL if doubtful else verdict]


def name_source(source: CitedSource) -> str:
    """What a source is called: its title, else its URL, else its id."""
    if not source.known:
        return f"{source.id} (no such source)"
    return source.title or source.url or source.id


def describe_state(one: ClaimVerification) -> str:
    """The word over a flagged claim: its verdict, or why a supported one is flagged."""
    if one.verdict is not ClaimVerdict.SUPPORTED:
        return one.verdict.name.replace("_", " ")
    return one.code.removeprefix("CLAIM_").replace("_", " ")


def explain_missing_quote(result: VerificationResult) -> str:
    """What stands where a quote would, if there is none."""
    return NO_TEXT if result.code == UNAVAILABLE else NO_QUOTE


def format_confidence(confidence: float | None, none: str = "none") -> str:
    """A confidence, or what is written where there is none."""
    return none if confidence is None else f"{confidence:.2f}"


def format_percent(part: int, whole: int) -> str:
    """A share in whole percent."""
    return format_share(part, whole, Decimal(1))


def describe_origin(one: SourceAnalysis) -> str:
    """Where the text of a source comes from, or why it has none."""
    if one.origin is not None:
        return _ORIGINS[one.origin]
    return f"none ({one.unavailable})" if one.unavailable else "none"


def count_supported(one: SourceAnalysis) -> int:
    """How many claims a source supports."""
    return one.verdicts.get(ClaimVerdict.SUPPORTED, 0)
