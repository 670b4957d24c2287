import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from verifyd.v1 import common_pb2 as _common_pb2
from verifyd.v1 import report_pb2 as _report_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReviewState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVIEW_STATE_UNSPECIFIED: _ClassVar[ReviewState]
    REVIEW_STATE_OPEN: _ClassVar[ReviewState]
    REVIEW_STATE_DECIDED: _ClassVar[ReviewState]
    REVIEW_STATE_ALL: _ClassVar[ReviewState]

class ReviewAction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REVIEW_ACTION_UNSPECIFIED: _ClassVar[ReviewAction]
    REVIEW_ACTION_KEEP: _ClassVar[ReviewAction]
    REVIEW_ACTION_EDIT: _ClassVar[ReviewAction]
    REVIEW_ACTION_REMOVE: _ClassVar[ReviewAction]
REVIEW_STATE_UNSPECIFIED: ReviewState
REVIEW_STATE_OPEN: ReviewState
REVIEW_STATE_DECIDED: ReviewState
REVIEW_STATE_ALL: ReviewState
REVIEW_ACTION_UNSPECIFIED: ReviewAction
REVIEW_ACTION_KEEP: ReviewAction
REVIEW_ACTION_EDIT: ReviewAction
REVIEW_ACTION_REMOVE: ReviewAction

class ListFlaggedRequest(_message.Message):
    __slots__ = ("state", "check", "code", "since", "review_id", "page_size", "page_token", "agent_id")
    STATE_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    state: ReviewState
    check: str
    code: str
    since: _timestamp_pb2.Timestamp
    review_id: str
    page_size: int
    page_token: str
    agent_id: str
    def __init__(self, state: _Optional[_Union[ReviewState, str]] = ..., check: _Optional[str] = ..., code: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., review_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., agent_id: _Optional[str] = ...) -> None: ...

class ListFlaggedResponse(_message.Message):
    __slots__ = ("items", "next_page_token")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[FlaggedItem]
    next_page_token: str
    def __init__(self, items: _Optional[_Iterable[_Union[FlaggedItem, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class FlaggedItem(_message.Message):
    __slots__ = ("review_id", "item_id", "request_id", "create_time", "decision", "text_digest", "finding", "text", "scope", "scope_text", "quote", "revision", "decided", "history", "model", "evidence_digest", "agent_id")
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    ITEM_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TEXT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    FINDING_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    SCOPE_FIELD_NUMBER: _ClassVar[int]
    SCOPE_TEXT_FIELD_NUMBER: _ClassVar[int]
    QUOTE_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    HISTORY_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    review_id: str
    item_id: int
    request_id: str
    create_time: _timestamp_pb2.Timestamp
    decision: _report_pb2.Decision
    text_digest: str
    finding: _report_pb2.Finding
    text: str
    scope: _common_pb2.Span
    scope_text: str
    quote: str
    revision: int
    decided: ReviewDecision
    history: _containers.RepeatedCompositeFieldContainer[ReviewDecision]
    model: str
    evidence_digest: str
    agent_id: str
    def __init__(self, review_id: _Optional[str] = ..., item_id: _Optional[int] = ..., request_id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decision: _Optional[_Union[_report_pb2.Decision, str]] = ..., text_digest: _Optional[str] = ..., finding: _Optional[_Union[_report_pb2.Finding, _Mapping]] = ..., text: _Optional[str] = ..., scope: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., scope_text: _Optional[str] = ..., quote: _Optional[str] = ..., revision: _Optional[int] = ..., decided: _Optional[_Union[ReviewDecision, _Mapping]] = ..., history: _Optional[_Iterable[_Union[ReviewDecision, _Mapping]]] = ..., model: _Optional[str] = ..., evidence_digest: _Optional[str] = ..., agent_id: _Optional[str] = ...) -> None: ...

class ReviewDecision(_message.Message):
    __slots__ = ("action", "replacement", "decided_by", "comment", "decide_time")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    DECIDE_TIME_FIELD_NUMBER: _ClassVar[int]
    action: ReviewAction
    replacement: str
    decided_by: str
    comment: str
    decide_time: _timestamp_pb2.Timestamp
    def __init__(self, action: _Optional[_Union[ReviewAction, str]] = ..., replacement: _Optional[str] = ..., decided_by: _Optional[str] = ..., comment: _Optional[str] = ..., decide_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class DecideRequest(_message.Message):
    __slots__ = ("review_id", "decisions", "decided_by", "comment", "expected_revision")
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_REVISION_FIELD_NUMBER: _ClassVar[int]
    review_id: str
    decisions: _containers.RepeatedCompositeFieldContainer[ItemDecision]
    decided_by: str
    comment: str
    expected_revision: int
    def __init__(self, review_id: _Optional[str] = ..., decisions: _Optional[_Iterable[_Union[ItemDecision, _Mapping]]] = ..., decided_by: _Optional[str] = ..., comment: _Optional[str] = ..., expected_revision: _Optional[int] = ...) -> None: ...

class ItemDecision(_message.Message):
    __slots__ = ("item_id", "action", "replacement")
    ITEM_ID_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    REPLACEMENT_FIELD_NUMBER: _ClassVar[int]
    item_id: int
    action: ReviewAction
    replacement: str
    def __init__(self, item_id: _Optional[int] = ..., action: _Optional[_Union[ReviewAction, str]] = ..., replacement: _Optional[str] = ...) -> None: ...

class DecideResponse(_message.Message):
    __slots__ = ("revision", "open_items")
    REVISION_FIELD_NUMBER: _ClassVar[int]
    OPEN_ITEMS_FIELD_NUMBER: _ClassVar[int]
    revision: int
    open_items: int
    def __init__(self, revision: _Optional[int] = ..., open_items: _Optional[int] = ...) -> None: ...

class GetRevisionRequest(_message.Message):
    __slots__ = ("review_id", "original")
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    ORIGINAL_FIELD_NUMBER: _ClassVar[int]
    review_id: str
    original: bool
    def __init__(self, review_id: _Optional[str] = ..., original: _Optional[bool] = ...) -> None: ...

class GetRevisionResponse(_message.Message):
    __slots__ = ("text", "revision", "complete", "open_items", "kept_items", "edited_items", "removed_items", "dropped_items", "text_digest", "original_text")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    OPEN_ITEMS_FIELD_NUMBER: _ClassVar[int]
    KEPT_ITEMS_FIELD_NUMBER: _ClassVar[int]
    EDITED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    DROPPED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    TEXT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ORIGINAL_TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    revision: int
    complete: bool
    open_items: int
    kept_items: int
    edited_items: int
    removed_items: int
    dropped_items: int
    text_digest: str
    original_text: str
    def __init__(self, text: _Optional[str] = ..., revision: _Optional[int] = ..., complete: _Optional[bool] = ..., open_items: _Optional[int] = ..., kept_items: _Optional[int] = ..., edited_items: _Optional[int] = ..., removed_items: _Optional[int] = ..., dropped_items: _Optional[int] = ..., text_digest: _Optional[str] = ..., original_text: _Optional[str] = ...) -> None: ...

class GetAgreementRequest(_message.Message):
    __slots__ = ("check", "code", "since", "threshold")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    check: str
    code: str
    since: _timestamp_pb2.Timestamp
    threshold: float
    def __init__(self, check: _Optional[str] = ..., code: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., threshold: _Optional[float] = ...) -> None: ...

class GetAgreementResponse(_message.Message):
    __slots__ = ("decisions", "truncated", "settled", "left_open", "groups", "pairs", "more_pairs", "calibrations", "thresholds", "severities")
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    LEFT_OPEN_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    MORE_PAIRS_FIELD_NUMBER: _ClassVar[int]
    CALIBRATIONS_FIELD_NUMBER: _ClassVar[int]
    THRESHOLDS_FIELD_NUMBER: _ClassVar[int]
    SEVERITIES_FIELD_NUMBER: _ClassVar[int]
    decisions: int
    truncated: bool
    settled: AgreementCounts
    left_open: AgreementCounts
    groups: _containers.RepeatedCompositeFieldContainer[AgreementGroup]
    pairs: _containers.RepeatedCompositeFieldContainer[ReviewerPair]
    more_pairs: int
    calibrations: _containers.RepeatedCompositeFieldContainer[Calibration]
    thresholds: _containers.RepeatedCompositeFieldContainer[ThresholdSweep]
    severities: _containers.RepeatedCompositeFieldContainer[SeverityEffects]
    def __init__(self, decisions: _Optional[int] = ..., truncated: _Optional[bool] = ..., settled: _Optional[_Union[AgreementCounts, _Mapping]] = ..., left_open: _Optional[_Union[AgreementCounts, _Mapping]] = ..., groups: _Optional[_Iterable[_Union[AgreementGroup, _Mapping]]] = ..., pairs: _Optional[_Iterable[_Union[ReviewerPair, _Mapping]]] = ..., more_pairs: _Optional[int] = ..., calibrations: _Optional[_Iterable[_Union[Calibration, _Mapping]]] = ..., thresholds: _Optional[_Iterable[_Union[ThresholdSweep, _Mapping]]] = ..., severities: _Optional[_Iterable[_Union[SeverityEffects, _Mapping]]] = ...) -> None: ...

class AgreementCounts(_message.Message):
    __slots__ = ("agreed", "repaired", "false_alarms", "open", "share")
    AGREED_FIELD_NUMBER: _ClassVar[int]
    REPAIRED_FIELD_NUMBER: _ClassVar[int]
    FALSE_ALARMS_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    agreed: int
    repaired: int
    false_alarms: int
    open: int
    share: Proportion
    def __init__(self, agreed: _Optional[int] = ..., repaired: _Optional[int] = ..., false_alarms: _Optional[int] = ..., open: _Optional[int] = ..., share: _Optional[_Union[Proportion, _Mapping]] = ...) -> None: ...

class Proportion(_message.Message):
    __slots__ = ("value", "low", "high")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    value: float
    low: float
    high: float
    def __init__(self, value: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class AgreementGroup(_message.Message):
    __slots__ = ("check", "code", "model", "leaves_open", "counts")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    LEAVES_OPEN_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    check: str
    code: str
    model: str
    leaves_open: bool
    counts: AgreementCounts
    def __init__(self, check: _Optional[str] = ..., code: _Optional[str] = ..., model: _Optional[str] = ..., leaves_open: _Optional[bool] = ..., counts: _Optional[_Union[AgreementCounts, _Mapping]] = ...) -> None: ...

class ReviewerPair(_message.Message):
    __slots__ = ("first", "second", "items", "same", "kappa")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SAME_FIELD_NUMBER: _ClassVar[int]
    KAPPA_FIELD_NUMBER: _ClassVar[int]
    first: str
    second: str
    items: int
    same: int
    kappa: float
    def __init__(self, first: _Optional[str] = ..., second: _Optional[str] = ..., items: _Optional[int] = ..., same: _Optional[int] = ..., kappa: _Optional[float] = ...) -> None: ...

class Calibration(_message.Message):
    __slots__ = ("check", "model", "bins", "with_confidence", "without_confidence", "brier")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    BINS_FIELD_NUMBER: _ClassVar[int]
    WITH_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    BRIER_FIELD_NUMBER: _ClassVar[int]
    check: str
    model: str
    bins: _containers.RepeatedCompositeFieldContainer[CalibrationBin]
    with_confidence: int
    without_confidence: int
    brier: float
    def __init__(self, check: _Optional[str] = ..., model: _Optional[str] = ..., bins: _Optional[_Iterable[_Union[CalibrationBin, _Mapping]]] = ..., with_confidence: _Optional[int] = ..., without_confidence: _Optional[int] = ..., brier: _Optional[float] = ...) -> None: ...

class CalibrationBin(_message.Message):
    __slots__ = ("low", "high", "items", "mean_confidence", "share_held")
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MEAN_CONFIDENCE_FIELD_NUMBER: _ClassVar[int]
    SHARE_HELD_FIELD_NUMBER: _ClassVar[int]
    low: float
    high: float
    items: int
    mean_confidence: float
    share_held: float
    def __init__(self, low: _Optional[float] = ..., high: _Optional[float] = ..., items: _Optional[int] = ..., mean_confidence: _Optional[float] = ..., share_held: _Optional[float] = ...) -> None: ...

class ThresholdSweep(_message.Message):
    __slots__ = ("setting", "effects")
    SETTING_FIELD_NUMBER: _ClassVar[int]
    EFFECTS_FIELD_NUMBER: _ClassVar[int]
    setting: str
    effects: _containers.RepeatedCompositeFieldContainer[ThresholdEffect]
    def __init__(self, setting: _Optional[str] = ..., effects: _Optional[_Iterable[_Union[ThresholdEffect, _Mapping]]] = ...) -> None: ...

class ThresholdEffect(_message.Message):
    __slots__ = ("threshold", "effect")
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    threshold: float
    effect: HoldingEffect
    def __init__(self, threshold: _Optional[float] = ..., effect: _Optional[_Union[HoldingEffect, _Mapping]] = ...) -> None: ...

class SeverityEffects(_message.Message):
    __slots__ = ("check", "code", "unchanged", "as_error", "as_warning")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_FIELD_NUMBER: _ClassVar[int]
    AS_ERROR_FIELD_NUMBER: _ClassVar[int]
    AS_WARNING_FIELD_NUMBER: _ClassVar[int]
    check: str
    code: str
    unchanged: HoldingEffect
    as_error: HoldingEffect
    as_warning: HoldingEffect
    def __init__(self, check: _Optional[str] = ..., code: _Optional[str] = ..., unchanged: _Optional[_Union[HoldingEffect, _Mapping]] = ..., as_error: _Optional[_Union[HoldingEffect, _Mapping]] = ..., as_warning: _Optional[_Union[HoldingEffect, _Mapping]] = ...) -> None: ...

class HoldingEffect(_message.Message):
    __slots__ = ("held_right", "held_wrong", "held_open", "released_right", "released_wrong", "released_open")
    HELD_RIGHT_FIELD_NUMBER: _ClassVar[int]
    HELD_WRONG_FIELD_NUMBER: _ClassVar[int]
    HELD_OPEN_FIELD_NUMBER: _ClassVar[int]
    RELEASED_RIGHT_FIELD_NUMBER: _ClassVar[int]
    RELEASED_WRONG_FIELD_NUMBER: _ClassVar[int]
    RELEASED_OPEN_FIELD_NUMBER: _ClassVar[int]
    held_right: int
    held_wrong: int
    held_open: int
    released_right: int
    released_wrong: int
    released_open: int
    def __init__(self, held_right: _Optional[int] = ..., held_wrong: _Optional[int] = ..., held_open: _Optional[int] = ..., released_right: _Optional[int] = ..., released_wrong: _Optional[int] = ..., released_open: _Optional[int] = ...) -> None: ...
