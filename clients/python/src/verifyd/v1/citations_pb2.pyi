from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CitationForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CITATION_FORM_UNSPECIFIED: _ClassVar[CitationForm]
    CITATION_FORM_ID: _ClassVar[CitationForm]
    CITATION_FORM_SOURCE_NUMBER: _ClassVar[CitationForm]
    CITATION_FORM_NUMBER: _ClassVar[CitationForm]
    CITATION_FORM_NAME: _ClassVar[CitationForm]
    CITATION_FORM_QUERY_ID: _ClassVar[CitationForm]
    CITATION_FORM_UNREADABLE: _ClassVar[CitationForm]
CITATION_FORM_UNSPECIFIED: CitationForm
CITATION_FORM_ID: CitationForm
CITATION_FORM_SOURCE_NUMBER: CitationForm
CITATION_FORM_NUMBER: CitationForm
CITATION_FORM_NAME: CitationForm
CITATION_FORM_QUERY_ID: CitationForm
CITATION_FORM_UNREADABLE: CitationForm

class CitationOptions(_message.Message):
    __slots__ = ("bare_numbers",)
    BARE_NUMBERS_FIELD_NUMBER: _ClassVar[int]
    bare_numbers: bool
    def __init__(self, bare_numbers: _Optional[bool] = ...) -> None: ...

class CitationsDetail(_message.Message):
    __slots__ = ("citations_total", "citations_found", "citation_validity_rate", "statements_total", "statements_cited", "citations", "passed_over")
    CITATIONS_TOTAL_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FOUND_FIELD_NUMBER: _ClassVar[int]
    CITATION_VALIDITY_RATE_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_TOTAL_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_CITED_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    PASSED_OVER_FIELD_NUMBER: _ClassVar[int]
    citations_total: int
    citations_found: int
    citation_validity_rate: float
    statements_total: int
    statements_cited: int
    citations: _containers.RepeatedCompositeFieldContainer[CitationVerification]
    passed_over: _containers.RepeatedCompositeFieldContainer[_common_pb2.PassedOver]
    def __init__(self, citations_total: _Optional[int] = ..., citations_found: _Optional[int] = ..., citation_validity_rate: _Optional[float] = ..., statements_total: _Optional[int] = ..., statements_cited: _Optional[int] = ..., citations: _Optional[_Iterable[_Union[CitationVerification, _Mapping]]] = ..., passed_over: _Optional[_Iterable[_Union[_common_pb2.PassedOver, _Mapping]]] = ...) -> None: ...

class CitationVerification(_message.Message):
    __slots__ = ("citation_id", "found", "evidence_snippet", "span", "form", "evidence_ids", "overlap")
    CITATION_ID_FIELD_NUMBER: _ClassVar[int]
    FOUND_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_SNIPPET_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_IDS_FIELD_NUMBER: _ClassVar[int]
    OVERLAP_FIELD_NUMBER: _ClassVar[int]
    citation_id: str
    found: bool
    evidence_snippet: str
    span: _common_pb2.Span
    form: CitationForm
    evidence_ids: _containers.RepeatedScalarFieldContainer[str]
    overlap: float
    def __init__(self, citation_id: _Optional[str] = ..., found: _Optional[bool] = ..., evidence_snippet: _Optional[str] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., form: _Optional[_Union[CitationForm, str]] = ..., evidence_ids: _Optional[_Iterable[str]] = ..., overlap: _Optional[float] = ...) -> None: ...
