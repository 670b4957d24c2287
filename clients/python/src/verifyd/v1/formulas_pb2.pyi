from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class FormulaOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORMULA_ORIGIN_UNSPECIFIED: _ClassVar[FormulaOrigin]
    FORMULA_ORIGIN_DECLARED: _ClassVar[FormulaOrigin]
    FORMULA_ORIGIN_PROPOSED: _ClassVar[FormulaOrigin]

class FormulaOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORMULA_OUTCOME_UNSPECIFIED: _ClassVar[FormulaOutcome]
    FORMULA_OUTCOME_AGREES: _ClassVar[FormulaOutcome]
    FORMULA_OUTCOME_DISAGREES: _ClassVar[FormulaOutcome]
    FORMULA_OUTCOME_MISPLACED: _ClassVar[FormulaOutcome]
    FORMULA_OUTCOME_REFUSED: _ClassVar[FormulaOutcome]
    FORMULA_OUTCOME_NONE: _ClassVar[FormulaOutcome]
FORMULA_ORIGIN_UNSPECIFIED: FormulaOrigin
FORMULA_ORIGIN_DECLARED: FormulaOrigin
FORMULA_ORIGIN_PROPOSED: FormulaOrigin
FORMULA_OUTCOME_UNSPECIFIED: FormulaOutcome
FORMULA_OUTCOME_AGREES: FormulaOutcome
FORMULA_OUTCOME_DISAGREES: FormulaOutcome
FORMULA_OUTCOME_MISPLACED: FormulaOutcome
FORMULA_OUTCOME_REFUSED: FormulaOutcome
FORMULA_OUTCOME_NONE: FormulaOutcome

class Formula(_message.Message):
    __slots__ = ("span", "text", "query", "origin", "none")
    SPAN_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    NONE_FIELD_NUMBER: _ClassVar[int]
    span: _common_pb2.Span
    text: str
    query: str
    origin: FormulaOrigin
    none: str
    def __init__(self, span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., text: _Optional[str] = ..., query: _Optional[str] = ..., origin: _Optional[_Union[FormulaOrigin, str]] = ..., none: _Optional[str] = ...) -> None: ...

class FormulaUse(_message.Message):
    __slots__ = ("query", "origin", "outcome", "value", "reason", "message", "reads")
    QUERY_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    READS_FIELD_NUMBER: _ClassVar[int]
    query: str
    origin: FormulaOrigin
    outcome: FormulaOutcome
    value: str
    reason: str
    message: str
    reads: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, query: _Optional[str] = ..., origin: _Optional[_Union[FormulaOrigin, str]] = ..., outcome: _Optional[_Union[FormulaOutcome, str]] = ..., value: _Optional[str] = ..., reason: _Optional[str] = ..., message: _Optional[str] = ..., reads: _Optional[_Iterable[str]] = ...) -> None: ...
