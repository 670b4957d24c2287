import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from verifyd.v1 import citations_pb2 as _citations_pb2
from verifyd.v1 import claims_pb2 as _claims_pb2
from verifyd.v1 import common_pb2 as _common_pb2
from verifyd.v1 import consistency_pb2 as _consistency_pb2
from verifyd.v1 import evidence_pb2 as _evidence_pb2
from verifyd.v1 import formulas_pb2 as _formulas_pb2
from verifyd.v1 import report_pb2 as _report_pb2
from verifyd.v1 import structure_pb2 as _structure_pb2
from verifyd.v1 import transcripts_pb2 as _transcripts_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReleaseMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RELEASE_MODE_UNSPECIFIED: _ClassVar[ReleaseMode]
    RELEASE_MODE_REPORT: _ClassVar[ReleaseMode]
    RELEASE_MODE_SENTENCE: _ClassVar[ReleaseMode]

class Detail(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DETAIL_UNSPECIFIED: _ClassVar[Detail]
    DETAIL_VERDICTS: _ClassVar[Detail]
    DETAIL_BINDINGS: _ClassVar[Detail]
    DETAIL_EXPLAIN: _ClassVar[Detail]
RELEASE_MODE_UNSPECIFIED: ReleaseMode
RELEASE_MODE_REPORT: ReleaseMode
RELEASE_MODE_SENTENCE: ReleaseMode
DETAIL_UNSPECIFIED: Detail
DETAIL_VERDICTS: Detail
DETAIL_BINDINGS: Detail
DETAIL_EXPLAIN: Detail

class VerifyRequest(_message.Message):
    __slots__ = ("narrative", "evidence", "checks", "detail", "overrides", "request_id", "currency_rates", "citations", "structured_response", "formulas", "claims", "agent_id", "premises", "transcript")
    NARRATIVE_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    OVERRIDES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CURRENCY_RATES_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    STRUCTURED_RESPONSE_FIELD_NUMBER: _ClassVar[int]
    FORMULAS_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    PREMISES_FIELD_NUMBER: _ClassVar[int]
    TRANSCRIPT_FIELD_NUMBER: _ClassVar[int]
    narrative: str
    evidence: _evidence_pb2.Evidence
    checks: _containers.RepeatedScalarFieldContainer[str]
    detail: Detail
    overrides: Overrides
    request_id: str
    currency_rates: _containers.RepeatedCompositeFieldContainer[_consistency_pb2.CurrencyRate]
    citations: _citations_pb2.CitationOptions
    structured_response: _structure_pb2.StructuredResponse
    formulas: _containers.RepeatedCompositeFieldContainer[_formulas_pb2.Formula]
    claims: _claims_pb2.ClaimOptions
    agent_id: str
    premises: _containers.RepeatedScalarFieldContainer[str]
    transcript: _transcripts_pb2.Transcript
    def __init__(self, narrative: _Optional[str] = ..., evidence: _Optional[_Union[_evidence_pb2.Evidence, _Mapping]] = ..., checks: _Optional[_Iterable[str]] = ..., detail: _Optional[_Union[Detail, str]] = ..., overrides: _Optional[_Union[Overrides, _Mapping]] = ..., request_id: _Optional[str] = ..., currency_rates: _Optional[_Iterable[_Union[_consistency_pb2.CurrencyRate, _Mapping]]] = ..., citations: _Optional[_Union[_citations_pb2.CitationOptions, _Mapping]] = ..., structured_response: _Optional[_Union[_structure_pb2.StructuredResponse, _Mapping]] = ..., formulas: _Optional[_Iterable[_Union[_formulas_pb2.Formula, _Mapping]]] = ..., claims: _Optional[_Union[_claims_pb2.ClaimOptions, _Mapping]] = ..., agent_id: _Optional[str] = ..., premises: _Optional[_Iterable[str]] = ..., transcript: _Optional[_Union[_transcripts_pb2.Transcript, _Mapping]] = ...) -> None: ...

class VerifyStreamRequest(_message.Message):
    __slots__ = ("start", "text", "evidence")
    START_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    start: VerifyStreamStart
    text: bytes
    evidence: _evidence_pb2.Evidence
    def __init__(self, start: _Optional[_Union[VerifyStreamStart, _Mapping]] = ..., text: _Optional[bytes] = ..., evidence: _Optional[_Union[_evidence_pb2.Evidence, _Mapping]] = ...) -> None: ...

class VerifyStreamStart(_message.Message):
    __slots__ = ("request", "release")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    request: VerifyRequest
    release: ReleaseMode
    def __init__(self, request: _Optional[_Union[VerifyRequest, _Mapping]] = ..., release: _Optional[_Union[ReleaseMode, str]] = ...) -> None: ...

class VerifyStreamResponse(_message.Message):
    __slots__ = ("started", "update", "result")
    STARTED_FIELD_NUMBER: _ClassVar[int]
    UPDATE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    started: VerifyStreamStarted
    update: VerifyStreamUpdate
    result: VerifyResponse
    def __init__(self, started: _Optional[_Union[VerifyStreamStarted, _Mapping]] = ..., update: _Optional[_Union[VerifyStreamUpdate, _Mapping]] = ..., result: _Optional[_Union[VerifyResponse, _Mapping]] = ...) -> None: ...

class VerifyStreamStarted(_message.Message):
    __slots__ = ("request_id", "checks", "release")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    checks: _containers.RepeatedScalarFieldContainer[str]
    release: ReleaseMode
    def __init__(self, request_id: _Optional[str] = ..., checks: _Optional[_Iterable[str]] = ..., release: _Optional[_Union[ReleaseMode, str]] = ...) -> None: ...

class VerifyStreamUpdate(_message.Message):
    __slots__ = ("judged_bytes", "findings", "withdrawn_ids", "sentences", "released_bytes")
    JUDGED_BYTES_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_IDS_FIELD_NUMBER: _ClassVar[int]
    SENTENCES_FIELD_NUMBER: _ClassVar[int]
    RELEASED_BYTES_FIELD_NUMBER: _ClassVar[int]
    judged_bytes: int
    findings: _containers.RepeatedCompositeFieldContainer[StreamFinding]
    withdrawn_ids: _containers.RepeatedScalarFieldContainer[int]
    sentences: _containers.RepeatedCompositeFieldContainer[StreamSentence]
    released_bytes: int
    def __init__(self, judged_bytes: _Optional[int] = ..., findings: _Optional[_Iterable[_Union[StreamFinding, _Mapping]]] = ..., withdrawn_ids: _Optional[_Iterable[int]] = ..., sentences: _Optional[_Iterable[_Union[StreamSentence, _Mapping]]] = ..., released_bytes: _Optional[int] = ...) -> None: ...

class StreamFinding(_message.Message):
    __slots__ = ("id", "replaced_id", "finding", "holds")
    ID_FIELD_NUMBER: _ClassVar[int]
    REPLACED_ID_FIELD_NUMBER: _ClassVar[int]
    FINDING_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    id: int
    replaced_id: int
    finding: _report_pb2.Finding
    holds: bool
    def __init__(self, id: _Optional[int] = ..., replaced_id: _Optional[int] = ..., finding: _Optional[_Union[_report_pb2.Finding, _Mapping]] = ..., holds: _Optional[bool] = ...) -> None: ...

class StreamSentence(_message.Message):
    __slots__ = ("span", "action")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    action: _report_pb2.Action
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., action: _Optional[_Union[_report_pb2.Action, str]] = ...) -> None: ...

class Overrides(_message.Message):
    __slots__ = ("mode", "numeric", "consistency", "citations", "support", "structure", "claims")
    MODE_FIELD_NUMBER: _ClassVar[int]
    NUMERIC_FIELD_NUMBER: _ClassVar[int]
    CONSISTENCY_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_FIELD_NUMBER: _ClassVar[int]
    STRUCTURE_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    mode: _report_pb2.Mode
    numeric: NumericOverrides
    consistency: ConsistencyOverrides
    citations: CitationsOverrides
    support: SupportOverrides
    structure: StructureOverrides
    claims: ClaimsOverrides
    def __init__(self, mode: _Optional[_Union[_report_pb2.Mode, str]] = ..., numeric: _Optional[_Union[NumericOverrides, _Mapping]] = ..., consistency: _Optional[_Union[ConsistencyOverrides, _Mapping]] = ..., citations: _Optional[_Union[CitationsOverrides, _Mapping]] = ..., support: _Optional[_Union[SupportOverrides, _Mapping]] = ..., structure: _Optional[_Union[StructureOverrides, _Mapping]] = ..., claims: _Optional[_Union[ClaimsOverrides, _Mapping]] = ...) -> None: ...

class NumericOverrides(_message.Message):
    __slots__ = ("abs_epsilon", "rel_epsilon", "epsilon_pct", "epsilon_amount", "ignore_numbers_below", "ignore_years", "require_citation_first", "hedge_epsilon")
    ABS_EPSILON_FIELD_NUMBER: _ClassVar[int]
    REL_EPSILON_FIELD_NUMBER: _ClassVar[int]
    EPSILON_PCT_FIELD_NUMBER: _ClassVar[int]
    EPSILON_AMOUNT_FIELD_NUMBER: _ClassVar[int]
    IGNORE_NUMBERS_BELOW_FIELD_NUMBER: _ClassVar[int]
    IGNORE_YEARS_FIELD_NUMBER: _ClassVar[int]
    REQUIRE_CITATION_FIRST_FIELD_NUMBER: _ClassVar[int]
    HEDGE_EPSILON_FIELD_NUMBER: _ClassVar[int]
    abs_epsilon: float
    rel_epsilon: float
    epsilon_pct: float
    epsilon_amount: float
    ignore_numbers_below: float
    ignore_years: bool
    require_citation_first: bool
    hedge_epsilon: float
    def __init__(self, abs_epsilon: _Optional[float] = ..., rel_epsilon: _Optional[float] = ..., epsilon_pct: _Optional[float] = ..., epsilon_amount: _Optional[float] = ..., ignore_numbers_below: _Optional[float] = ..., ignore_years: _Optional[bool] = ..., require_citation_first: _Optional[bool] = ..., hedge_epsilon: _Optional[float] = ...) -> None: ...

class ConsistencyOverrides(_message.Message):
    __slots__ = ("sum_to_100", "epsilon_pct", "table_totals", "arithmetic")
    SUM_TO_100_FIELD_NUMBER: _ClassVar[int]
    EPSILON_PCT_FIELD_NUMBER: _ClassVar[int]
    TABLE_TOTALS_FIELD_NUMBER: _ClassVar[int]
    ARITHMETIC_FIELD_NUMBER: _ClassVar[int]
    sum_to_100: bool
    epsilon_pct: float
    table_totals: bool
    arithmetic: bool
    def __init__(self, sum_to_100: _Optional[bool] = ..., epsilon_pct: _Optional[float] = ..., table_totals: _Optional[bool] = ..., arithmetic: _Optional[bool] = ...) -> None: ...

class CitationsOverrides(_message.Message):
    __slots__ = ("require_citations", "min_overlap")
    REQUIRE_CITATIONS_FIELD_NUMBER: _ClassVar[int]
    MIN_OVERLAP_FIELD_NUMBER: _ClassVar[int]
    require_citations: bool
    min_overlap: float
    def __init__(self, require_citations: _Optional[bool] = ..., min_overlap: _Optional[float] = ...) -> None: ...

class SupportOverrides(_message.Message):
    __slots__ = ("min_evidence_support", "confidence_tolerance")
    MIN_EVIDENCE_SUPPORT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_TOLERANCE_FIELD_NUMBER: _ClassVar[int]
    min_evidence_support: float
    confidence_tolerance: float
    def __init__(self, min_evidence_support: _Optional[float] = ..., confidence_tolerance: _Optional[float] = ...) -> None: ...

class StructureOverrides(_message.Message):
    __slots__ = ("repair_json", "fill_defaults", "check_formats")
    REPAIR_JSON_FIELD_NUMBER: _ClassVar[int]
    FILL_DEFAULTS_FIELD_NUMBER: _ClassVar[int]
    CHECK_FORMATS_FIELD_NUMBER: _ClassVar[int]
    repair_json: bool
    fill_defaults: bool
    check_formats: bool
    def __init__(self, repair_json: _Optional[bool] = ..., fill_defaults: _Optional[bool] = ..., check_formats: _Optional[bool] = ...) -> None: ...

class ClaimsOverrides(_message.Message):
    __slots__ = ("confidence_threshold", "min_quote_overlap", "skip_opinions")
    CONFIDENCE_THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    MIN_QUOTE_OVERLAP_FIELD_NUMBER: _ClassVar[int]
    SKIP_OPINIONS_FIELD_NUMBER: _ClassVar[int]
    confidence_threshold: float
    min_quote_overlap: float
    skip_opinions: bool
    def __init__(self, confidence_threshold: _Optional[float] = ..., min_quote_overlap: _Optional[float] = ..., skip_opinions: _Optional[bool] = ...) -> None: ...

class VerifyResponse(_message.Message):
    __slots__ = ("report", "meta")
    REPORT_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    report: _report_pb2.Report
    meta: ResponseMeta
    def __init__(self, report: _Optional[_Union[_report_pb2.Report, _Mapping]] = ..., meta: _Optional[_Union[ResponseMeta, _Mapping]] = ...) -> None: ...

class ResponseMeta(_message.Message):
    __slots__ = ("request_id", "verified_at", "elapsed", "timings", "models", "review")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    VERIFIED_AT_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_FIELD_NUMBER: _ClassVar[int]
    TIMINGS_FIELD_NUMBER: _ClassVar[int]
    MODELS_FIELD_NUMBER: _ClassVar[int]
    REVIEW_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    verified_at: _timestamp_pb2.Timestamp
    elapsed: _duration_pb2.Duration
    timings: _containers.RepeatedCompositeFieldContainer[CheckTiming]
    models: _containers.RepeatedCompositeFieldContainer[ModelUse]
    review: ReviewRecord
    def __init__(self, request_id: _Optional[str] = ..., verified_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., timings: _Optional[_Iterable[_Union[CheckTiming, _Mapping]]] = ..., models: _Optional[_Iterable[_Union[ModelUse, _Mapping]]] = ..., review: _Optional[_Union[ReviewRecord, _Mapping]] = ...) -> None: ...

class ReviewRecord(_message.Message):
    __slots__ = ("stored", "review_id", "items", "dropped_items")
    STORED_FIELD_NUMBER: _ClassVar[int]
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    DROPPED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    stored: bool
    review_id: str
    items: int
    dropped_items: int
    def __init__(self, stored: _Optional[bool] = ..., review_id: _Optional[str] = ..., items: _Optional[int] = ..., dropped_items: _Optional[int] = ...) -> None: ...

class ModelUse(_message.Message):
    __slots__ = ("model", "calls", "failures", "kept", "prompt_tokens", "completion_tokens", "cost")
    MODEL_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    PROMPT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COMPLETION_TOKENS_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    model: str
    calls: int
    failures: int
    kept: int
    prompt_tokens: int
    completion_tokens: int
    cost: str
    def __init__(self, model: _Optional[str] = ..., calls: _Optional[int] = ..., failures: _Optional[int] = ..., kept: _Optional[int] = ..., prompt_tokens: _Optional[int] = ..., completion_tokens: _Optional[int] = ..., cost: _Optional[str] = ...) -> None: ...

class CheckTiming(_message.Message):
    __slots__ = ("check", "elapsed")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    ELAPSED_FIELD_NUMBER: _ClassVar[int]
    check: str
    elapsed: _duration_pb2.Duration
    def __init__(self, check: _Optional[str] = ..., elapsed: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class ListChecksRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListChecksResponse(_message.Message):
    __slots__ = ("checks",)
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    checks: _containers.RepeatedCompositeFieldContainer[CheckInfo]
    def __init__(self, checks: _Optional[_Iterable[_Union[CheckInfo, _Mapping]]] = ...) -> None: ...

class CheckInfo(_message.Message):
    __slots__ = ("name", "summary", "required", "codes", "mode")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    CODES_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    name: str
    summary: str
    required: bool
    codes: _containers.RepeatedCompositeFieldContainer[CodeInfo]
    mode: _report_pb2.Mode
    def __init__(self, name: _Optional[str] = ..., summary: _Optional[str] = ..., required: _Optional[bool] = ..., codes: _Optional[_Iterable[_Union[CodeInfo, _Mapping]]] = ..., mode: _Optional[_Union[_report_pb2.Mode, str]] = ...) -> None: ...

class CodeInfo(_message.Message):
    __slots__ = ("code", "severity", "summary", "remedy")
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    REMEDY_FIELD_NUMBER: _ClassVar[int]
    code: str
    severity: _report_pb2.Severity
    summary: str
    remedy: str
    def __init__(self, code: _Optional[str] = ..., severity: _Optional[_Union[_report_pb2.Severity, str]] = ..., summary: _Optional[str] = ..., remedy: _Optional[str] = ...) -> None: ...
