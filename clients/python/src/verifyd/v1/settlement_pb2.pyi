import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import money_pb2 as _money_pb2
from verifyd.v1 import outcomes_pb2 as _outcomes_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SettlementKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SETTLEMENT_KIND_UNSPECIFIED: _ClassVar[SettlementKind]
    SETTLEMENT_KIND_SETTLEMENT: _ClassVar[SettlementKind]
    SETTLEMENT_KIND_REVERSAL: _ClassVar[SettlementKind]
SETTLEMENT_KIND_UNSPECIFIED: SettlementKind
SETTLEMENT_KIND_SETTLEMENT: SettlementKind
SETTLEMENT_KIND_REVERSAL: SettlementKind

class Settlement(_message.Message):
    __slots__ = ("id", "contract_id", "key", "agent_id", "consumer_id", "domain", "kind", "create_time", "currency", "breakdown", "success", "reversed_by", "reverses", "reason", "record_digest", "audit_sequence", "audit_digest", "body_digest", "actor")
    ID_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONSUMER_ID_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_FIELD_NUMBER: _ClassVar[int]
    BREAKDOWN_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    REVERSED_BY_FIELD_NUMBER: _ClassVar[int]
    REVERSES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RECORD_DIGEST_FIELD_NUMBER: _ClassVar[int]
    AUDIT_SEQUENCE_FIELD_NUMBER: _ClassVar[int]
    AUDIT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    BODY_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ACTOR_FIELD_NUMBER: _ClassVar[int]
    id: str
    contract_id: str
    key: str
    agent_id: str
    consumer_id: str
    domain: str
    kind: SettlementKind
    create_time: _timestamp_pb2.Timestamp
    currency: str
    breakdown: SettlementBreakdown
    success: bool
    reversed_by: str
    reverses: str
    reason: str
    record_digest: str
    audit_sequence: int
    audit_digest: str
    body_digest: str
    actor: str
    def __init__(self, id: _Optional[str] = ..., contract_id: _Optional[str] = ..., key: _Optional[str] = ..., agent_id: _Optional[str] = ..., consumer_id: _Optional[str] = ..., domain: _Optional[str] = ..., kind: _Optional[_Union[SettlementKind, str]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., currency: _Optional[str] = ..., breakdown: _Optional[_Union[SettlementBreakdown, _Mapping]] = ..., success: _Optional[bool] = ..., reversed_by: _Optional[str] = ..., reverses: _Optional[str] = ..., reason: _Optional[str] = ..., record_digest: _Optional[str] = ..., audit_sequence: _Optional[int] = ..., audit_digest: _Optional[str] = ..., body_digest: _Optional[str] = ..., actor: _Optional[str] = ...) -> None: ...

class SettlementBreakdown(_message.Message):
    __slots__ = ("base", "bonus", "bonus_capped", "penalty", "penalty_capped", "floor", "total_capped", "rounding", "total")
    BASE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    BONUS_CAPPED_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    PENALTY_CAPPED_FIELD_NUMBER: _ClassVar[int]
    FLOOR_FIELD_NUMBER: _ClassVar[int]
    TOTAL_CAPPED_FIELD_NUMBER: _ClassVar[int]
    ROUNDING_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    base: _money_pb2.Money
    bonus: _money_pb2.Money
    bonus_capped: _money_pb2.Money
    penalty: _money_pb2.Money
    penalty_capped: _money_pb2.Money
    floor: _money_pb2.Money
    total_capped: _money_pb2.Money
    rounding: _money_pb2.Money
    total: _money_pb2.Money
    def __init__(self, base: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., bonus_capped: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., penalty_capped: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., floor: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., total_capped: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., rounding: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., total: _Optional[_Union[_money_pb2.Money, _Mapping]] = ...) -> None: ...

class OutcomeRecord(_message.Message):
    __slots__ = ("settlement", "success_criteria", "result", "execution_metadata_json", "billing")
    SETTLEMENT_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_CRITERIA_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    EXECUTION_METADATA_JSON_FIELD_NUMBER: _ClassVar[int]
    BILLING_FIELD_NUMBER: _ClassVar[int]
    settlement: Settlement
    success_criteria: _outcomes_pb2.SuccessCriteria
    result: _outcomes_pb2.OutcomeResult
    execution_metadata_json: str
    billing: SettlementBreakdown
    def __init__(self, settlement: _Optional[_Union[Settlement, _Mapping]] = ..., success_criteria: _Optional[_Union[_outcomes_pb2.SuccessCriteria, _Mapping]] = ..., result: _Optional[_Union[_outcomes_pb2.OutcomeResult, _Mapping]] = ..., execution_metadata_json: _Optional[str] = ..., billing: _Optional[_Union[SettlementBreakdown, _Mapping]] = ...) -> None: ...
