"""``NumericDetail`` to the bytes of its message."""

from __future__ import annotations

from verifyd.v1 import numeric_pb2

from sidecar.model.decimals import plain
from sidecar.model.report import ClaimBinding, Considered, Detail, NumericDetail, Verdict
from sidecar.model.why import Why
from sidecar.wire import formulas, messages
from sidecar.wire.bindings import BindingWriter, write_groups
from sidecar.work import check_abandoned

MAX_READINGS = 20


def written(detail: NumericDetail, level: Detail, drop_supported: bool) -> bytes:
    """The message: counts always, bindings from BINDINGS on, all that was weighed in EXPLAIN."""
    verdicts = detail.bindings.verdicts
    counts = numeric_pb2.NumericDetail(
        claims_total=len(verdicts),
        claims_matched=verdicts.count(Verdict.SUPPORTED),
        claims_inconclusive=verdicts.count(Verdict.INCONCLUSIVE),
    )
    if level is Detail.VERDICTS:
        counts.claims_uncovered = detail.uncovered
        messages.write_passed(counts, detail.passed_over)
        return counts.SerializeToString()
    writer = BindingWriter()
    as_arrays = detail.bindings.plain
    if as_arrays is not None and level is not Detail.EXPLAIN and not drop_supported:
        bindings = write_groups(writer, detail.bindings, as_arrays())
    else:
        for binding in detail.bindings:
            check_abandoned()
            if not (drop_supported and binding.matched):
                message = writer.write(binding)
                if level is Detail.EXPLAIN:
                    _explain(message, binding)
        bindings = writer.taken()
    skipped = numeric_pb2.NumericDetail(claims_uncovered=detail.uncovered)
    for span, reason in detail.skipped if level is Detail.EXPLAIN else ():
        one = skipped.skipped.add(reason=reason)
        one.span.start, one.span.end = span
    messages.write_passed(skipped, detail.passed_over)
    for formula in detail.no_claims:
        formulas.write_formula(skipped.no_claims.add(), formula)
    # Parts of a message, in the order of its fields, are the whole of it.
    parts = counts.SerializeToString(), bindings, writer.shared(), skipped.SerializeToString()
    return b"".join(parts)


def _explain(message: numeric_pb2.ClaimBinding, binding: ClaimBinding) -> None:
    message.low = plain(binding.claim.number.low)
    message.high = plain(binding.claim.number.high)
    for each in binding.considered[:MAX_READINGS]:
        _write_reading(message.readings.add(), each)
    if binding.odds is not None:
        message.odds.right, message.odds.wrong, message.odds.outside = binding.odds
    for code, told, details in binding.hints:
        message.hints.add(code=code, message=told, details=details)


def _write_reading(message: numeric_pb2.Reading, one: Considered) -> None:
    reading, why = one
    if reading is not None:
        message.query_id = reading.query_id
        message.location = reading.location
        message.value = plain(reading.value)
        message.grade = reading.grade
        message.formula = reading.formula
    if why is not None:
        _write_why(message.why, why)


def _write_why(message: numeric_pb2.Why, why: Why) -> None:
    message.kind, message.weight, message.query_id = why.kind, why.weight, why.query_id
    message.row, message.column = why.row, why.column
    message.cells, message.agreeing = why.cells, why.agreeing
    for part, name, origin, strength, span in why.links:
        link = message.links.add(part=part, name=name, origin=origin, strength=strength)
        if span is not None:
            link.span.start, link.span.end = span
    for feature, weight in why.reasons:
        message.reasons.add(feature=feature, weight=weight)
