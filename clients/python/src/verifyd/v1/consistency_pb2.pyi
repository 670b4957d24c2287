from verifyd.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ConsistencyDetail(_message.Message):
    __slots__ = ("checks_passed", "checks_failed", "math_checks")
    CHECKS_PASSED_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FAILED_FIELD_NUMBER: _ClassVar[int]
    MATH_CHECKS_FIELD_NUMBER: _ClassVar[int]
    checks_passed: int
    checks_failed: int
    math_checks: _containers.RepeatedCompositeFieldContainer[MathCheck]
    def __init__(self, checks_passed: _Optional[int] = ..., checks_failed: _Optional[int] = ..., math_checks: _Optional[_Iterable[_Union[MathCheck, _Mapping]]] = ...) -> None: ...

class MathCheck(_message.Message):
    __slots__ = ("name", "passed", "span", "total", "expected", "mend")
    NAME_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    MEND_FIELD_NUMBER: _ClassVar[int]
    name: str
    passed: bool
    span: _common_pb2.Span
    total: str
    expected: str
    mend: str
    def __init__(self, name: _Optional[str] = ..., passed: _Optional[bool] = ..., span: _Optional[_Union[_common_pb2.Span, _Mapping]] = ..., total: _Optional[str] = ..., expected: _Optional[str] = ..., mend: _Optional[str] = ...) -> None: ...

class CurrencyRate(_message.Message):
    __slots__ = ("to", "rate", "date")
    FROM_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    to: str
    rate: str
    date: str
    def __init__(self, to: _Optional[str] = ..., rate: _Optional[str] = ..., date: _Optional[str] = ..., **kwargs) -> None: ...
