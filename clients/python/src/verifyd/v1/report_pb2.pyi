from verifyd.v1 import arguments_pb2 as _arguments_pb2
from verifyd.v1 import citations_pb2 as _citations_pb2
from verifyd.v1 import claims_pb2 as _claims_pb2
from verifyd.v1 import common_pb2 as _common_pb2
from verifyd.v1 import consistency_pb2 as _consistency_pb2
from verifyd.v1 import numeric_pb2 as _numeric_pb2
from verifyd.v1 import structure_pb2 as _structure_pb2
from verifyd.v1 import support_pb2 as _support_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_PASS: _ClassVar[Decision]
    DECISION_WARN: _ClassVar[Decision]
    DECISION_FAIL: _ClassVar[Decision]
    DECISION_UNVERIFIED: _ClassVar[Decision]

class Action(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_UNSPECIFIED: _ClassVar[Action]
    ACTION_RELEASE: _ClassVar[Action]
    ACTION_HOLD: _ClassVar[Action]

class Mode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MODE_UNSPECIFIED: _ClassVar[Mode]
    MODE_ENFORCE: _ClassVar[Mode]
    MODE_OBSERVE: _ClassVar[Mode]

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_INFO: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]
DECISION_UNSPECIFIED: Decision
DECISION_PASS: Decision
DECISION_WARN: Decision
DECISION_FAIL: Decision
DECISION_UNVERIFIED: Decision
ACTION_UNSPECIFIED: Action
ACTION_RELEASE: Action
ACTION_HOLD: Action
MODE_UNSPECIFIED: Mode
MODE_ENFORCE: Mode
MODE_OBSERVE: Mode
SEVERITY_UNSPECIFIED: Severity
SEVERITY_INFO: Severity
SEVERITY_WARNING: Severity
SEVERITY_ERROR: Severity

class Report(_message.Message):
    __slots__ = ("decision", "action", "mode", "results", "text_digest", "evidence_digest", "settings_digest", "engine_version", "bindings_dropped", "retry_hint")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    TEXT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    BINDINGS_DROPPED_FIELD_NUMBER: _ClassVar[int]
    RETRY_HINT_FIELD_NUMBER: _ClassVar[int]
    decision: Decision
    action: Action
    mode: Mode
    results: _containers.RepeatedCompositeFieldContainer[CheckResult]
    text_digest: str
    evidence_digest: str
    settings_digest: str
    engine_version: str
    bindings_dropped: bool
    retry_hint: str
    def __init__(self, decision: _Optional[_Union[Decision, str]] = ..., action: _Optional[_Union[Action, str]] = ..., mode: _Optional[_Union[Mode, str]] = ..., results: _Optional[_Iterable[_Union[CheckResult, _Mapping]]] = ..., text_digest: _Optional[str] = ..., evidence_digest: _Optional[str] = ..., settings_digest: _Optional[str] = ..., engine_version: _Optional[str] = ..., bindings_dropped: _Optional[bool] = ..., retry_hint: _Optional[str] = ...) -> None: ...

class CheckResult(_message.Message):
    __slots__ = ("check", "required", "findings", "failure", "mode")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    REQUIRED_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    check: str
    required: bool
    findings: Findings
    failure: CheckFailure
    mode: Mode
    def __init__(self, check: _Optional[str] = ..., required: _Optional[bool] = ..., findings: _Optional[_Union[Findings, _Mapping]] = ..., failure: _Optional[_Union[CheckFailure, _Mapping]] = ..., mode: _Optional[_Union[Mode, str]] = ...) -> None: ...

class Findings(_message.Message):
    __slots__ = ("findings", "nothing_to_judge", "numeric", "consistency", "citations", "support", "structure", "claims", "arguments")
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    NOTHING_TO_JUDGE_FIELD_NUMBER: _ClassVar[int]
    NUMERIC_FIELD_NUMBER: _ClassVar[int]
    CONSISTENCY_FIELD_NUMBER: _ClassVar[int]
    CITATIONS_FIELD_NUMBER: _ClassVar[int]
    SUPPORT_FIELD_NUMBER: _ClassVar[int]
    STRUCTURE_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    findings: _containers.RepeatedCompositeFieldContainer[Finding]
    nothing_to_judge: bool
    numeric: _numeric_pb2.NumericDetail
    consistency: _consistency_pb2.ConsistencyDetail
    citations: _citations_pb2.CitationsDetail
    support: _support_pb2.SupportDetail
    structure: _structure_pb2.StructureDetail
    claims: _claims_pb2.ClaimsDetail
    arguments: _arguments_pb2.ArgumentsDetail
    def __init__(self, findings: _Optional[_Iterable[_Union[Finding, _Mapping]]] = ..., nothing_to_judge: _Optional[bool] = ..., numeric: _Optional[_Union[_numeric_pb2.NumericDetail, _Mapping]] = ..., consistency: _Optional[_Union[_consistency_pb2.ConsistencyDetail, _Mapping]] = ..., citations: _Optional[_Union[_citations_pb2.CitationsDetail, _Mapping]] = ..., support: _Optional[_Union[_support_pb2.SupportDetail, _Mapping]] = ..., structure: _Optional[_Union[_structure_pb2.StructureDetail, _Mapping]] = ..., claims: _Optional[_Union[_claims_pb2.ClaimsDetail, _Mapping]] = ..., arguments: _Optional[_Union[_arguments_pb2.ArgumentsDetail, _Mapping]] = ...) -> None: ...

class CheckFailure(_message.Message):
    __slots__ = ("reason", "message", "retryable")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    RETRYABLE_FIELD_NUMBER: _ClassVar[int]
    reason: str
    message: str
    retryable: bool
    def __init__(self, reason: _Optional[str] = ..., message: _Optional[str] = ..., retryable: _Optional[bool] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("check", "code", "severity", "verdict", "span", "message", "details", "repair", "confidence")
    class DetailsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    DETAILS_FIELD_NUMBER: _ClassVar[int]
    REPAIR_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    check: str
    code: str
    severity: Severity
    verdict: _common_pb2.Verdict
    span: _common_pb2.Span
    message: str
    details: _containers.ScalarMap[str, str]
    repair: Repair
    confidence: float
    def __init__(self, check: _Optional[str] = ..., code: _Optional[str] = ..., severity: _Optional[_Union[Severity, str]] = ..., verdict: _Optional[_Union[_common_pb2.Verdict, str]] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., message: _Optional[str] = ..., details: _Optional[_Mapping[str, str]] = ..., repair: _Optional[_Union[Repair, _Mapping]] = ..., confidence: _Optional[float] = ...) -> None: ...

class Repair(_message.Message):
    __slots__ = ("span", "replacement")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    replacement: str
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., replacement: _Optional[str] = ...) -> None: ...
