import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Evidence(_message.Message):
    __slots__ = ("query_results", "handles", "items", "sources")
    QUERY_RESULTS_FIELD_NUMBER: _ClassVar[int]
    HANDLES_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    query_results: _containers.RepeatedCompositeFieldContainer[QueryResult]
    handles: _containers.RepeatedScalarFieldContainer[str]
    items: _containers.RepeatedCompositeFieldContainer[EvidenceItem]
    sources: _containers.RepeatedCompositeFieldContainer[Source]
    def __init__(self, query_results: _Optional[_Iterable[_Union[QueryResult, _Mapping]]] = ..., handles: _Optional[_Iterable[str]] = ..., items: _Optional[_Iterable[_Union[EvidenceItem, _Mapping]]] = ..., sources: _Optional[_Iterable[_Union[Source, _Mapping]]] = ...) -> None: ...

class EvidenceItem(_message.Message):
    __slots__ = ("id", "text", "kind", "provenance", "relevance", "title")
    ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    RELEVANCE_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    text: str
    kind: str
    provenance: str
    relevance: float
    title: str
    def __init__(self, id: _Optional[str] = ..., text: _Optional[str] = ..., kind: _Optional[str] = ..., provenance: _Optional[str] = ..., relevance: _Optional[float] = ..., title: _Optional[str] = ...) -> None: ...

class Source(_message.Message):
    __slots__ = ("id", "number", "family", "title", "url", "text", "relevance", "citation_optional")
    ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    RELEVANCE_FIELD_NUMBER: _ClassVar[int]
    CITATION_OPTIONAL_FIELD_NUMBER: _ClassVar[int]
    id: str
    number: int
    family: str
    title: str
    url: str
    text: str
    relevance: float
    citation_optional: bool
    def __init__(self, id: _Optional[str] = ..., number: _Optional[int] = ..., family: _Optional[str] = ..., title: _Optional[str] = ..., url: _Optional[str] = ..., text: _Optional[str] = ..., relevance: _Optional[float] = ..., citation_optional: _Optional[bool] = ...) -> None: ...

class QueryResult(_message.Message):
    __slots__ = ("query_id", "family", "title", "columns", "arrow", "json", "rows", "as_of", "expires_at", "row_count", "row_limit", "control_totals")
    QUERY_ID_FIELD_NUMBER: _ClassVar[int]
    FAMILY_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ARROW_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    ROW_LIMIT_FIELD_NUMBER: _ClassVar[int]
    CONTROL_TOTALS_FIELD_NUMBER: _ClassVar[int]
    query_id: str
    family: str
    title: str
    columns: _containers.RepeatedCompositeFieldContainer[Column]
    arrow: bytes
    json: str
    rows: Rows
    as_of: _timestamp_pb2.Timestamp
    expires_at: _timestamp_pb2.Timestamp
    row_count: int
    row_limit: int
    control_totals: _containers.RepeatedCompositeFieldContainer[ControlTotal]
    def __init__(self, query_id: _Optional[str] = ..., family: _Optional[str] = ..., title: _Optional[str] = ..., columns: _Optional[_Iterable[_Union[Column, _Mapping]]] = ..., arrow: _Optional[bytes] = ..., json: _Optional[str] = ..., rows: _Optional[_Union[Rows, _Mapping]] = ..., as_of: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., row_count: _Optional[int] = ..., row_limit: _Optional[int] = ..., control_totals: _Optional[_Iterable[_Union[ControlTotal, _Mapping]]] = ...) -> None: ...

class ControlTotal(_message.Message):
    __slots__ = ("column", "sum")
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    SUM_FIELD_NUMBER: _ClassVar[int]
    column: str
    sum: str
    def __init__(self, column: _Optional[str] = ..., sum: _Optional[str] = ...) -> None: ...

class Column(_message.Message):
    __slots__ = ("name", "label", "description", "unit", "synonyms")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    SYNONYMS_FIELD_NUMBER: _ClassVar[int]
    name: str
    label: str
    description: str
    unit: str
    synonyms: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., label: _Optional[str] = ..., description: _Optional[str] = ..., unit: _Optional[str] = ..., synonyms: _Optional[_Iterable[str]] = ...) -> None: ...

class Rows(_message.Message):
    __slots__ = ("columns", "rows")
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    columns: _containers.RepeatedScalarFieldContainer[str]
    rows: _containers.RepeatedCompositeFieldContainer[Row]
    def __init__(self, columns: _Optional[_Iterable[str]] = ..., rows: _Optional[_Iterable[_Union[Row, _Mapping]]] = ...) -> None: ...

class Row(_message.Message):
    __slots__ = ("cells",)
    CELLS_FIELD_NUMBER: _ClassVar[int]
    cells: _containers.RepeatedCompositeFieldContainer[Cell]
    def __init__(self, cells: _Optional[_Iterable[_Union[Cell, _Mapping]]] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("text", "number", "integer", "boolean", "decimal", "date")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    BOOLEAN_FIELD_NUMBER: _ClassVar[int]
    DECIMAL_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    text: str
    number: float
    integer: int
    boolean: bool
    decimal: str
    date: str
    def __init__(self, text: _Optional[str] = ..., number: _Optional[float] = ..., integer: _Optional[int] = ..., boolean: _Optional[bool] = ..., decimal: _Optional[str] = ..., date: _Optional[str] = ...) -> None: ...
