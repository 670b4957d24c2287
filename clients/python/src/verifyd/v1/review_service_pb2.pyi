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
    __slots__ = ("state", "check", "code", "since", "review_id", "page_size", "page_token")
    STATE_FIELD_NUMBER: _ClassVar[int]
    CHECK_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    state: ReviewState
    check: str
    code: str
    since: _timestamp_pb2.Timestamp
    review_id: str
    page_size: int
    page_token: str
    def __init__(self, state: _Optional[_Union[ReviewState, str]] = ..., check: _Optional[str] = ..., code: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., review_id: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListFlaggedResponse(_message.Message):
    __slots__ = ("items", "next_page_token")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[FlaggedItem]
    next_page_token: str
    def __init__(self, items: _Optional[_Iterable[_Union[FlaggedItem, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class FlaggedItem(_message.Message):
    __slots__ = ("review_id", "item_id", "request_id", "create_time", "decision", "text_digest", "finding", "text", "scope", "scope_text", "quote", "revision", "decided")
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
    def __init__(self, review_id: _Optional[str] = ..., item_id: _Optional[int] = ..., request_id: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., decision: _Optional[_Union[_report_pb2.Decision, str]] = ..., text_digest: _Optional[str] = ..., finding: _Optional[_Union[_report_pb2.Finding, _Mapping]] = ..., text: _Optional[str] = ..., scope: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., scope_text: _Optional[str] = ..., quote: _Optional[str] = ..., revision: _Optional[int] = ..., decided: _Optional[_Union[ReviewDecision, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("review_id",)
    REVIEW_ID_FIELD_NUMBER: _ClassVar[int]
    review_id: str
    def __init__(self, review_id: _Optional[str] = ...) -> None: ...

class GetRevisionResponse(_message.Message):
    __slots__ = ("text", "revision", "complete", "open_items", "kept_items", "edited_items", "removed_items", "dropped_items", "text_digest")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    REVISION_FIELD_NUMBER: _ClassVar[int]
    COMPLETE_FIELD_NUMBER: _ClassVar[int]
    OPEN_ITEMS_FIELD_NUMBER: _ClassVar[int]
    KEPT_ITEMS_FIELD_NUMBER: _ClassVar[int]
    EDITED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    DROPPED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    TEXT_DIGEST_FIELD_NUMBER: _ClassVar[int]
    text: str
    revision: int
    complete: bool
    open_items: int
    kept_items: int
    edited_items: int
    removed_items: int
    dropped_items: int
    text_digest: str
    def __init__(self, text: _Optional[str] = ..., revision: _Optional[int] = ..., complete: _Optional[bool] = ..., open_items: _Optional[int] = ..., kept_items: _Optional[int] = ..., edited_items: _Optional[int] = ..., removed_items: _Optional[int] = ..., dropped_items: _Optional[int] = ..., text_digest: _Optional[str] = ...) -> None: ...
