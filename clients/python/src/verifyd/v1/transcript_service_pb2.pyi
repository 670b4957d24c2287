from verifyd.v1 import arguments_pb2 as _arguments_pb2
from verifyd.v1 import common_pb2 as _common_pb2
from verifyd.v1 import report_pb2 as _report_pb2
from verifyd.v1 import transcripts_pb2 as _transcripts_pb2
from verifyd.v1 import verify_pb2 as _verify_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ToolCallScope(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOOL_CALL_SCOPE_UNSPECIFIED: _ClassVar[ToolCallScope]
    TOOL_CALL_SCOPE_MESSAGE: _ClassVar[ToolCallScope]
    TOOL_CALL_SCOPE_ALL: _ClassVar[ToolCallScope]
    TOOL_CALL_SCOPE_NONE: _ClassVar[ToolCallScope]
TOOL_CALL_SCOPE_UNSPECIFIED: ToolCallScope
TOOL_CALL_SCOPE_MESSAGE: ToolCallScope
TOOL_CALL_SCOPE_ALL: ToolCallScope
TOOL_CALL_SCOPE_NONE: ToolCallScope

class VerifyTranscriptRequest(_message.Message):
    __slots__ = ("transcript", "request", "message_index", "rules", "tool_calls")
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_INDEX_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    transcript: _transcripts_pb2.Transcript
    request: _verify_pb2.VerifyRequest
    message_index: int
    rules: _containers.RepeatedCompositeFieldContainer[_arguments_pb2.ToolRule]
    tool_calls: ToolCallScope
    def __init__(self, transcript: _Optional[_Union[_transcripts_pb2.Transcript, _Mapping]] = ..., request: _Optional[_Union[_verify_pb2.VerifyRequest, _Mapping]] = ..., message_index: _Optional[int] = ..., rules: _Optional[_Iterable[_Union[_arguments_pb2.ToolRule, _Mapping]]] = ..., tool_calls: _Optional[_Union[ToolCallScope, str]] = ...) -> None: ...

class VerifyTranscriptResponse(_message.Message):
    __slots__ = ("decision", "action", "response", "narrative", "message_index", "results", "tool_calls", "passed_over")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    NARRATIVE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_INDEX_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    TOOL_CALLS_FIELD_NUMBER: _ClassVar[int]
    PASSED_OVER_FIELD_NUMBER: _ClassVar[int]
    decision: _report_pb2.Decision
    action: _report_pb2.Action
    response: _verify_pb2.VerifyResponse
    narrative: str
    message_index: int
    results: _containers.RepeatedCompositeFieldContainer[ToolResultReading]
    tool_calls: _containers.RepeatedCompositeFieldContainer[ToolCallReport]
    passed_over: _containers.RepeatedCompositeFieldContainer[_common_pb2.PassedOver]
    def __init__(self, decision: _Optional[_Union[_report_pb2.Decision, str]] = ..., action: _Optional[_Union[_report_pb2.Action, str]] = ..., response: _Optional[_Union[_verify_pb2.VerifyResponse, _Mapping]] = ..., narrative: _Optional[str] = ..., message_index: _Optional[int] = ..., results: _Optional[_Iterable[_Union[ToolResultReading, _Mapping]]] = ..., tool_calls: _Optional[_Iterable[_Union[ToolCallReport, _Mapping]]] = ..., passed_over: _Optional[_Iterable[_Union[_common_pb2.PassedOver, _Mapping]]] = ...) -> None: ...

class ToolResultReading(_message.Message):
    __slots__ = ("message_index", "call_id", "tool", "query_ids", "source_ids", "unread")
    MESSAGE_INDEX_FIELD_NUMBER: _ClassVar[int]
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    TOOL_FIELD_NUMBER: _ClassVar[int]
    QUERY_IDS_FIELD_NUMBER: _ClassVar[int]
    SOURCE_IDS_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FIELD_NUMBER: _ClassVar[int]
    message_index: int
    call_id: str
    tool: str
    query_ids: _containers.RepeatedScalarFieldContainer[str]
    source_ids: _containers.RepeatedScalarFieldContainer[str]
    unread: str
    def __init__(self, message_index: _Optional[int] = ..., call_id: _Optional[str] = ..., tool: _Optional[str] = ..., query_ids: _Optional[_Iterable[str]] = ..., source_ids: _Optional[_Iterable[str]] = ..., unread: _Optional[str] = ...) -> None: ...

class ToolCallReport(_message.Message):
    __slots__ = ("message_index", "call_id", "tool", "arguments_json", "report")
    MESSAGE_INDEX_FIELD_NUMBER: _ClassVar[int]
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    TOOL_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_JSON_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    message_index: int
    call_id: str
    tool: str
    arguments_json: str
    report: _report_pb2.Report
    def __init__(self, message_index: _Optional[int] = ..., call_id: _Optional[str] = ..., tool: _Optional[str] = ..., arguments_json: _Optional[str] = ..., report: _Optional[_Union[_report_pb2.Report, _Mapping]] = ...) -> None: ...

class VerifyToolCallRequest(_message.Message):
    __slots__ = ("transcript", "call", "rules", "today", "detail", "overrides", "request_id", "agent_id")
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TODAY_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    OVERRIDES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    transcript: _transcripts_pb2.Transcript
    call: ToolCall
    rules: _containers.RepeatedCompositeFieldContainer[_arguments_pb2.ToolRule]
    today: str
    detail: _verify_pb2.Detail
    overrides: _verify_pb2.Overrides
    request_id: str
    agent_id: str
    def __init__(self, transcript: _Optional[_Union[_transcripts_pb2.Transcript, _Mapping]] = ..., call: _Optional[_Union[ToolCall, _Mapping]] = ..., rules: _Optional[_Iterable[_Union[_arguments_pb2.ToolRule, _Mapping]]] = ..., today: _Optional[str] = ..., detail: _Optional[_Union[_verify_pb2.Detail, str]] = ..., overrides: _Optional[_Union[_verify_pb2.Overrides, _Mapping]] = ..., request_id: _Optional[str] = ..., agent_id: _Optional[str] = ...) -> None: ...

class ToolCall(_message.Message):
    __slots__ = ("id", "tool", "arguments_json")
    ID_FIELD_NUMBER: _ClassVar[int]
    TOOL_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_JSON_FIELD_NUMBER: _ClassVar[int]
    id: str
    tool: str
    arguments_json: str
    def __init__(self, id: _Optional[str] = ..., tool: _Optional[str] = ..., arguments_json: _Optional[str] = ...) -> None: ...

class VerifyToolCallResponse(_message.Message):
    __slots__ = ("response", "arguments_json")
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_JSON_FIELD_NUMBER: _ClassVar[int]
    response: _verify_pb2.VerifyResponse
    arguments_json: str
    def __init__(self, response: _Optional[_Union[_verify_pb2.VerifyResponse, _Mapping]] = ..., arguments_json: _Optional[str] = ...) -> None: ...
