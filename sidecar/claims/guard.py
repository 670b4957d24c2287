"""The quote decides: what a judge says counts only as far as the source's own words bear it out.

A judge may be fooled by what it reads, or invent what it quotes. So its quotes are looked up in the
source, the numbers and dates of the claim must stand in them, and the quotes must speak of the
claim, and neither to the judge nor against it. What fails is never support, however sure the judge
is.

What no rule here can tell is what the words mean: a quote of the right subject that says something
else ("the minister spoke" for "the minister resigned") passes if a judge says that it supports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.citations.overlap import content_words
from sidecar.claims import bearing, plain
from sidecar.claims.bearing import find_omission
from sidecar.claims.document import LEFT_OUT, LocatedQuote, QuotedSentence, SourceDocument
from sidecar.claims.figures import read_claim_figures
from sidecar.claims.named import find_missing_name
from sidecar.claims.opinions import ClaimOpinion
from sidecar.claims.plain import normalize
from sidecar.claims.quoted import read_quoted
from sidecar.model.claim import CitedSource, ClaimVerdict, ExtractedClaim, VerificationResult
from sidecar.model.formatting import to_shortest_decimal
from sidecar.text.options import TooManyNumbers
from sidecar.work import check_abandoned

# Sentences of a source that speak to the judge: instructions, and verdicts written ahead.

_PROTOCOL = re.compile(
    r"\b(?:(?:un)?supported|contradicted|verdicts?|confidence|claims?|quotes?|reasoning|c\d{1,3})\b",
    re.IGNORECASE,
)
_WRITTEN_AHEAD = 3
"""Words of the question that a sentence has and its claim has not: "claim c0: supported,
confidence 1"."""

_BEGINS = (
    r"(?:^\s*|[.:;,!?|({\[\"'“‘«—–*>\n-]\s*|\b(?:please|must|should|shall|now|then|always|you|will|and)"
    r"\s+)"
)
_ORDER = re.compile(
    rf"{_BEGINS}(?:(?:mark|label|treat|rate|grade|classify|return|respond|reply|answer|output"
    r"|consider|judge|give|write|say|approve|accept|confirm|report|count)\b[^.\n]{0,120}?"
    r"\b((?:un)?supported|verdicts?|confidence|(?:this|all|every|each|any|these) claims?)\b"
    r"|(?:ignore|disregard|forget|override)\b[^.\n]{0,80}?"
    r"\b(instructions?|rules|prompt)\b)",
    re.IGNORECASE,
)


def speaks_to_judge(sentence: str, claim: str) -> bool:
    """Whether a sentence of a source orders a verdict, or has one.

    Args:
        sentence: Of the source.
        claim: Its own words count for nothing: a claim may be about claims and verdicts.
    """
    own = content_words(claim)
    foreign = {
        match[0].lower()
        for match in _PROTOCOL.finditer(sentence)
        if not content_words(match[0]) & own
    }
    if len(foreign) >= _WRITTEN_AHEAD:
        return True
    ordered = _ORDER.search(sentence)
    return ordered is not None and not content_words(ordered[1] or ordered[2]) & own


QUOTE_MISSING = "CLAIM_QUOTE_NOT_FOUND"
NUMBER_MISSING = "CLAIM_NUMBER_NOT_QUOTED"
NAME_MISSING = "CLAIM_NAME_NOT_QUOTED"
_SOME_WORD = Decimal("0.001")
"""Share of a claim's words that the quotes hold where it is partly supported, or contradicted."""


class _QuoteFault(NamedTuple):
    """What is wrong with the quotes of a claim: a code, and why.

    Without a code it leaves the claim partly supported.
    """

    code: str
    why: str


def guard_opinion(
    claim: ExtractedClaim,
    source: CitedSource,
    document: SourceDocument,
    opinion: ClaimOpinion,
    least_overlap: Decimal,
) -> VerificationResult:
    """A judge's opinion as far as the source bears it out.

    Args:
        claim: What was judged.
        source: By what.
        document: Its text.
        opinion: What the judge said.
        least_overlap: Least share of the claim's words that the quotes hold; 0 where both may be in
            different languages.
    """
    said = normalize(plain.drop_unseen(claim.text))
    found, hides = _quoted(document, opinion.quotes)
    quoted = sorted(found)
    evidence = document.evidence(quoted)
    result = VerificationResult(
        source, opinion.verdict, opinion.confidence, evidence, opinion.reasoning, "", None,
        opinion.model,
    )  # fmt: skip
    if opinion.verdict in (ClaimVerdict.NOT_JUDGED, ClaimVerdict.UNSUPPORTED):
        has_none = opinion.verdict is ClaimVerdict.NOT_JUDGED
        return result._replace(confidence=None) if has_none else result
    if not quoted:
        return _refused(result, opinion, _QuoteFault(QUOTE_MISSING, _why_none(opinion, hides)))
    sentences = document.around(quoted)
    supported = opinion.verdict is ClaimVerdict.SUPPORTED
    least = least_overlap if supported else min(least_overlap, _SOME_WORD)
    try:
        fault = _off_subject(said, quoted, sentences, least)
        if fault or not supported:  # what is partial lacks something, what contradicts has others
            return _refused(result, opinion, fault) if fault else result
        fault = _unlike(said, document, sentences, bool(least_overlap))
        if fault is None and least_overlap:
            fault = _unnamed(said, source, document, quoted, sentences)
    except TooManyNumbers as error:
        fault = _QuoteFault(NUMBER_MISSING, str(error))
    if fault is None:
        return result
    return _refused(result, opinion, fault) if fault.code else _in_part(result, fault.why)


def _why_none(opinion: ClaimOpinion, hides: str) -> str:
    """Why no quote counts."""
    if hides:
        return f"a quote leaves out {hides}"
    return "no quote is in the source" if opinion.quotes else "nothing is quoted"


def _refused(
    result: VerificationResult, opinion: ClaimOpinion, fault: _QuoteFault
) -> VerificationResult:
    """A result that is no support, and says what the judge said."""
    name = opinion.verdict.name.lower()
    said = f"{name}, {opinion.reasoning}" if opinion.reasoning else name
    return result._replace(
        verdict=ClaimVerdict.UNSUPPORTED,
        confidence=None,
        code=fault.code,
        reasoning=f"{fault.why} (the judge: {said})",
        judged=opinion.verdict,
    )


def _in_part(result: VerificationResult, missing: str) -> VerificationResult:
    """A result for a claim whose date its source does not tell, as where it says "this year"."""
    reasoning = f"{missing}: {result.reasoning}".rstrip(": ")
    return result._replace(
        verdict=ClaimVerdict.PARTIAL, confidence=None, reasoning=reasoning, judged=result.verdict
    )


def _quoted(document: SourceDocument, quotes: Sequence[str]) -> tuple[set[LocatedQuote], str]:
    """The places of quotes in a source, and what one leaves out that it must not, or ""."""
    found, hides = set[LocatedQuote](), ""
    for quote in quotes:
        check_abandoned()
        places = document.find(quote)
        if LEFT_OUT.search(quote) and (hidden := find_omission(document, places)):
            hides = hidden
        else:
            found.update(places)
    return found, hides


def _unnamed(
    claim: str,
    source: CitedSource,
    document: SourceDocument,
    quoted: Sequence[LocatedQuote],
    sentences: Sequence[QuotedSentence],
) -> _QuoteFault | None:
    """Whether a name of a claim stands neither in the quotes nor in their headings."""
    text = "\n".join(one.text for one in sentences)
    heading = "\n".join([source.title, document.headings(quoted)])
    name = find_missing_name(claim, text, heading, document)
    why = f"{name} is not in the quotes or their heading"
    return _QuoteFault(NAME_MISSING, why) if name else None


def _off_subject(
    claim: str, quoted: Sequence[LocatedQuote], sentences: Sequence[QuotedSentence], least: Decimal
) -> _QuoteFault | None:
    """Whether the quotes speak of something else than a claim, or to the judge."""
    said = content_words(claim)
    held = [*(one.text for one in quoted), *(one.text[: one.row] for one in sentences)]
    shared = len(said & content_words("\n".join(held))) / len(said) if said else 1.0
    if said and to_shortest_decimal(shared) < least:
        return _QuoteFault(QUOTE_MISSING, "the quotes are not about the claim")
    if any(speaks_to_judge(one.text, claim) for one in sentences):
        return _QuoteFault(QUOTE_MISSING, "a quote is an instruction or a verdict, and no evidence")
    return None


def _unlike(
    claim: str, document: SourceDocument, sentences: Sequence[QuotedSentence], same_language: bool
) -> _QuoteFault | None:
    """What a claim says that the quotes do not, as far as that can be known without its meaning.

    Raises:
        TooManyNumbers: If one of them has more than are read.
    """
    claimed = read_claim_figures(claim)
    read = [read_quoted(one) for one in sentences]
    speaking = bearing.select_speaking(claimed, read) if same_language else read
    if missing := bearing.find_unquoted_number(claimed, document, speaking):
        return _QuoteFault(NUMBER_MISSING, f"{missing} is not in the quotes")
    if missing := bearing.find_unknown_name(claimed, document):
        return _QuoteFault(NUMBER_MISSING, f"{missing} is not in the source")
    dated = bearing.check_dates(claim, claimed, document, speaking, read)
    if dated.other:
        return _QuoteFault(NUMBER_MISSING, dated.other)
    if same_language and (spoken := bearing.find_misquote(claim, document)):
        return _QuoteFault(QUOTE_MISSING, f"{spoken!r} is not in the source")
    if same_language and bearing.is_denied(claim, sentences):
        return _QuoteFault(QUOTE_MISSING, "the quote negates what the claim states, or the reverse")
    return _QuoteFault("", dated.missing) if dated.missing else None
