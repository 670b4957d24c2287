import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from verifyd.v1 import evidence_pb2 as _evidence_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EvidenceFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVIDENCE_FORMAT_UNSPECIFIED: _ClassVar[EvidenceFormat]
    EVIDENCE_FORMAT_ARROW: _ClassVar[EvidenceFormat]
    EVIDENCE_FORMAT_JSON: _ClassVar[EvidenceFormat]
    EVIDENCE_FORMAT_ROWS: _ClassVar[EvidenceFormat]
EVIDENCE_FORMAT_UNSPECIFIED: EvidenceFormat
EVIDENCE_FORMAT_ARROW: EvidenceFormat
EVIDENCE_FORMAT_JSON: EvidenceFormat
EVIDENCE_FORMAT_ROWS: EvidenceFormat

class PutQueryResultRequest(_message.Message):
    __slots__ = ("header", "chunk")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    header: PutQueryResultHeader
    chunk: bytes
    def __init__(self, header: _Optional[_Union[PutQueryResultHeader, _Mapping]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class PutQueryResultHeader(_message.Message):
    __slots__ = ("query_id", "family", "title", "columns", "format", "as_of", "expires_at", "row_count", "row_limit", "control_totals")
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    ROW_LIMIT_FIELD_NUMBER: _ClassVar[int]
    CONTROL_TOTALS_FIELD_NUMBER: _ClassVar[int]
    query_id: str
    family: str
    title: str
    columns: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Column]
    format: EvidenceFormat
    as_of: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    row_count: int
    row_limit: int
    control_totals: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.ControlTotal]
    def __init__(self, query_id: _Optional[str] = ..., family: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[_Iterable[_Union[_evidence_pb2.Column, _Mapping]]] = ..., format: _Optional[_Union[EvidenceFormat, str]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., row_count: _Optional[int] = ..., row_limit: _Optional[int] = ..., control_totals: _Optional[_Iterable[_Union[_evidence_pb2.ControlTotal, _Mapping]]] = ...) -> None: ...

class PutQueryResultResponse(_message.Message):
    __slots__ = ("handle", "info", "already_present")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    ALREADY_PRESENT_FIELD_NUMBER: _ClassVar[int]
    handle: str
    info: EvidenceInfo
    already_present: bool
    def __init__(self, handle: _Optional[str] = ..., info: _Optional[_Union[EvidenceInfo, _Mapping]] = ..., already_present: _Optional[bool] = ...) -> None: ...

class PutSourceRequest(_message.Message):
    __slots__ = ("source",)
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    source: _evidence_pb2.Source
    def __init__(self, source: _Optional[_Union[_evidence_pb2.Source, _Mapping]] = ...) -> None: ...

class PutSourceResponse(_message.Message):
    __slots__ = ("handle", "info", "already_present")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    ALREADY_PRESENT_FIELD_NUMBER: _ClassVar[int]
    handle: str
    info: EvidenceInfo
    already_present: bool
    def __init__(self, handle: _Optional[str] = ..., info: _Optional[_Union[EvidenceInfo, _Mapping]] = ..., already_present: _Optional[bool] = ...) -> None: ...

class GetEvidenceRequest(_message.Message):
    __slots__ = ("handle",)
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    handle: str
    def __init__(self, handle: _Optional[str] = ...) -> None: ...

class GetEvidenceResponse(_message.Message):
    __slots__ = ("info",)
    INFO_FIELD_NUMBER: _ClassVar[int]
    info: EvidenceInfo
    def __init__(self, info: _Optional[_Union[EvidenceInfo, _Mapping]] = ...) -> None: ...

class DeleteEvidenceRequest(_message.Message):
    __slots__ = ("handle",)
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    handle: str
    def __init__(self, handle: _Optional[str] = ...) -> None: ...

class DeleteEvidenceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EvidenceInfo(_message.Message):
    __slots__ = ("handle", "query_id", "family", "title", "columns", "row_count", "number_count", "memory_bytes", "expire_time", "source", "text_bytes")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_COUNT_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TEXT_BYTES_FIELD_NUMBER: _ClassVar[int]
    handle: str
    query_id: str
    family: str
    title: str
    columns: _containers.RepeatedCompositeFieldContainer[_evidence_pb2.Column]
    row_count: int
    number_count: int
    memory_bytes: int
    expire_time: _timestamp_pb2.Timestamp
    source: _evidence_pb2.Source
    text_bytes: int
    def __init__(self, handle: _Optional[str] = ..., query_id: _Optional[str] = ..., family: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[_Iterable[_Union[_evidence_pb2.Column, _Mapping]]] = ..., row_count: _Optional[int] = ..., number_count: _Optional[int] = ..., memory_bytes: _Optional[int] = ..., expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., source: _Optional[_Union[_evidence_pb2.Source, _Mapping]] = ..., text_bytes: _Optional[int] = ...) -> None: ...
