from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SupportDetail(_message.Message):
    __slots__ = ("evidence_support", "confidence_calibration")
    EVIDENCE_SUPPORT_FIELD_NUMBER: _ClassVar[int]
    CONFIDENCE_CALIBRATION_FIELD_NUMBER: _ClassVar[int]
    evidence_support: EvidenceSupportScore
    confidence_calibration: ConfidenceCalibration
    def __init__(self, evidence_support: _Optional[_Union[EvidenceSupportScore, _Mapping]] = ..., confidence_calibration: _Optional[_Union[ConfidenceCalibration, _Mapping]] = ...) -> None: ...

class EvidenceSupportScore(_message.Message):
    __slots__ = ("score", "reasoning", "supporting_evidence_ids", "evidence_count", "mean_relevance", "provenance_count", "cited")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    SUPPORTING_EVIDENCE_IDS_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_COUNT_FIELD_NUMBER: _ClassVar[int]
    MEAN_RELEVANCE_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_COUNT_FIELD_NUMBER: _ClassVar[int]
    CITED_FIELD_NUMBER: _ClassVar[int]
    score: float
    reasoning: str
    supporting_evidence_ids: _containers.RepeatedScalarFieldContainer[str]
    evidence_count: int
    mean_relevance: float
    provenance_count: int
    cited: bool
    def __init__(self, score: _Optional[float] = ..., reasoning: _Optional[str] = ..., supporting_evidence_ids: _Optional[_Iterable[str]] = ..., evidence_count: _Optional[int] = ..., mean_relevance: _Optional[float] = ..., provenance_count: _Optional[int] = ..., cited: _Optional[bool] = ...) -> None: ...

class ConfidenceCalibration(_message.Message):
    __slots__ = ("stated_confidence", "evidence_confidence", "calibration_delta", "is_calibrated", "span")
    STATED_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    CALIBRATION_DELTA_FIELD_NUMBER: _ClassVar[int]
    IS_CALIBRATED_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    stated_confidence: float
    evidence_confidence: float
    calibration_delta: float
    is_calibrated: bool
    span: _common_pb2.Span
    def __init__(self, stated_confidence: _Optional[float] = ..., evidence_confidence: _Optional[float] = ..., calibration_delta: _Optional[float] = ..., is_calibrated: _Optional[bool] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ...) -> None: ...
