"""What a request says to the ``consistency`` check, to the model."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import ClassVar

from pydantic import ValidationError
from verifyd.v1 import consistency_pb2, verify_pb2

from sidecar.consistency.rates import CurrencyRate
from sidecar.errors import VerifydError

_SHOWN = 80  # characters of a bad value that the error repeats


class CurrencyRateInvalid(VerifydError):
    """An exchange rate cannot be used."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "CURRENCY_RATE_INVALID"


def currency_rates(messages: Sequence[consistency_pb2.CurrencyRate]) -> list[CurrencyRate]:
    """The exchange rates of a request.

    Raises:
        CurrencyRateInvalid: If one is not what its comments allow.
    """
    return [_rate(index, message) for index, message in enumerate(messages)]


def _rate(index: int, message: consistency_pb2.CurrencyRate) -> CurrencyRate:
    given = {name: getattr(message, name) for name in ("from", "to", "rate", "date")}
    if not given["date"]:
        del given["date"]
    try:
        return CurrencyRate.model_validate(given)
    except ValidationError as error:
        where = error.errors(include_url=False)[0]["loc"]
        field = str(where[0]) if where else "to"
        raise CurrencyRateInvalid(
            f"exchange rate {index} cannot be used: {field} is {given[field][:_SHOWN]!r}",
            index=index,
            field=field,
            given=given[field][:_SHOWN],
        ) from None


def overrides(message: verify_pb2.ConsistencyOverrides) -> dict[str, object]:
    """The settings that a request changes: dotted path to value."""
    return {
        f"consistency.{field.name}": Decimal(repr(value)) if isinstance(value, float) else value
        for field, value in message.ListFields()
    }
