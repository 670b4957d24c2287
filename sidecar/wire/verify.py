"""``VerifyRequest`` and ``ResponseMeta`` to and from the model."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from verifyd.v1 import report_pb2, verify_pb2

from sidecar.model.report import Detail

_NUMERIC = {
    "abs_epsilon": "numeric.rounding.abs_epsilon",
    "rel_epsilon": "numeric.rounding.rel_epsilon",
    "epsilon_pct": "numeric.percent.epsilon_pct",
    "epsilon_amount": "numeric.currency.epsilon_amount",
    "ignore_numbers_below": "numeric.binding.ignore_numbers_below",
    "ignore_years": "numeric.binding.ignore_years",
    "require_citation_first": "numeric.binding.require_citation_first",
}
"""The setting of each field of ``NumericOverrides``."""

_MODES = {report_pb2.MODE_ENFORCE: "enforce", report_pb2.MODE_OBSERVE: "observe"}


def detail(request: verify_pb2.VerifyRequest) -> Detail:
    """How much of the reasoning is asked for; a level this version does not know is the default."""
    known = {verify_pb2.DETAIL_VERDICTS: Detail.VERDICTS, verify_pb2.DETAIL_EXPLAIN: Detail.EXPLAIN}
    return known.get(request.detail, Detail.BINDINGS)


def overrides(message: verify_pb2.Overrides) -> dict[str, object]:
    """The settings that a request changes: dotted path to value."""
    changes: dict[str, object] = {}
    if message.mode:
        changes["policy.mode"] = _MODES.get(message.mode, f"mode {message.mode}")
    for field, value in message.numeric.ListFields():
        exact = Decimal(repr(value)) if isinstance(value, float) else value
        changes[_NUMERIC[field.name]] = exact
    return changes


def meta(
    request_id: str,
    verified_at_s: float,
    elapsed_s: float,
    timings: Sequence[tuple[str, float]],
) -> verify_pb2.ResponseMeta:
    """When (seconds since the epoch) and how fast a request was answered."""
    return verify_pb2.ResponseMeta(
        request_id=request_id,
        verified_at=Timestamp(
            seconds=int(verified_at_s), nanos=int(verified_at_s % 1 * 1_000_000_000)
        ),
        elapsed=_duration(elapsed_s),
        timings=[
            verify_pb2.CheckTiming(check=check, elapsed=_duration(seconds))
            for check, seconds in timings
        ],
    )


def _duration(seconds: float) -> Duration:
    return Duration(seconds=int(seconds), nanos=int(seconds % 1 * 1_000_000_000))
