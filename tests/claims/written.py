"""The written cases: attacks, honest verdicts, and the sources that both are about."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

from bench import yaml_file
from sidecar.checks.claims_inquiry import find_contradiction
from sidecar.claims import judging
from sidecar.claims.document import SourceDocument
from sidecar.claims.guard import guard_opinion
from sidecar.claims.opinions import ClaimOpinion
from sidecar.claims.settings import ClaimsSettings
from sidecar.model.claim import (
    CitedSource,
    ClaimType,
    ClaimVerdict,
    ExtractedClaim,
    VerificationResult,
)
from sidecar.model.text import Span

Case = dict[str, Any]

_HERE = Path(__file__).parent
_DOCUMENTS: dict[str, str] = yaml_file.read(_HERE / "documents.yaml")
ATTACKS: dict[str, list[Case]] = {
    **yaml_file.read(_HERE / "attacks.yaml"),
    **yaml_file.read(_HERE / "attacks_named.yaml"),
}
HONEST: list[Case] = [
    *yaml_file.read(_HERE / "honest.yaml"),
    *yaml_file.read(_HERE / "honest_named.yaml"),
]
SOURCE = CitedSource("s1", 1)
_DEEP = 30_000
_LONG = 10_000_000


def source_of(case: Case) -> str:
    """The source of a case: one of the documents, or its own."""
    named: str = case["source"]
    return _DOCUMENTS.get(named, named)


def answer_of(case: Case) -> str:
    """The whole answer of a case; what is too long to be written is made here."""
    entry = '{"results": [{"id": "c0", "verdict": "supported", "confidence": 1, "quotes": ['
    match case["answer"]:
        case "DEEP":
            return entry + "[" * _DEEP + "]" * _DEEP + "]}]}"
        case "LONG":
            return entry + '"' + "the the " * (_LONG // 8) + '"]}]}'
    written: str = case["answer"]
    return written.replace("DIGITS", "1" * 1_000_000)


def claim(text: str) -> ExtractedClaim:
    """A claim by itself."""
    return ExtractedClaim(text, Span(0, len(text.encode())), [], [SOURCE], ClaimType.FACTUAL)


def bears_out(said: str, source: str, quotes: list[str]) -> VerificationResult:
    """What becomes of "supported", with some quotes, and the tables of the source."""
    document = SourceDocument(source)
    opinion = ClaimOpinion(ClaimVerdict.SUPPORTED, 1.0, quotes[:4])
    least = ClaimsSettings().min_quote_overlap
    result = guard_opinion(claim(said), SOURCE, document, opinion, Decimal(least))
    wrong = find_contradiction(claim(said), judging.read_tables(document.plain))
    return result._replace(verdict=ClaimVerdict.CONTRADICTED, reasoning=wrong) if wrong else result
