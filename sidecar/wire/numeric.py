"""``NumericDetail`` to its message: what a warm ``Verify`` spends most of its reply on.

Each number is one message, written in place: protobuf copies a message whole when it is put into
another, and there are four levels. Sentences and citations are sent once and pointed at.
"""

from __future__ import annotations

from verifyd.v1 import numeric_pb2

from sidecar.model.decimals import plain
from sidecar.model.number import Citation
from sidecar.model.report import ClaimBinding, Detail, NumericDetail, Reading, Verdict
from sidecar.model.text import Span

MAX_READINGS = 20
_NO_READING = ("", "", "")


def write(
    message: numeric_pb2.NumericDetail, detail: NumericDetail, level: Detail, drop_supported: bool
) -> None:
    """Fill a message: counts always, bindings from BINDINGS on, all that was weighed in EXPLAIN."""
    verdicts = [binding.verdict for binding in detail.bindings]
    message.claims_total = len(verdicts)
    message.claims_matched = verdicts.count(Verdict.SUPPORTED)
    message.claims_inconclusive = verdicts.count(Verdict.INCONCLUSIVE)
    if level is Detail.VERDICTS:
        return
    sentences: dict[Span, int] = {}
    citations: dict[Citation, int] = {Citation(): 0}
    for binding in detail.bindings:
        if drop_supported and binding.matched:
            continue
        sentence = sentences.setdefault(binding.claim.sentence, len(sentences))
        citation = citations.setdefault(binding.claim.citation, len(citations))
        _write_binding(message, binding, sentence, citation)
        if level is Detail.EXPLAIN:
            _explain(message.bindings[-1], binding)
    for start, end in sentences:
        message.sentences.add(start=start, end=end)
    for prefix, family, query_id in list(citations)[1:]:
        cited = message.citations.add(source_family=family, query_id=query_id)
        if prefix is not None:
            cited.prefix.start, cited.prefix.end = prefix
    if level is Detail.EXPLAIN:
        for span, reason in detail.skipped:
            skipped = message.skipped.add(reason=reason)
            skipped.span.start, skipped.span.end = span


def _write_binding(
    message: numeric_pb2.NumericDetail, binding: ClaimBinding, sentence: int, citation: int
) -> None:
    number = binding.claim.number
    query_id, location, value = _NO_READING
    if binding.reading is not None:
        query_id, location = binding.reading.query_id, binding.reading.location
        value = plain(binding.reading.value)
    place = message.bindings.add(
        value=plain(number.value),
        unit=number.unit,
        unit_symbol=number.symbol,
        form=number.form,
        qualifier=number.qualifier,
        direction=number.direction,
        sentence=sentence,
        citation=citation,
        matched=binding.matched,
        matched_source_qid=query_id,
        matched_location=location,
        matched_value=value,
        verdict=binding.verdict,
        grade=binding.grade,
        ambiguous_source_qids=binding.sources,
    ).span
    place.start, place.end = number.span


def _explain(message: numeric_pb2.ClaimBinding, binding: ClaimBinding) -> None:
    message.low = plain(binding.claim.number.low)
    message.high = plain(binding.claim.number.high)
    for reading in binding.considered[:MAX_READINGS]:
        _write_reading(message, reading)


def _write_reading(message: numeric_pb2.ClaimBinding, reading: Reading) -> None:
    message.readings.add(
        query_id=reading.query_id,
        location=reading.location,
        value=plain(reading.value),
        grade=reading.grade,
    )
