from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ToolRule(_message.Message):
    __slots__ = ("tool", "argument", "origins")
    TOOL_FIELD_NUMBER: _ClassVar[int]
    ARGUMENT_FIELD_NUMBER: _ClassVar[int]
    ORIGINS_FIELD_NUMBER: _ClassVar[int]
    tool: str
    argument: str
    origins: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, tool: _Optional[str] = ..., argument: _Optional[str] = ..., origins: _Optional[_Iterable[str]] = ...) -> None: ...

class ArgumentsDetail(_message.Message):
    __slots__ = ("tool", "values_total", "values_supported", "arguments")
    TOOL_FIELD_NUMBER: _ClassVar[int]
    VALUES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    VALUES_SUPPORTED_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    tool: str
    values_total: int
    values_supported: int
    arguments: _containers.RepeatedCompositeFieldContainer[ArgumentValue]
    def __init__(self, tool: _Optional[str] = ..., values_total: _Optional[int] = ..., values_supported: _Optional[int] = ..., arguments: _Optional[_Iterable[_Union[ArgumentValue, _Mapping]]] = ...) -> None: ...

class ArgumentValue(_message.Message):
    __slots__ = ("path", "span", "kind", "verdict", "origin")
    PATH_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    path: str
    span: _common_pb2.Span
    kind: str
    verdict: _common_pb2.Verdict
    origin: ValueOrigin
    def __init__(self, path: _Optional[str] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., kind: _Optional[str] = ..., verdict: _Optional[_Union[_common_pb2.Verdict, str]] = ..., origin: _Optional[_Union[ValueOrigin, _Mapping]] = ...) -> None: ...

class ValueOrigin(_message.Message):
    __slots__ = ("kind", "message_index", "tool", "call_id", "location")
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_INDEX_FIELD_NUMBER: _ClassVar[int]
    TOOL_FIELD_NUMBER: _ClassVar[int]
    CALL_ID_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    kind: str
    message_index: int
    tool: str
    call_id: str
    location: str
    def __init__(self, kind: _Optional[str] = ..., message_index: _Optional[int] = ..., tool: _Optional[str] = ..., call_id: _Optional[str] = ..., location: _Optional[str] = ...) -> None: ...
