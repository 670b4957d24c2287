from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ClaimFilter(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIM_FILTER_UNSPECIFIED: _ClassVar[ClaimFilter]
    CLAIM_FILTER_NONE: _ClassVar[ClaimFilter]
    CLAIM_FILTER_MARK: _ClassVar[ClaimFilter]
    CLAIM_FILTER_REMOVE_CITATION: _ClassVar[ClaimFilter]
    CLAIM_FILTER_REMOVE_CLAIM: _ClassVar[ClaimFilter]

class SourceOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOURCE_ORIGIN_UNSPECIFIED: _ClassVar[SourceOrigin]
    SOURCE_ORIGIN_GIVEN: _ClassVar[SourceOrigin]
    SOURCE_ORIGIN_CACHED: _ClassVar[SourceOrigin]
    SOURCE_ORIGIN_FETCHED: _ClassVar[SourceOrigin]

class ClaimType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIM_TYPE_UNSPECIFIED: _ClassVar[ClaimType]
    CLAIM_TYPE_FACTUAL: _ClassVar[ClaimType]
    CLAIM_TYPE_STATISTIC: _ClassVar[ClaimType]
    CLAIM_TYPE_QUOTE: _ClassVar[ClaimType]
    CLAIM_TYPE_DATE: _ClassVar[ClaimType]

class ClaimVerdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIM_VERDICT_UNSPECIFIED: _ClassVar[ClaimVerdict]
    CLAIM_VERDICT_SUPPORTED: _ClassVar[ClaimVerdict]
    CLAIM_VERDICT_PARTIAL: _ClassVar[ClaimVerdict]
    CLAIM_VERDICT_UNSUPPORTED: _ClassVar[ClaimVerdict]
    CLAIM_VERDICT_CONTRADICTED: _ClassVar[ClaimVerdict]
    CLAIM_VERDICT_NOT_JUDGED: _ClassVar[ClaimVerdict]
CLAIM_FILTER_UNSPECIFIED: ClaimFilter
CLAIM_FILTER_NONE: ClaimFilter
CLAIM_FILTER_MARK: ClaimFilter
CLAIM_FILTER_REMOVE_CITATION: ClaimFilter
CLAIM_FILTER_REMOVE_CLAIM: ClaimFilter
SOURCE_ORIGIN_UNSPECIFIED: SourceOrigin
SOURCE_ORIGIN_GIVEN: SourceOrigin
SOURCE_ORIGIN_CACHED: SourceOrigin
SOURCE_ORIGIN_FETCHED: SourceOrigin
CLAIM_TYPE_UNSPECIFIED: ClaimType
CLAIM_TYPE_FACTUAL: ClaimType
CLAIM_TYPE_STATISTIC: ClaimType
CLAIM_TYPE_QUOTE: ClaimType
CLAIM_TYPE_DATE: ClaimType
CLAIM_VERDICT_UNSPECIFIED: ClaimVerdict
CLAIM_VERDICT_SUPPORTED: ClaimVerdict
CLAIM_VERDICT_PARTIAL: ClaimVerdict
CLAIM_VERDICT_UNSUPPORTED: ClaimVerdict
CLAIM_VERDICT_CONTRADICTED: ClaimVerdict
CLAIM_VERDICT_NOT_JUDGED: ClaimVerdict

class ClaimOptions(_message.Message):
    __slots__ = ("filter",)
    FILTER_FIELD_NUMBER: _ClassVar[int]
    filter: ClaimFilter
    def __init__(self, filter: _Optional[_Union[ClaimFilter, str]] = ...) -> None: ...

class ClaimsDetail(_message.Message):
    __slots__ = ("summary", "claims", "skipped", "passed_over")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    SKIPPED_FIELD_NUMBER: _ClassVar[int]
    PASSED_OVER_FIELD_NUMBER: _ClassVar[int]
    summary: VerificationSummary
    claims: _containers.RepeatedCompositeFieldContainer[ClaimVerification]
    skipped: _containers.RepeatedCompositeFieldContainer[SkippedStatement]
    passed_over: _containers.RepeatedCompositeFieldContainer[_common_pb2.PassedOver]
    def __init__(self, summary: _Optional[_Union[VerificationSummary, _Mapping]] = ..., claims: _Optional[_Iterable[_Union[ClaimVerification, _Mapping]]] = ..., skipped: _Optional[_Iterable[_Union[SkippedStatement, _Mapping]]] = ..., passed_over: _Optional[_Iterable[_Union[_common_pb2.PassedOver, _Mapping]]] = ...) -> None: ...

class VerificationSummary(_message.Message):
    __slots__ = ("total_claims", "supported_claims", "partial_claims", "unsupported_claims", "contradicted_claims", "not_judged_claims", "flagged_count", "avg_confidence", "verification_pass", "by_source", "flagged_claims")
    TOTAL_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    SUPPORTED_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    UNSUPPORTED_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    CONTRADICTED_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    NOT_JUDGED_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    FLAGGED_COUNT_FIELD_NUMBER: _ClassVar[int]
    AVG_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_PASS_FIELD_NUMBER: _ClassVar[int]
    BY_SOURCE_FIELD_NUMBER: _ClassVar[int]
    FLAGGED_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    total_claims: int
    supported_claims: int
    partial_claims: int
    unsupported_claims: int
    contradicted_claims: int
    not_judged_claims: int
    flagged_count: int
    avg_confidence: float
    verification_pass: bool
    by_source: _containers.RepeatedCompositeFieldContainer[SourceAnalysis]
    flagged_claims: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, total_claims: _Optional[int] = ..., supported_claims: _Optional[int] = ..., partial_claims: _Optional[int] = ..., unsupported_claims: _Optional[int] = ..., contradicted_claims: _Optional[int] = ..., not_judged_claims: _Optional[int] = ..., flagged_count: _Optional[int] = ..., avg_confidence: _Optional[float] = ..., verification_pass: _Optional[bool] = ..., by_source: _Optional[_Iterable[_Union[SourceAnalysis, _Mapping]]] = ..., flagged_claims: _Optional[_Iterable[int]] = ...) -> None: ...

class SourceAnalysis(_message.Message):
    __slots__ = ("source", "origin", "unavailable", "claims_verified", "supported", "flagged", "avg_confidence", "claims")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    UNAVAILABLE_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_VERIFIED_FIELD_NUMBER: _ClassVar[int]
    SUPPORTED_FIELD_NUMBER: _ClassVar[int]
    FLAGGED_FIELD_NUMBER: _ClassVar[int]
    AVG_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    source: CitedSource
    origin: SourceOrigin
    unavailable: str
    claims_verified: int
    supported: int
    flagged: int
    avg_confidence: float
    claims: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, source: _Optional[_Union[CitedSource, _Mapping]] = ..., origin: _Optional[_Union[SourceOrigin, str]] = ..., unavailable: _Optional[str] = ..., claims_verified: _Optional[int] = ..., supported: _Optional[int] = ..., flagged: _Optional[int] = ..., avg_confidence: _Optional[float] = ..., claims: _Optional[_Iterable[int]] = ...) -> None: ...

class ClaimVerification(_message.Message):
    __slots__ = ("claim", "verdict", "confidence", "flagged", "results")
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    FLAGGED_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    claim: ExtractedClaim
    verdict: ClaimVerdict
    confidence: float
    flagged: bool
    results: _containers.RepeatedCompositeFieldContainer[VerificationResult]
    def __init__(self, claim: _Optional[_Union[ExtractedClaim, _Mapping]] = ..., verdict: _Optional[_Union[ClaimVerdict, str]] = ..., confidence: _Optional[float] = ..., flagged: _Optional[bool] = ..., results: _Optional[_Iterable[_Union[VerificationResult, _Mapping]]] = ...) -> None: ...

class ExtractedClaim(_message.Message):
    __slots__ = ("text", "span", "source_number", "source_url", "claim_type", "context", "sources")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    SOURCE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    SOURCE_URL_FIELD_NUMBER: _ClassVar[int]
    CLAIM_TYPE_FIELD_NUMBER: _ClassVar[int]
    CONTEXT_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    text: str
    span: _common_pb2.Span
    source_number: int
    source_url: str
    claim_type: ClaimType
    context: str
    sources: _containers.RepeatedCompositeFieldContainer[CitedSource]
    def __init__(self, text: _Optional[str] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., source_number: _Optional[int] = ..., source_url: _Optional[str] = ..., claim_type: _Optional[_Union[ClaimType, str]] = ..., context: _Optional[str] = ..., sources: _Optional[_Iterable[_Union[CitedSource, _Mapping]]] = ...) -> None: ...

class CitedSource(_message.Message):
    __slots__ = ("id", "number", "url", "title")
    ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    number: int
    url: str
    title: str
    def __init__(self, id: _Optional[str] = ..., number: _Optional[int] = ..., url: _Optional[str] = ..., title: _Optional[str] = ...) -> None: ...

class VerificationResult(_message.Message):
    __slots__ = ("source_id", "verdict", "confidence", "evidence", "reasoning", "judged", "model")
    SOURCE_ID_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    JUDGED_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    source_id: str
    verdict: ClaimVerdict
    confidence: float
    evidence: str
    reasoning: str
    judged: ClaimVerdict
    model: str
    def __init__(self, source_id: _Optional[str] = ..., verdict: _Optional[_Union[ClaimVerdict, str]] = ..., confidence: _Optional[float] = ..., evidence: _Optional[str] = ..., reasoning: _Optional[str] = ..., judged: _Optional[_Union[ClaimVerdict, str]] = ..., model: _Optional[str] = ...) -> None: ...

class SkippedStatement(_message.Message):
    __slots__ = ("span", "reason")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    reason: str
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., reason: _Optional[str] = ...) -> None: ...
