"""The quote decides: what a judge says counts only as far as the source's own words bear it out.

A judge may be fooled by what it reads, or invent what it quotes. So its quotes are looked up in the
source, the numbers of the claim must stand in them, and the quotes must speak of the claim at all.
What fails is never support, however sure the judge is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.citations.overlap import Cited, words
from sidecar.claims.document import Document, Quoted, years
from sidecar.claims.opinion import Opinion
from sidecar.model.claim import CitedSource, ClaimVerdict, ExtractedClaim, VerificationResult
from sidecar.model.decimals import shortest
from sidecar.model.number import Form, Number, SkipReason
from sidecar.model.text import Text
from sidecar.text.claims import Reader
from sidecar.text.options import ExtractOptions, TooManyNumbers

QUOTE_MISSING = "CLAIM_QUOTE_NOT_FOUND"
NUMBER_MISSING = "CLAIM_NUMBER_NOT_QUOTED"
_DATES = frozenset({SkipReason.YEAR, SkipReason.DATE})
_COUNTED = frozenset({Form.DIGITS, Form.WORDS})
"""How numbers are written that a quote must hold; "doubled" follows from two others."""

_GAP = " […] "


class Figure(NamedTuple):
    """A number of a claim.

    Attributes:
        number: The number.
        written: The same as it stands in the claim.
    """

    number: Number
    written: str


class Figures(NamedTuple):
    """What a claim counts and dates.

    Attributes:
        numbers: Its numbers.
        years: Those of its dates and years.
    """

    numbers: Sequence[Figure]
    years: Sequence[str]


def figures(claim: ExtractedClaim) -> Figures:
    """The numbers and dates of a claim.

    Raises:
        TooManyNumbers: If it has more than are read.
    """
    text = Text(claim.text)
    found = Reader(text).extract(ExtractOptions())
    numbers = [
        Figure(one.number, text.slice(one.number.span))
        for one in found.claims
        if one.number.form in _COUNTED
    ]
    dates = [text.slice(one.span) for one in found.skipped if one.reason in _DATES]
    return Figures(numbers, sorted(years(" ".join(dates))))


def guarded(
    claim: ExtractedClaim,
    source: CitedSource,
    document: Document,
    opinion: Opinion,
    least_overlap: Decimal,
) -> VerificationResult:
    """A judge's opinion as far as the source bears it out.

    Args:
        claim: What was judged.
        source: By what.
        document: Its text.
        opinion: What the judge said.
        least_overlap: Least share of the claim's words that the quotes hold where it is supported.
    """
    quoted = list(_quoted(document, opinion.quotes))
    evidence = _GAP.join(" ".join(one.text.split()) for one in quoted)
    result = VerificationResult(
        source, opinion.verdict, opinion.confidence, evidence, opinion.reasoning, "", None,
        opinion.model,
    )  # fmt: skip
    if opinion.verdict in (ClaimVerdict.NOT_JUDGED, ClaimVerdict.UNSUPPORTED):
        return result
    least = least_overlap if opinion.verdict is ClaimVerdict.SUPPORTED else Decimal(0)
    code, why = _fault(claim, quoted, len(opinion.quotes), least)
    if not code:
        return _dated(claim, document, quoted, result)
    if opinion.verdict is ClaimVerdict.PARTIAL and code == NUMBER_MISSING:
        return result  # a part of the claim is missing, which is what the judge says
    if opinion.verdict is ClaimVerdict.CONTRADICTED and code == NUMBER_MISSING:
        return result  # the source has another number
    return result._replace(
        verdict=ClaimVerdict.UNSUPPORTED,
        code=code,
        reasoning=f"{why} (the judge: {_said(opinion)})",
        judged=opinion.verdict,
    )


def _quoted(document: Document, quotes: Sequence[str]) -> Iterator[Quoted]:
    """The quotes that stand in a source, each place once, in its order."""
    found = {place for quote in quotes for place in document.find(quote)}
    yield from sorted(found)


def _dated(
    claim: ExtractedClaim,
    document: Document,
    quoted: Sequence[Quoted],
    result: VerificationResult,
) -> VerificationResult:
    """A result as far as the years of its claim stand in the source.

    A source may tell its year at its top, or not at all ("this year"): a year that it has nowhere
    leaves the claim partly supported.
    """
    if result.verdict is not ClaimVerdict.SUPPORTED:
        return result
    for year in figures(claim).years:
        if year not in document.years:
            reasoning = f"{year} does not stand in the source: {result.reasoning}"
            return result._replace(
                verdict=ClaimVerdict.PARTIAL, reasoning=reasoning, judged=result.verdict
            )
    return result


def _fault(
    claim: ExtractedClaim,
    quoted: Sequence[Quoted],
    given: int,
    least_overlap: Decimal,
) -> tuple[str, str]:
    """What is wrong with the quotes of a claim, as a code and in words; empty where all is well."""
    if not quoted:
        return QUOTE_MISSING, "no quote stands in the source" if given else "nothing is quoted"
    held = Cited("\n".join(one.text for one in quoted))
    said = words(claim.text)
    shared = len(said & held.words) / len(said) if said else 1.0
    if said and shortest(shared) < least_overlap:
        return QUOTE_MISSING, "the quotes do not speak of the claim"
    try:
        counted = figures(claim)
    except TooManyNumbers as error:
        return NUMBER_MISSING, str(error)
    for number, written in counted.numbers:
        if not held.holds(number, written):
            return NUMBER_MISSING, f"{written} does not stand in the quotes"
    quoted_years = years("\n".join(one.text for one in quoted))
    for year in counted.years:
        if quoted_years and year not in quoted_years:
            return NUMBER_MISSING, f"{year} does not stand in the quotes, which have other years"
    return "", ""


def _said(opinion: Opinion) -> str:
    name = opinion.verdict.name.lower()
    return f"{name}, {opinion.reasoning}" if opinion.reasoning else name
