"""Numbers that the text derives from others: what `consistency` has shown, `numeric` supports.

"QAR 364 million ($100 million)" needs no dollars in the data where a rate is given, nor does "rose
from 40 to 50, up 25 %" need a column of changes. Such a number is as well supported as those that
it is computed from: where one of them is not, neither is it, so that a wrong pair of values lends
nothing to what is derived from it. Nor is a number that the data contradict: "12 men and 30 women,
together 42" is wrong where the data have 45 in all.

And what `numeric` has found exactly in the data, `consistency` does not call wrong: a list of three
of six channels does not come to 100, though each share is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sidecar.binding.settings import UnsupportedSettings
from sidecar.checks.number_findings import NUMBERS_UNSUPPORTED as OF_TEXT
from sidecar.checks.number_findings import make_text_findings
from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.report import (
    Bindings,
    ClaimBinding,
    Considered,
    Finding,
    Findings,
    Grade,
    NumericDetail,
    Reading,
    Severity,
    Verdict,
)
from sidecar.model.text import Span

_NOT_JUDGED = "CLAIM_UNCITED"
_MOVES = frozenset({"difference", "growth"})
"""Kinds of checks of what lies between two values that the text states."""

_AS_GIVEN = "each part is what the data have"


def reconcile(numeric: Findings, consistency: Findings, settings: UnsupportedSettings) -> Findings:
    """What `numeric` found, the numbers supported that sums of supported numbers come to.

    Args:
        numeric: What it found.
        consistency: The sums.
        settings: How many unsupported numbers are an error of the whole text.
    """
    detail, sums = numeric.detail, consistency.detail
    if not isinstance(detail, NumericDetail) or not isinstance(sums, ConsistencyDetail):
        return numeric
    derived = [one for one in sums.math_checks if one.passed and one.result and one.operands]
    if not derived or all(verdict is Verdict.SUPPORTED for verdict in detail.bindings.verdicts):
        return numeric
    return _with_derived(numeric, detail, derived, settings)


def _with_derived(
    numeric: Findings,
    detail: NumericDetail,
    derived: Sequence[MathCheck],
    settings: UnsupportedSettings,
) -> Findings:
    """The same, with the numbers that were derived supported, but for those without a citation."""
    bindings, findings = list(detail.bindings), list(numeric.findings)
    uncited = {finding.span for finding in findings if finding.code == _NOT_JUDGED}
    places = {binding.claim.number.span: at for at, binding in enumerate(bindings)}
    found = dict(_supported(derived, bindings, places))
    kept = {span: check for span, check in found.items() if span not in uncited}
    if not kept:
        return numeric
    for span, check in kept.items():
        bindings[places[span]] = _as_shown(bindings[places[span]], check)
    wrong = [span for span in detail.named.wrong if span not in kept]
    named = detail.named._replace(wrong=wrong)
    left = [f for f in findings if f.span not in kept and f.code != OF_TEXT]
    left += make_text_findings(named, settings)
    return Findings(
        findings=sorted(left, key=lambda finding: finding.span),
        judged=numeric.judged,
        detail=replace(
            detail,
            bindings=Bindings.from_sequence(bindings),
            named=named,
            uncovered=sum(bool(binding.missing) for binding in bindings),
        ),
    )


def _supported(
    derived: Sequence[MathCheck], bindings: Sequence[ClaimBinding], places: Mapping[Span, int]
) -> Iterator[tuple[Span, MathCheck]]:
    """The results, in the order of the text, whose operands are supported or such results.

    What the data contradict is not among them, and supports nothing in turn.
    """
    matched = {span for span, at in places.items() if bindings[at].matched}
    for one in derived:
        span = one.result
        if span is None or span not in places:
            continue
        if _is_contradicted(bindings[places[span]], one):
            continue
        if span not in matched and matched.issuperset(one.operands):
            matched.add(span)
            yield span, one


def _is_contradicted(binding: ClaimBinding, check: MathCheck) -> bool:
    """Whether the data contradict a number that a text derives from others.

    By how much something moved between two values is no cell: one that disagrees is not meant.
    """
    cell = binding.reading is not None and not binding.reading.formula
    moves = check.name.partition("_")[0] in _MOVES
    return binding.verdict is Verdict.CONTRADICTED and not (moves and cell)


def _as_shown(binding: ClaimBinding, check: MathCheck) -> ClaimBinding:
    """A number that is supported by what the text derives it from."""
    number = binding.claim.number
    exact = number.low <= check.total <= number.high
    grade = Grade.EXACT if exact else Grade.TOLERATED
    reading = Reading("", f"consistency:{check.name}", check.total, grade)
    weighed = [Considered(reading), *binding.considered] if binding.considered else ()
    return ClaimBinding(binding.claim, Verdict.SUPPORTED, grade, reading, considered=weighed)


def excuse_shares(consistency: Findings, numeric: Findings) -> Findings:
    """What `consistency` found; shares that are all in the data are information, whatever they sum.

    They stand in one query result, each in a place of its own, to the last written digit: two parts
    that one cell explains, or one that merely is near a cell, show that something is wrong.
    """
    sums, detail = consistency.detail, numeric.detail
    if not isinstance(sums, ConsistencyDetail) or not isinstance(detail, NumericDetail):
        return consistency
    failed = [one for one in sums.math_checks if not one.passed and not one.result and one.operands]
    if not failed:
        return consistency
    bindings = {binding.claim.number.span: binding for binding in detail.bindings}
    given = {one.name for one in failed if _are_given([bindings.get(s) for s in one.operands])}
    return replace(
        consistency,
        findings=[
            _as_given(finding) if finding.details.get("math_check") in given else finding
            for finding in consistency.findings
        ],
    )


def _are_given(parts: Sequence[ClaimBinding | None]) -> bool:
    """Whether shares are values of one query result, none of them another's."""
    readings = [
        part.reading
        for part in parts
        if part is not None and part.matched and part.grade is Grade.EXACT and part.reading
    ]
    places = {(one.where, one.formula, *one.cells) for one in readings}
    sources = {one.query_id for one in readings}
    return len(places) == len(parts) and len(sources) == 1 and "" not in sources


def _as_given(finding: Finding) -> Finding:
    return replace(
        finding,
        severity=Severity.INFO,
        message=f"{finding.message}; {_AS_GIVEN}",
        details={**finding.details, "given": _AS_GIVEN},
    )
