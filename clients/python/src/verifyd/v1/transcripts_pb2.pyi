from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TranscriptForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRANSCRIPT_FORM_UNSPECIFIED: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_OPENAI_CHAT: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_OPENAI_RESPONSES: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_ANTHROPIC: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_GEMINI: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_LANGCHAIN: _ClassVar[TranscriptForm]
    TRANSCRIPT_FORM_OPENTELEMETRY: _ClassVar[TranscriptForm]
TRANSCRIPT_FORM_UNSPECIFIED: TranscriptForm
TRANSCRIPT_FORM_OPENAI_CHAT: TranscriptForm
TRANSCRIPT_FORM_OPENAI_RESPONSES: TranscriptForm
TRANSCRIPT_FORM_ANTHROPIC: TranscriptForm
TRANSCRIPT_FORM_GEMINI: TranscriptForm
TRANSCRIPT_FORM_LANGCHAIN: TranscriptForm
TRANSCRIPT_FORM_OPENTELEMETRY: TranscriptForm

class Transcript(_message.Message):
    __slots__ = ("messages", "form", "tools")
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    TOOLS_FIELD_NUMBER: _ClassVar[int]
    messages: str
    form: TranscriptForm
    tools: _containers.RepeatedCompositeFieldContainer[ToolDefinition]
    def __init__(self, messages: _Optional[str] = ..., form: _Optional[_Union[TranscriptForm, str]] = ..., tools: _Optional[_Iterable[_Union[ToolDefinition, _Mapping]]] = ...) -> None: ...

class ToolDefinition(_message.Message):
    __slots__ = ("name", "description", "schema_json")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    SCHEMA_JSON_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    schema_json: str
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., schema_json: _Optional[str] = ...) -> None: ...
