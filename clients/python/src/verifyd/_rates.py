"""Exchange rates that conversions in a text are judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from verifyd import _arguments
from verifyd.v1 import consistency_pb2


@dataclass(frozen=True, slots=True)
class CurrencyRate:
    """An exchange rate, so that the text's conversions between two currencies can be judged.

    Attributes:
        source: The ISO 4217 code of the currency that is converted: ``USD``.
        target: That of the currency that comes out: ``QAR``.
        rate: How much of ``target`` one unit of ``source`` is: ``"3.64"``. It counts as rounded
            where it ends.
        date: The day that it holds for, as a date or in ISO 8601; None for a rate of any day.
    """

    source: str
    target: str
    rate: Decimal | str
    date: date | str | None = None

    def _message(self, argument: str = "currency rate") -> consistency_pb2.CurrencyRate:
        day = "" if self.date is None else str(self.date)
        fields = {"from": self.source, "to": self.target, "rate": str(self.rate), "date": day}
        return _arguments.message(consistency_pb2.CurrencyRate, argument, fields)

    @classmethod
    def _of(cls, argument: str, given: object) -> consistency_pb2.CurrencyRate:
        """The message of a rate, or of a mapping with the fields of one."""
        names = {"from": "source", "to": "target"}  # as in settings, where `from` is no keyword
        if isinstance(given, Mapping):
            given = {names.get(name, name): value for name, value in given.items()}
        return _arguments.record(argument, given, cls)._message(argument)
