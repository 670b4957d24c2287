"""Judging the claims of a text: what the ``claims`` check does where it is on.

It is loaded when it is first needed: most servers judge no claims.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sidecar.binding.settings import NumericSettings
from sidecar.checks.base import CheckContext, CheckError, CheckSubject
from sidecar.checks.claims_codes import UNAVAILABLE, make_claim_finding
from sidecar.checks.numeric import NumericCheck
from sidecar.citations.library import Library
from sidecar.citations.reading import TooMuchToRead, read_citations
from sidecar.citations.settings import CitationsSettings
from sidecar.claims.clauses import split_claims
from sidecar.claims.document import SourceDocument
from sidecar.claims.extraction import ClaimExtraction, TooManyClaims, extract_claims
from sidecar.claims.judging import JudgedSource, JudgingContext, SourceJudgement, judge_claims
from sidecar.claims.settings import ClaimsSettings
from sidecar.claims.summary import combine_results, group_by_source
from sidecar.evidence.index import TableIndex
from sidecar.judges.errors import JudgeError
from sidecar.judges.pool import make_allowance
from sidecar.judges.protocol import Judge
from sidecar.judges.spending import Allowance
from sidecar.model.claim import (
    CitedSource,
    ClaimsDetail,
    ClaimVerdict,
    ExtractedClaim,
    VerificationResult,
)
from sidecar.model.evidence import Citable, Source
from sidecar.model.report import Findings, Verdict
from sidecar.model.source_text import SourceText, TextOrigin, Unavailable
from sidecar.model.text import Text
from sidecar.text.options import TooManyNumbers

# Numbers of a claim against the tables of its source.

_NAMES_ANOTHER = frozenset(
    {"WRONG_ROW", "WRONG_COLUMN", "WRONG_PERIOD", "WRONG_SIGN", "WRONG_DIRECTION"}
)
"""Findings that name the value which the claim should have. "Not found" is not among them, since
the text beside the table may have the number."""

_CHECK = NumericCheck(NumericSettings())


def find_contradiction(claim: ExtractedClaim, tables: Sequence[TableIndex]) -> str:
    """What some tables have instead of a number of a claim, in words, or ""."""
    try:
        findings = _CHECK.run(CheckSubject(Text(claim.text), tables)).findings
    except CheckError:
        return ""
    for finding in findings:
        if finding.code in _NAMES_ANOTHER and finding.verdict is Verdict.CONTRADICTED:
            return finding.message
    return ""


_UNKNOWN = "SOURCE_UNKNOWN"
_CANNOT = "Cannot verify: Source unavailable"

_Texts = Mapping[str, SourceText | Unavailable]


class _CitedClaims(NamedTuple):
    """The claims of a text, and what they cite.

    Attributes:
        extracted: The claims.
        citable: What the request holds, by its id.
    """

    extracted: ClaimExtraction
    citable: Mapping[str, Citable]

    @property
    def sources(self) -> list[CitedSource]:
        """What is cited, each once, in the order of the text."""
        return list(
            dict.fromkeys(source for claim in self.extracted.claims for source in claim.sources)
        )


class ClaimsInquiry:
    """Judges the claims of one text.

    Args:
        settings: Of the check.
    """

    def __init__(self, settings: ClaimsSettings) -> None:
        self._settings = settings

    async def findings(self, subject: CheckSubject, means: CheckContext) -> Findings:
        """Judge each claim by each of its sources.

        Raises:
            CheckError: The judge's reason, where no claim could be judged; ``TOO_MANY_CLAIMS``,
                ``TOO_MANY_CITATIONS``, ``TOO_MANY_STATEMENTS`` or ``TOO_MANY_NUMBERS``.
        """
        found = await means.work(self._extracted, subject)
        if not found.extracted.claims:
            detail = ClaimsDetail(skipped=found.extracted.skipped)
            return Findings(detail=detail)
        if self._settings.extractor == "model":
            found = await self._split(found, means)
        texts = await self._texts(found, means)
        parts = await self._judged(found, texts, means)
        return await means.work(self._told, subject, found, texts, parts)

    def _extracted(self, subject: CheckSubject) -> _CitedClaims:
        """The claims of the text."""
        library = Library(subject.items, subject.sources, subject.results)
        every: Sequence[Citable] = [*subject.items, *subject.sources]
        citable = {one.id: one for one in every}
        try:
            reading = read_citations(
                subject.reader, library, CitationsSettings(), bare_numbers=subject.bare_numbers
            )
            return _CitedClaims(extract_claims(reading, citable, self._settings), citable)
        except TooMuchToRead as error:
            raise CheckError(error.reason, str(error)) from error
        except TooManyNumbers as error:
            raise CheckError("TOO_MANY_NUMBERS", str(error)) from error
        except TooManyClaims as error:
            raise CheckError("TOO_MANY_CLAIMS", str(error)) from error

    async def _split(self, found: _CitedClaims, means: CheckContext) -> _CitedClaims:
        """The claims as a model splits them."""
        settings, extracted = self._settings, found.extracted
        claims = await split_claims(
            extracted.claims,
            self._judge(means, settings.model),
            self._allowance(means),
            settings.max_claims_per_call,
            means.work,
        )
        if len(claims) > settings.max_claims:
            raise CheckError("TOO_MANY_CLAIMS", str(TooManyClaims(settings.max_claims)))
        return found._replace(extracted=extracted._replace(claims=claims))

    def _judge(self, means: CheckContext, model: str) -> Judge:
        """The judge of a model.

        Raises:
            CheckError: If there is no endpoint.
        """
        try:
            return means.judges.judge_for(self._settings, model)
        except JudgeError as error:
            raise CheckError(error.reason, str(error), retryable=error.retryable) from error

    def _allowance(self, means: CheckContext) -> Allowance:
        """What is left for models, so that one that is too slow is reported, and not the check."""
        return make_allowance(self._settings, means.asking_s(), means.account)

    async def _texts(self, found: _CitedClaims, means: CheckContext) -> _Texts:
        """The text of each source that is cited, or why it has none."""
        known = [source for source in found.sources if source.known]
        texts = await asyncio.gather(*(_text(found.citable[source.id], means) for source in known))
        return {source.id: text for source, text in zip(known, texts, strict=True)}

    async def _judged(
        self, found: _CitedClaims, texts: _Texts, means: CheckContext
    ) -> Sequence[SourceJudgement]:
        """What each source says of its claims, all of them side by side."""
        bench = JudgingContext(
            partial(self._judge, means),
            self._allowance(means),
            self._settings,
            find_contradiction,
            means.work,
        )
        cited = await means.work(_grouped, found, texts)
        parts = await _each(cited, bench, means)
        errors = [error for part in parts for error in part.errors]
        verdicts = {result.verdict for part in parts for result in part.results.values()}
        if errors and verdicts == {ClaimVerdict.NOT_JUDGED}:
            raise CheckError(errors[0].reason, str(errors[0]), retryable=errors[0].retryable)
        return parts

    def _told(
        self,
        subject: CheckSubject,
        found: _CitedClaims,
        texts: _Texts,
        parts: Sequence[SourceJudgement],
    ) -> Findings:
        """Everything there is to say."""
        results: dict[tuple[int, str], VerificationResult] = {
            (at, result.source.id): result for part in parts for at, result in part.results.items()
        }
        verified = [
            combine_results(
                claim,
                [
                    results.get((at, source.id)) or _unavailable(source, texts)
                    for source in claim.sources
                ],
                self._settings.confidence_threshold,
            )
            for at, claim in enumerate(found.extracted.claims)
        ]
        origins = {id_: one.origin for id_, one in texts.items() if isinstance(one, SourceText)}
        reasons = {source.id: _UNKNOWN for source in found.sources if not source.known}
        reasons |= {id_: one.reason for id_, one in texts.items() if isinstance(one, Unavailable)}
        return Findings(
            findings=[
                make_claim_finding(one, subject.text, self._settings.filter, reasons)
                for one in verified
                if one.flagged
            ],
            judged=len(verified),
            detail=ClaimsDetail(
                claims=verified,
                skipped=found.extracted.skipped,
                by_source=group_by_source(verified, origins, reasons),
                passed_over=found.extracted.passed_over,
            ),
        )


async def _each(
    cited: Sequence[JudgedSource], bench: JudgingContext, means: CheckContext
) -> Sequence[SourceJudgement]:
    """What each source says, side by side; progress says how many are done."""
    done = 0

    async def one(source: JudgedSource) -> SourceJudgement:
        nonlocal done
        part = await judge_claims(source, bench)
        done += 1
        means.step(_at(done, len(cited)))
        return part

    means.step(_at(done, len(cited)))
    return await asyncio.gather(*map(one, cited))


def _at(done: int, all_: int) -> str:
    return f"judging sources: {done} of {all_} done"


def _grouped(found: _CitedClaims, texts: _Texts) -> list[JudgedSource]:
    """Each source that has a text, with the claims that cite it."""
    groups: dict[CitedSource, dict[int, Any]] = {}
    for at, claim in enumerate(found.extracted.claims):
        for source in claim.sources:
            groups.setdefault(source, {})[at] = claim
    return [
        JudgedSource(source, SourceDocument(text.text), claims)
        for source, claims in groups.items()
        if isinstance(text := texts.get(source.id), SourceText)
    ]


async def _text(citable: Citable, means: CheckContext) -> SourceText | Unavailable:
    """What a source says; an item has its text with it."""
    if isinstance(citable, Source):
        return await means.text_of(citable, means.left_s(), means.work)
    if citable.text.strip():
        return SourceText(citable.text, TextOrigin.GIVEN)
    return Unavailable("SOURCE_NO_TEXT", "the item has no text")


def _unavailable(source: CitedSource, texts: _Texts) -> VerificationResult:
    """The result of a source without text."""
    why = texts.get(source.id)
    reason = why.message if isinstance(why, Unavailable) else "no source of the request is cited"
    return VerificationResult(
        source, ClaimVerdict.UNSUPPORTED, None, "", f"{_CANNOT}: {reason}", UNAVAILABLE
    )
