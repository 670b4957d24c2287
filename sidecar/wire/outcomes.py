"""Outcomes between messages and model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, ClassVar

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from google.type import money_pb2
from verifyd.v1 import outcome_service_pb2 as service_pb
from verifyd.v1 import outcomes_pb2 as pb

from sidecar.errors import VerifydError
from sidecar.model.formatting import format_plain
from sidecar.model.outcome import (
    CriterionResult,
    Money,
    OutcomeFault,
    OutcomeResult,
    Range,
    SuccessCriteria,
    SuccessCriterion,
    Task,
    Threshold,
)
from sidecar.model.report import Report
from sidecar.outcomes.criteria import CriteriaReading
from sidecar.outcomes.documents import DocumentUnreadable, parse_documents
from sidecar.outcomes.quantities import MAX_WORDS
from sidecar.settlement.model import split
from sidecar.structure.strict import TooDeep, UnrepairableJson, parse_strictly
from sidecar.wire.evidence import make_too_long, read_printable
from sidecar.wire.requests import Limit

MAX_CRITERIA = 1000
MAX_DOCUMENT_BYTES = 65_536
_NANO = Decimal(10) ** 9


class OutcomeTooLarge(VerifydError):
    """Input, output and metadata of a task are longer than the server allows."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "OUTCOME_TOO_LARGE"


class OutcomeMalformed(VerifydError):
    """Input, output or metadata of a task is no JSON object."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "OUTCOME_MALFORMED"


class CriteriaUnreadable(VerifydError):
    """The document of criteria is none, or not one."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CRITERIA_INVALID"


def list_limits() -> tuple[Limit, ...]:
    """How often the repeated fields of criteria may come; what is fewer is reported as a fault."""
    each = {"SuccessCriteria.criteria": MAX_CRITERIA, "ThresholdWords.values": MAX_WORDS}
    return tuple(Limit((field,), most, _too_many(field)) for field, most in each.items())


def _too_many(field: str) -> Callable[[int], VerifydError]:
    return lambda most: make_too_long(field, most + 1, most, "entries")


def check(request: Any, max_task_bytes: int) -> None:
    """Check the lengths of a request to verify.

    Raises:
        OutcomeTooLarge: If the task is too large.
        VerifydError: ``FIELD_TOO_LONG`` for names that are too long, or not printable.
    """
    for field in ("contract_id", "agent_id"):
        read_name(request, field)
    each = (request.input_json, request.output_json, request.metadata_json)
    size = sum(len(text.encode()) for text in each)
    if size > max_task_bytes:
        message = f"the task has {size} bytes of JSON; the server allows {max_task_bytes}"
        raise OutcomeTooLarge(message, given=size, maximum=max_task_bytes)


def read_name(request: Any, field: str) -> str:
    """A name that a field holds; it may be empty.

    Raises:
        FieldTooLong: If it is too long, or not printable.
    """
    return read_printable(field, getattr(request, field))


def read_task(request: Any, max_depth: int, report: Report | None) -> Task:
    """The task of a request.

    Raises:
        OutcomeMalformed: If a part of it is no JSON object.
    """
    return Task(
        input=_object(request.input_json, "input_json", max_depth),
        output=_object(request.output_json, "output_json", max_depth),
        metadata=_object(request.metadata_json, "metadata_json", max_depth),
        report=report,
        contract_id=request.contract_id,
        agent_id=request.agent_id,
    )


def _object(text: str, field: str, max_depth: int) -> dict[str, Any]:
    if not text and field != "output_json":
        return {}
    try:
        reading = parse_strictly(text, max_depth)
    except UnrepairableJson as error:
        raise OutcomeMalformed(f"{field} is not JSON: {error}", field=field) from None
    except TooDeep:
        message = f"{field} has more than {max_depth} levels"
        raise OutcomeMalformed(message, field=field) from None
    if reading.repeated:
        message = f"{field} has the key {reading.repeated[0]!r:.80} twice in one object"
        raise OutcomeMalformed(message, field=field)
    if not isinstance(reading.value, dict):
        raise OutcomeMalformed(f"{field} is not a JSON object", field=field)
    return reading.value


def read_criteria(request: Any) -> object:
    """The criteria of a request as plain data, in the form that files have.

    Raises:
        CriteriaUnreadable: If there are none, or the document is none.
    """
    source = request.WhichOneof("source")
    if source is None:
        raise CriteriaUnreadable("the request has no criteria", codes="CRITERIA_EMPTY", faults=1)
    if source == "document":
        return _document(request.document)
    return _plain(request.criteria)


def _document(text: str) -> object:
    size = len(text.encode())
    if size > MAX_DOCUMENT_BYTES:
        raise make_too_long("document", size, MAX_DOCUMENT_BYTES, "bytes")
    try:
        found = parse_documents(text.encode())
    except DocumentUnreadable as error:
        message = f"the document is not YAML or JSON: {error}"
        raise CriteriaUnreadable(message, codes="CRITERIA_MALFORMED", faults=1) from None
    if len(found) != 1:
        message = f"the request holds {len(found)} documents of criteria, not one"
        raise CriteriaUnreadable(message, codes="CRITERIA_MALFORMED", faults=1)
    return found[0]


def _plain(message: pb.SuccessCriteria) -> dict[str, Any]:
    found: dict[str, Any] = {"criteria": [_criterion(one) for one in message.criteria]}
    if message.aggregation:
        found["aggregation"] = _name(pb.Aggregation, message.aggregation, "AGGREGATION_")
    if message.HasField("minimum_weighted_score"):
        found["minimum_weighted_score"] = message.minimum_weighted_score
    if message.custom_code:
        found["custom_code"] = message.custom_code
    return found | {"currency": message.currency}


def _criterion(message: pb.SuccessCriterion) -> dict[str, Any]:
    operator = _name(pb.ComparisonOperator, message.comparison, "COMPARISON_OPERATOR_")
    found: dict[str, Any] = {
        "metric": message.metric,
        "metric_type": _name(pb.MetricType, message.metric_type, "METRIC_TYPE_"),
        "comparison": operator,
        "threshold": _threshold(message.threshold),
    }
    for field in ("weight", "required"):
        if message.HasField(field):
            found[field] = getattr(message, field)
    for field in ("bonus", "penalty"):
        if message.HasField(field):
            found[field] = _amount(getattr(message, field))
    return found


def _threshold(message: pb.Threshold) -> object:
    kind = message.WhichOneof("kind")
    if kind == "range":
        each = {"min": message.range.min, "max": message.range.max}
        return {end: given for end, given in each.items() if given}
    if kind == "words":
        return list(message.words.values)
    return getattr(message, kind) if kind else None


def _amount(message: money_pb2.Money) -> dict[str, object]:
    units, nanos = message.units, message.nanos
    amount: object = units + nanos / _NANO
    if abs(nanos) >= _NANO or units * nanos < 0:
        amount = f"{units} units and {nanos} nanos"  # the criteria refuse it in these words
    return {"amount": amount, "currency": message.currency_code or None}


def _name(enum: EnumTypeWrapper, value: int, prefix: str) -> str | None:
    if not value:
        return None
    try:
        return enum.Name(value).removeprefix(prefix).lower()
    except ValueError:  # of a newer contract
        return str(value)


def write_validation(found: CriteriaReading) -> service_pb.ValidateCriteriaResponse:
    """What is wrong with criteria, or how they are understood."""
    response = service_pb.ValidateCriteriaResponse(valid=found.criteria is not None)
    for fault in found.faults:
        response.faults.add(
            code=fault.code,
            index=fault.index,
            metric=fault.metric,
            field=fault.field,
            message=fault.message,
        )
    if found.criteria is not None:
        response.criteria.CopyFrom(write_criteria(found.criteria))
    return response


def write_criteria(criteria: SuccessCriteria) -> pb.SuccessCriteria:
    """Criteria as a message."""
    score = criteria.minimum_weighted_score
    return pb.SuccessCriteria(
        criteria=[_criterion_message(one) for one in criteria.criteria],
        aggregation=f"AGGREGATION_{criteria.aggregation.upper()}",
        minimum_weighted_score=None if score is None else format_plain(score),
        currency=criteria.currency,
        custom_code=criteria.custom_code,
    )


def _criterion_message(one: SuccessCriterion) -> pb.SuccessCriterion:
    return pb.SuccessCriterion(
        metric=one.metric,
        metric_type=f"METRIC_TYPE_{one.metric_type.upper()}",
        comparison=f"COMPARISON_OPERATOR_{one.comparison.upper()}",
        threshold=_threshold_message(one.threshold),
        weight=format_plain(one.weight),
        required=one.required,
        bonus=_write_money(one.bonus),
        penalty=_write_money(one.penalty),
    )


def _threshold_message(threshold: Threshold) -> pb.Threshold:
    if isinstance(threshold, bool):
        return pb.Threshold(flag=threshold)
    if isinstance(threshold, Range):
        ends = pb.ThresholdRange(min=format_plain(threshold.min), max=format_plain(threshold.max))
        return pb.Threshold(range=ends)
    if isinstance(threshold, Decimal):
        return pb.Threshold(number=format_plain(threshold))
    return pb.Threshold(words=pb.ThresholdWords(values=threshold))


def _write_money(given: Money | None) -> money_pb2.Money | None:
    return None if given is None else write_money(given.amount, given.currency)


def write_money(amount: Decimal, currency: str) -> money_pb2.Money | None:
    """An amount as a message; None without a currency."""
    if not currency:
        return None
    units, nanos = split(amount)
    return money_pb2.Money(currency_code=currency, units=units, nanos=nanos)


def write_response(
    result: OutcomeResult, request_id: str, verified_at: float
) -> service_pb.VerifyOutcomeResponse:
    """The reply to a request to verify."""
    message = service_pb.VerifyOutcomeResponse(result=write_result(result), request_id=request_id)
    message.verify_time.FromNanoseconds(int(verified_at * 1e9))
    return message


def write_result(result: OutcomeResult) -> pb.OutcomeResult:
    """A result as a message."""
    score = result.weighted_score
    return pb.OutcomeResult(
        contract_id=result.contract_id,
        success=result.success,
        metrics={name: format_plain(value) for name, value in result.metrics.items()},
        criterion_results=[
            _write_criterion_result(one, result.currency) for one in result.criterion_results
        ],
        weighted_score=None if score is None else format_plain(score),
        bonus=None if result.faults else write_money(result.bonus, result.currency),
        penalty=None if result.faults else write_money(result.penalty, result.currency),
        governance_flags=list(_flags(result)),
        reason=result.reason,
        digest=result.digest,
        custom_code_digest=result.custom_code_digest,
        faults=[_fault(fault) for fault in result.faults],
    )


def _fault(fault: OutcomeFault) -> pb.OutcomeFault:
    return pb.OutcomeFault(
        reason=fault.reason, detail=fault.detail, metric=fault.metric, message=fault.message
    )


def _write_criterion_result(one: CriterionResult, currency: str) -> pb.CriterionResult:
    criterion = one.criterion
    return pb.CriterionResult(
        metric=criterion.metric,
        value=None if one.value is None else format_plain(one.value),
        threshold=_threshold_message(criterion.threshold),
        comparison=f"COMPARISON_OPERATOR_{criterion.comparison.upper()}",
        met=one.met,
        weight=format_plain(criterion.weight),
        required=criterion.required,
        bonus=write_money(one.bonus, currency) if one.bonus else None,
        penalty=write_money(one.penalty, currency) if one.penalty else None,
        error=one.error,
        reason=one.reason,
        fault=one.fault,
    )


def _flags(result: OutcomeResult) -> Iterator[pb.GovernanceFlag]:
    for flag in result.governance_flags:
        yield pb.GovernanceFlag(
            code=flag.code, metric=flag.metric, message=flag.message, refused=flag.refuses
        )
