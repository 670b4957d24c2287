"""``VerifyRequest`` and ``VerifyResponse`` to and from the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from pydantic import ValidationError
from verifyd.v1 import consistency_pb2, report_pb2, verify_pb2

from sidecar.checks import CHECKS, CODES, Code
from sidecar.consistency.settings import CurrencyRate
from sidecar.errors import VerifydError
from sidecar.judges.spending import ModelUse
from sidecar.model.formatting import format_plain
from sidecar.model.report import Detail, Severity
from sidecar.policy import find_mode
from sidecar.runner import Timing
from sidecar.settings.policy import PolicySettings
from sidecar.wire.evidence import make_too_long, read_printable
from sidecar.wire.messages import VerifyResponse

# What a request says to the ``consistency`` check, to the model.

_SHOWN = 80  # characters of a bad value that the error repeats


class CurrencyRateInvalid(VerifydError):
    """An exchange rate cannot be used."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_RATE_INVALID"


def read_currency_rates(messages: Sequence[consistency_pb2.CurrencyRate]) -> list[CurrencyRate]:
    """The exchange rates of a request.

    Raises:
        CurrencyRateInvalid: If one is not what its comments allow.
    """
    return [_rate(index, message) for index, message in enumerate(messages)]


def _rate(index: int, message: consistency_pb2.CurrencyRate) -> CurrencyRate:
    given = {name: getattr(message, name) for name in ("from", "to", "rate", "date")}
    if not given["date"]:
        del given["date"]
    try:
        return CurrencyRate.model_validate(given)
    except ValidationError as error:
        where = error.errors(include_url=False)[0]["loc"]
        field = str(where[0]) if where else "to"
        raise CurrencyRateInvalid(
            f"exchange rate {index} cannot be used: {field} is {given[field][:_SHOWN]!r}",
            index=index,
            field=field,
            given=given[field][:_SHOWN],
        ) from None


def read_consistency_overrides(message: verify_pb2.ConsistencyOverrides) -> dict[str, object]:
    """The settings that a request changes: dotted path to value."""
    return {
        f"consistency.{field.name}": Decimal(repr(value)) if isinstance(value, float) else value
        for field, value in message.ListFields()
    }


_NUMERIC = {
    "abs_epsilon": "numeric.rounding.abs_epsilon",
    "rel_epsilon": "numeric.rounding.rel_epsilon",
    "hedge_epsilon": "numeric.rounding.hedge_epsilon",
    "epsilon_pct": "numeric.percent.epsilon_pct",
    "epsilon_amount": "numeric.currency.epsilon_amount",
    "ignore_numbers_below": "numeric.binding.ignore_numbers_below",
    "ignore_years": "numeric.binding.ignore_years",
    "require_citation_first": "numeric.binding.require_citation_first",
}
"""The setting of each field of ``NumericOverrides``."""

_MAX_PREMISES = 1 << 20
"""Characters of all premises."""

_MODES = {report_pb2.MODE_ENFORCE: "enforce", report_pb2.MODE_OBSERVE: "observe"}


def read_agent_id(request: verify_pb2.VerifyRequest) -> str:
    """Who wrote the narrative; it may be empty.

    Raises:
        FieldTooLong: If it is too long, or not printable.
    """
    return read_printable("agent_id", request.agent_id)


def read_premises(request: verify_pb2.VerifyRequest) -> Sequence[str]:
    """What was said before.

    Raises:
        FieldTooLong: If it is too long.
    """
    size = sum(map(len, request.premises))
    if size > _MAX_PREMISES:
        raise make_too_long("premises", size, _MAX_PREMISES)
    return tuple(request.premises)


def read_detail(request: verify_pb2.VerifyRequest) -> Detail:
    """How much of the reasoning is asked for; a level this version does not know is the default."""
    known = {verify_pb2.DETAIL_VERDICTS: Detail.VERDICTS, verify_pb2.DETAIL_EXPLAIN: Detail.EXPLAIN}
    return known.get(request.detail, Detail.BINDINGS)


def read_overrides(message: verify_pb2.Overrides) -> dict[str, object]:
    """The settings that a request changes: dotted path to value."""
    changes: dict[str, object] = {}
    if not message.ListFields():
        return changes
    if message.mode:
        changes["policy.mode"] = _MODES.get(message.mode, f"mode {message.mode}")
    for field, value in message.numeric.ListFields():
        exact = Decimal(repr(value)) if isinstance(value, float) else value
        changes[_NUMERIC[field.name]] = exact
    for name in ("citations", "claims", "structure", "support"):
        changes |= _section(name, getattr(message, name))
    return changes | read_consistency_overrides(message.consistency)


def _section(name: str, message: Message) -> dict[str, object]:
    """The changes of a section whose fields have the names of their settings."""
    return {
        f"{name}.{field.name}": Decimal(repr(value)) if isinstance(value, float) else value
        for field, value in message.ListFields()
    }


def write_response(
    report: bytes,
    request_id: str,
    verified_at_s: float,
    elapsed_s: float,
    timings: Sequence[Timing],
    *,
    models: Mapping[str, ModelUse],
) -> Any:
    """A report, when (seconds since the epoch) and how fast it was made, and by which models."""
    message = VerifyResponse(report=report)
    meta = message.meta
    meta.request_id = request_id
    _write_seconds(meta.verified_at, verified_at_s)
    _write_seconds(meta.elapsed, elapsed_s)
    for timing in timings:
        _write_seconds(meta.timings.add(check=timing.check).elapsed, timing.seconds)
    for model, use in models.items():
        meta.models.add(
            model=model,
            calls=use.calls,
            failures=use.failures,
            kept=use.kept,
            prompt_tokens=use.prompt_tokens,
            completion_tokens=use.completion_tokens,
            cost="" if use.cost is None else format_plain(use.cost),
        )
    return message


def _write_seconds(message: Timestamp | Duration, seconds: float) -> None:
    message.seconds = int(seconds)
    message.nanos = int(seconds % 1 * 1_000_000_000)


# The table of checks.


def check_infos(policy: PolicySettings) -> list[verify_pb2.CheckInfo]:
    """Every check of this server, with the severities that its settings give."""
    return [
        verify_pb2.CheckInfo(
            name=name,
            summary=check.summary,
            required=name not in policy.optional_checks,
            mode=find_mode(name, policy),
            codes=[_code(code, policy) for code in CODES.values() if code.given_by(name)],
        )
        for name, check in CHECKS.items()
    ]


def _code(code: Code, policy: PolicySettings) -> verify_pb2.CodeInfo:
    changed = policy.severities.get(code.code)
    severity = Severity[changed.upper()] if changed else code.severity
    return verify_pb2.CodeInfo(
        code=code.code, severity=severity.value, summary=code.summary, remedy=code.remedy
    )
