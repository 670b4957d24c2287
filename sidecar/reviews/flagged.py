"""From a report to a review: which findings are flagged, and what their removal would take out.

That is fixed here, when the text is verified: a later version may see other sentences in it.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from sidecar.model.claim import ClaimsDetail
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Table
from sidecar.model.report import Finding, Findings, Report, Severity
from sidecar.model.text import Span, Text
from sidecar.reviews.excerpts import find_excerpts
from sidecar.reviews.model import Review, ReviewItem
from sidecar.reviews.settings import ReviewsSettings
from sidecar.text.sentences import split_sentences

MAX_WORDS_BYTES = 2000
"""Most words of a place that are kept beside the text."""

_MAX_QUOTE = 4000
_MAX_DETAIL = 1000  # characters
NUMBERS_UNSUPPORTED = "NUMBERS_UNSUPPORTED"
"""The code of a finding about a whole text: its numbers are items, and it has nothing to edit."""

_WHOLE = frozenset({"claims"})
"""The checks whose findings span what they are about; those of numbers span the number alone."""

_CITATIONS = re.compile(rb"(?:[ \t]*\[[^\[\]\n]{1,200}\])+")
"""What stands behind a claim, whose span leaves it out."""

_MAX_MODEL = 200  # characters
_Flagged = tuple[str, Severity, Finding, str]


def count_flagged(report: Report, settings: ReviewsSettings) -> int:
    """How many findings of a report are flagged; none of them is made for that."""
    return sum(len(places) for _, _, places in _places(report, settings))


def make_review(
    report: Report,
    text: Text,
    tenant: str,
    request_id: str,
    settings: ReviewsSettings,
    *,
    agent_id: str = "",
    tables: Sequence[Table] = (),
) -> Review:
    """The review of a text.

    Args:
        report: About it; while its evidence is there.
        text: As it was written.
        tenant: Whose it is.
        request_id: Of the request.
        settings: Which findings are flagged, and how many are kept.
        agent_id: Who wrote it.
        tables: The query results that it was verified against.
    """
    flagged = list(_flagged(report, settings))
    worst = sorted(flagged, key=lambda one: (-one[1], one[2].span))[: settings.max_items]
    kept = sorted(worst, key=lambda one: one[2].span)
    by_id = {table.query_id: table for table in tables}
    items = [_item(number, *one, text, by_id) for number, one in enumerate(_scoped(kept, text), 1)]
    return Review(
        review_id=_digest(tenant, report.text_digest, items),
        tenant=tenant,
        request_id=request_id,
        agent_id=agent_id,
        created_us=time.time_ns() // 1000,
        decision=report.decision,
        text=text.data,
        text_digest=report.text_digest,
        items=items,
        dropped_items=len(flagged) - len(items),
        evidence_digest=report.evidence_digest,
    )


def _places(
    report: Report, settings: ReviewsSettings
) -> Iterator[tuple[str, Sequence[Severity], list[int]]]:
    """Of each check, which of its findings are flagged."""
    for result in report.results:
        if result.check in settings.checks and isinstance(result.outcome, Findings):
            severities = result.severities
            known = zip(severities, result.outcome.findings, strict=True)
            places = [
                at
                for at, (severity, finding) in enumerate(known)
                if severity >= Severity.WARNING and finding.code != NUMBERS_UNSUPPORTED
            ]
            yield result.check, severities, places


def _flagged(report: Report, settings: ReviewsSettings) -> Iterator[_Flagged]:
    outcomes = {result.check: result.outcome for result in report.results}
    for check, severities, places in _places(report, settings):
        outcome = outcomes[check]
        assert isinstance(outcome, Findings)  # noqa: S101 (told apart above)
        models = _models(outcome)
        for at in places:
            finding = outcome.findings[at]
            yield check, severities[at], finding, models.get(finding.span, "")


def _models(outcome: Findings) -> Mapping[Span, str]:
    """By the place of a claim, the model whose verdict was flagged; none where rules decided."""
    if not isinstance(outcome.detail, ClaimsDetail):
        return {}
    claims = outcome.detail.claims
    return {one.claim.span: one.telling.model[:_MAX_MODEL] for one in claims if one.flagged}


def _scoped(flagged: Sequence[_Flagged], text: Text) -> Iterator[tuple[_Flagged, Span]]:
    """Each finding with what its removal takes out."""
    found = split_sentences(text)
    starts = [sentence.start for sentence in found]
    for one in flagged:
        check, _, finding, _ = one
        around = _around(finding.span, found, starts)
        yield one, _claim(finding.span, around, text) if check in _WHOLE else around


def _claim(span: Span, around: Span, text: Text) -> Span:
    """A claim with its citations; the whole of its sentences where these say nothing else."""
    cited = _CITATIONS.match(text.data, span.end, around.end)
    end = cited.end() if cited else span.end
    rest = text.slice(Span(end, around.end))
    if span.start == around.start and not any(map(str.isalnum, rest)):
        return around
    return Span(span.start, end)


def _around(span: Span, found: Sequence[Span], starts: Sequence[int]) -> Span:
    """The sentences that a place lies in; the place itself where it lies in none."""
    first = max(0, bisect_right(starts, span.start) - 1)
    last = bisect_right(starts, max(span.start, span.end - 1))
    around = [one for one in found[first:last] if one.overlaps(span)]
    if not around:
        return span
    return Span(min(span.start, around[0].start), max(span.end, around[-1].end))


def _item(
    number: int, flagged: _Flagged, scope: Span, text: Text, tables: Mapping[str, Table]
) -> ReviewItem:
    check, severity, finding, model = flagged
    details = {name: value[:_MAX_DETAIL] for name, value in finding.details.items()}
    kept = Finding(
        code=finding.code,
        verdict=finding.verdict,
        span=finding.span,
        message=_cut(finding.message.encode()),
        details=details,
        repair=finding.repair,
        confidence=finding.confidence,
    )
    return ReviewItem(
        item_id=number,
        check=check,
        severity=severity,
        finding=kept,
        scope=scope,
        words=_cut(text.data[slice(*finding.span)]),
        scope_words=_cut(text.data[slice(*scope)]),
        quote=finding.details.get("quote", "")[:_MAX_QUOTE],
        model=model,
        excerpts=find_excerpts(finding, tables),
    )


def _cut(words: bytes) -> str:
    return words[:MAX_WORDS_BYTES].decode("utf-8", "ignore")


def _digest(tenant: str, text_digest: str, items: Sequence[ReviewItem]) -> str:
    told = [tenant, text_digest]
    for item in items:
        one = item.finding
        told += [item.check, one.code, item.severity.name, one.verdict.name, one.message]
        told += [f"{one.span.start}-{one.span.end}", one.repair.replacement if one.repair else ""]
    return sha256_of_parts(part.encode() for part in told)
