import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.type import money_pb2 as _money_pb2
from verifyd.v1 import settlement_pb2 as _settlement_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Statement(_message.Message):
    __slots__ = ("agent_id", "consumer_id", "since", "until", "currencies", "provisional")
    AGENT_ID_FIELD_NUMBER: _ClassVar[int]
    CONSUMER_ID_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    CURRENCIES_FIELD_NUMBER: _ClassVar[int]
    PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    agent_id: str
    consumer_id: str
    since: _timestamp_pb2.Timestamp
    until: _timestamp_pb2.Timestamp
    currencies: _containers.RepeatedCompositeFieldContainer[CurrencyStatement]
    provisional: bool
    def __init__(self, agent_id: _Optional[str] = ..., consumer_id: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., until: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., currencies: _Optional[_Iterable[_Union[CurrencyStatement, _Mapping]]] = ..., provisional: _Optional[bool] = ...) -> None: ...

class CurrencyStatement(_message.Message):
    __slots__ = ("currency", "settlement_count", "reversed_count", "reversal_count", "settled", "reversed", "total", "opening_remainder", "payable", "closing_remainder")
    CURRENCY_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    REVERSED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REVERSAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    REVERSED_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    OPENING_REMAINDER_FIELD_NUMBER: _ClassVar[int]
    PAYABLE_FIELD_NUMBER: _ClassVar[int]
    CLOSING_REMAINDER_FIELD_NUMBER: _ClassVar[int]
    currency: str
    settlement_count: int
    reversed_count: int
    reversal_count: int
    settled: _settlement_pb2.SettlementBreakdown
    reversed: _settlement_pb2.SettlementBreakdown
    total: _money_pb2.Money
    opening_remainder: _money_pb2.Money
    payable: _money_pb2.Money
    closing_remainder: _money_pb2.Money
    def __init__(self, currency: _Optional[str] = ..., settlement_count: _Optional[int] = ..., reversed_count: _Optional[int] = ..., reversal_count: _Optional[int] = ..., settled: _Optional[_Union[_settlement_pb2.SettlementBreakdown, _Mapping]] = ..., reversed: _Optional[_Union[_settlement_pb2.SettlementBreakdown, _Mapping]] = ..., total: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., opening_remainder: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., payable: _Optional[_Union[_money_pb2.Money, _Mapping]] = ..., closing_remainder: _Optional[_Union[_money_pb2.Money, _Mapping]] = ...) -> None: ...
