import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from verifyd.v1 import outcomes_pb2 as _outcomes_pb2
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
    __slots__ = ("contract_id", "criteria", "document", "input_json", "output_json", "metadata_json", "agent_id", "verify")
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    CRITERIA_FIELD_NUMBER: _ClassVar[int]
    DOCUMENT_FIELD_NUMBER: _ClassVar[int]
    INPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_JSON_FIELD_NUMBER: _ClassVar[int]
    METADATA_JSON_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    VERIFY_FIELD_NUMBER: _ClassVar[int]
    contract_id: str
    criteria: _outcomes_pb2.SuccessCriteria
    document: str
    input_json: str
    output_json: str
    metadata_json: str
    agent_id: str
    verify: _verify_pb2.VerifyRequest
    def __init__(self, contract_id: _Optional[str] = ..., criteria: _Optional[_Union[_outcomes_pb2.SuccessCriteria, _Mapping]] = ..., document: _Optional[str] = ..., input_json: _Optional[str] = ..., output_json: _Optional[str] = ..., metadata_json: _Optional[str] = ..., agent_id: _Optional[str] = ..., verify: _Optional[_Union[_verify_pb2.VerifyRequest, _Mapping]] = ...) -> None: ...

class VerifyOutcomeResponse(_message.Message):
    __slots__ = ("result", "verify_time", "request_id")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    VERIFY_TIME_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    result: _outcomes_pb2.OutcomeResult
    verify_time: _timestamp_pb2.Timestamp
    request_id: str
    def __init__(self, result: _Optional[_Union[_outcomes_pb2.OutcomeResult, _Mapping]] = ..., verify_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...
