"""``NumericDetail`` to its message: what a warm ``Verify`` spends most of its reply on.

Each number is one message, written in place: protobuf copies a message whole when it is put into
another, and there are four levels. Most of what is said about a number is said about others as
well, so each begins with the bytes of what it shares with them: that is half the time of setting
every field. Sentences and citations are sent once and pointed at.
"""

from __future__ import annotations

from verifyd.v1 import numeric_pb2

from sidecar.model.decimals import plain
from sidecar.model.number import Citation
from sidecar.model.report import ClaimBinding, Considered, Detail, NumericDetail, Verdict
from sidecar.model.text import Span
from sidecar.model.why import Why

MAX_READINGS = 20


def write(
    message: numeric_pb2.NumericDetail, detail: NumericDetail, level: Detail, drop_supported: bool
) -> None:
    """Fill a message: counts always, bindings from BINDINGS on, all that was weighed in EXPLAIN."""
    verdicts = detail.bindings.verdicts
    message.claims_total = len(verdicts)
    message.claims_matched = verdicts.count(Verdict.SUPPORTED)
    message.claims_inconclusive = verdicts.count(Verdict.INCONCLUSIVE)
    if level is Detail.VERDICTS:
        return
    sentences: dict[Span, int] = {}
    citations: dict[Citation, int] = {Citation(): 0}
    shared: dict[object, bytes] = {}
    for binding in detail.bindings:
        if drop_supported and binding.matched:
            continue
        _, sentence, cited = binding.claim
        citation = citations.setdefault(cited, len(citations))
        written = message.bindings.add()
        written.MergeFromString(_common(binding, citation, shared))
        written.sentence = sentences.setdefault(sentence, len(sentences))
        _write_rest(written, binding)
        if level is Detail.EXPLAIN:
            _explain(written, binding)
    for start, end in sentences:
        message.sentences.add(start=start, end=end)
    for prefix, family, query_id in list(citations)[1:]:
        source = message.citations.add(source_family=family, query_id=query_id)
        if prefix is not None:
            source.prefix.start, source.prefix.end = prefix
    for span, reason in detail.skipped if level is Detail.EXPLAIN else ():
        skipped = message.skipped.add(reason=reason)
        skipped.span.start, skipped.span.end = span


def _common(binding: ClaimBinding, citation: int, shared: dict[object, bytes]) -> bytes:
    """What a binding has in common with others, as it is sent."""
    (number, _, _), verdict, grade, reading, sources, *_ = binding
    query_id = "" if reading is None else reading.query_id
    key = (number[4:10], citation, verdict, grade, query_id, sources)  # from unit to direction
    known = shared.get(key)
    if known is None:
        message = numeric_pb2.ClaimBinding(
            unit=number.unit,
            unit_symbol=number.symbol,
            form=number.form,
            qualifier=number.qualifier,
            direction=number.direction,
            citation=citation,
            matched=binding.matched,
            matched_source_qid=query_id,
            verdict=verdict,
            grade=grade,
            ambiguous_source_qids=sources,
        )
        known = shared[key] = message.SerializeToString()
    return known


def _write_rest(message: numeric_pb2.ClaimBinding, binding: ClaimBinding) -> None:
    """What belongs to one number alone."""
    (number, _, _), _, _, reading, _, _, chance, *_ = binding
    span = message.span
    span.start, span.end = number.span
    message.value = value = plain(number.value)
    if reading is not None:
        message.matched_location = reading.location
        same = reading.value is number.value
        message.matched_value = value if same else plain(reading.value)
        if reading.formula:
            message.formula = reading.formula
            message.cells.extend(reading.cells)
    if chance is not None:
        message.chance = chance


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
