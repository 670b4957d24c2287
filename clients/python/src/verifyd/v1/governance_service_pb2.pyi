from verifyd.v1 import outcomes_pb2 as _outcomes_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ValidateOutcomeRequest(_message.Message):
    __slots__ = ("contract_id", "agent_id", "claimed_metrics", "execution_context_json", "input_digest", "output_digest")
    class ClaimedMetricsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CONTRACT_ID_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_METRICS_FIELD_NUMBER: _ClassVar[int]
    EXECUTION_CONTEXT_JSON_FIELD_NUMBER: _ClassVar[int]
    INPUT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    contract_id: str
    agent_id: str
    claimed_metrics: _containers.ScalarMap[str, str]
    execution_context_json: str
    input_digest: str
    output_digest: str
    def __init__(self, contract_id: _Optional[str] = ..., agent_id: _Optional[str] = ..., claimed_metrics: _Optional[_Mapping[str, str]] = ..., execution_context_json: _Optional[str] = ..., input_digest: _Optional[str] = ..., output_digest: _Optional[str] = ...) -> None: ...

class ValidateOutcomeResponse(_message.Message):
    __slots__ = ("valid", "flags")
    VALID_FIELD_NUMBER: _ClassVar[int]
    FLAGS_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    flags: _containers.RepeatedCompositeFieldContainer[_outcomes_pb2.GovernanceFlag]
    def __init__(self, valid: _Optional[bool] = ..., flags: _Optional[_Iterable[_Union[_outcomes_pb2.GovernanceFlag, _Mapping]]] = ...) -> None: ...
