import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import money_pb2 as _money_pb2
from verifyd.v1 import outcomes_pb2 as _outcomes_pb2
from verifyd.v1 import settlement_pb2 as _settlement_pb2
from verifyd.v1 import statement_pb2 as _statement_pb2
from verifyd.v1 import verify_pb2 as _verify_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ValidateCriteriaRequest(_message.Message):
    __slots__ = ("criteria", "document")
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    criteria: _outcomes_pb2.SuccessCriteria
    document: str
    def __init__(self, criteria: _Optional[_Union[_outcomes_pb2.SuccessCriteria, _Mapping]] = ..., document: _Optional[str] = ...) -> None: ...

class ValidateCriteriaResponse(_message.Message):
    __slots__ = ("valid", "faults", "criteria")
    VALID_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    faults: _containers.RepeatedCompositeFieldContainer[_outcomes_pb2.CriteriaFault]
    criteria: _outcomes_pb2.SuccessCriteria
    def __init__(self, valid: _Optional[bool] = ..., faults: _Optional[_Iterable[_Union[_outcomes_pb2.CriteriaFault, _Mapping]]] = ..., criteria: _Optional[_Union[_outcomes_pb2.SuccessCriteria, _Mapping]] = ...) -> None: ...

class VerifyOutcomeRequest(_message.Message):
    __slots__ = ("contract_id", "criteria", "document", "input_json", "output_json", "metadata_json", "agent_id", "verify", "base_cost", "max_bonus", "max_penalty", "max_total")
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    METADATA_JSON_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    VERIFY_FIELD_NUMBER: _ClassVar[int]
    BASE_COST_FIELD_NUMBER: _ClassVar[int]
    MAX_BONUS_FIELD_NUMBER: _ClassVar[int]
    MAX_PENALTY_FIELD_NUMBER: _ClassVar[int]
    MAX_TOTAL_FIELD_NUMBER: _ClassVar[int]
    contract_id: str
    criteria: _outcomes_pb2.SuccessCriteria
    document: str
    input_json: str
    output_json: str
    metadata_json: str
    agent_id: str
    verify: _verify_pb2.VerifyRequest
    base_cost: _money_pb2.Money
    max_bonus: _money_pb2.Money
    max_penalty: _money_pb2.Money
    max_total: _money_pb2.Money
    def __init__(self, contract_id: _Optional[str] = ..., criteria: _Optional[_Union[_outcomes_pb2.SuccessCriteria, _Mapping]] = ..., document: _Optional[str] = ..., input_json: _Optional[str] = ..., output_json: _Optional[str] = ..., metadata_json: _Optional[str] = ..., agent_id: _Optional[str] = ..., verify: _Optional[_Union[_verify_pb2.VerifyRequest, _Mapping]] = ..., base_cost: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_total: _Optional[_Union[_money_pb2.Money, _Mapping]] = ...) -> None: ...

class VerifyOutcomeResponse(_message.Message):
    __slots__ = ("result", "verify_time", "request_id", "cost")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    VERIFY_TIME_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    result: _outcomes_pb2.OutcomeResult
    verify_time: _timestamp_pb2.Timestamp
    request_id: str
    cost: _settlement_pb2.SettlementBreakdown
    def __init__(self, result: _Optional[_Union[_outcomes_pb2.OutcomeResult, _Mapping]] = ..., verify_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., request_id: _Optional[str] = ..., cost: _Optional[_Union[_settlement_pb2.SettlementBreakdown, _Mapping]] = ...) -> None: ...

class SettleOutcomeRequest(_message.Message):
    __slots__ = ("outcome", "key", "base_cost", "max_bonus", "max_penalty", "max_total", "consumer_id", "domain")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    BASE_COST_FIELD_NUMBER: _ClassVar[int]
    MAX_BONUS_FIELD_NUMBER: _ClassVar[int]
    MAX_PENALTY_FIELD_NUMBER: _ClassVar[int]
    MAX_TOTAL_FIELD_NUMBER: _ClassVar[int]
    CONSUMER_ID_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    outcome: VerifyOutcomeRequest
    key: str
    base_cost: _money_pb2.Money
    max_bonus: _money_pb2.Money
    max_penalty: _money_pb2.Money
    max_total: _money_pb2.Money
    consumer_id: str
    domain: str
    def __init__(self, outcome: _Optional[_Union[VerifyOutcomeRequest, _Mapping]] = ..., key: _Optional[str] = ..., base_cost: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_bonus: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_penalty: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., max_total: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., consumer_id: _Optional[str] = ..., domain: _Optional[str] = ...) -> None: ...

class SettleOutcomeResponse(_message.Message):
    __slots__ = ("settlement", "result", "replayed", "request_id")
    SETTLEMENT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    settlement: _settlement_pb2.Settlement
    result: _outcomes_pb2.OutcomeResult
    replayed: bool
    request_id: str
    def __init__(self, settlement: _Optional[_Union[_settlement_pb2.Settlement, _Mapping]] = ..., result: _Optional[_Union[_outcomes_pb2.OutcomeResult, _Mapping]] = ..., replayed: _Optional[bool] = ..., request_id: _Optional[str] = ...) -> None: ...

class ReverseSettlementRequest(_message.Message):
    __slots__ = ("settlement_id", "contract_id", "key", "reason")
    SETTLEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    settlement_id: str
    contract_id: str
    key: str
    reason: str
    def __init__(self, settlement_id: _Optional[str] = ..., contract_id: _Optional[str] = ..., key: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ReverseSettlementResponse(_message.Message):
    __slots__ = ("reversal", "replayed")
    REVERSAL_FIELD_NUMBER: _ClassVar[int]
    REPLAYED_FIELD_NUMBER: _ClassVar[int]
    reversal: _settlement_pb2.Settlement
    replayed: bool
    def __init__(self, reversal: _Optional[_Union[_settlement_pb2.Settlement, _Mapping]] = ..., replayed: _Optional[bool] = ...) -> None: ...

class GetOutcomeRequest(_message.Message):
    __slots__ = ("settlement_id",)
    SETTLEMENT_ID_FIELD_NUMBER: _ClassVar[int]
    settlement_id: str
    def __init__(self, settlement_id: _Optional[str] = ...) -> None: ...

class GetOutcomeResponse(_message.Message):
    __slots__ = ("outcome",)
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    outcome: _settlement_pb2.OutcomeRecord
    def __init__(self, outcome: _Optional[_Union[_settlement_pb2.OutcomeRecord, _Mapping]] = ...) -> None: ...

class ListOutcomesRequest(_message.Message):
    __slots__ = ("agent_id", "consumer_id", "domain", "contract_id", "since", "until", "success", "kind", "page_size", "page_token", "reversed")
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONSUMER_ID_FIELD_NUMBER: _ClassVar[int]
    DOMAIN_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REVERSED_FIELD_NUMBER: _ClassVar[int]
    agent_id: str
    consumer_id: str
    domain: str
    contract_id: str
    since: _timestamp_pb2.Timestamp
    until: _timestamp_pb2.Timestamp
    success: bool
    kind: _settlement_pb2.SettlementKind
    page_size: int
    page_token: str
    reversed: bool
    def __init__(self, agent_id: _Optional[str] = ..., consumer_id: _Optional[str] = ..., domain: _Optional[str] = ..., contract_id: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., success: _Optional[bool] = ..., kind: _Optional[_Union[_settlement_pb2.SettlementKind, str]] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., reversed: _Optional[bool] = ...) -> None: ...

class ListOutcomesResponse(_message.Message):
    __slots__ = ("outcomes", "next_page_token")
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    outcomes: _containers.RepeatedCompositeFieldContainer[_settlement_pb2.OutcomeRecord]
    next_page_token: str
    def __init__(self, outcomes: _Optional[_Iterable[_Union[_settlement_pb2.OutcomeRecord, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetStatementRequest(_message.Message):
    __slots__ = ("agent_id", "consumer_id", "since", "until")
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONSUMER_ID_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    agent_id: str
    consumer_id: str
    since: _timestamp_pb2.Timestamp
    until: _timestamp_pb2.Timestamp
    def __init__(self, agent_id: _Optional[str] = ..., consumer_id: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class GetStatementResponse(_message.Message):
    __slots__ = ("statement",)
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    statement: _statement_pb2.Statement
    def __init__(self, statement: _Optional[_Union[_statement_pb2.Statement, _Mapping]] = ...) -> None: ...
