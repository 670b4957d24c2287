"""Exchange rates, as the settings or a request give them; none is ever guessed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from sidecar.settings.section import Currency, Section

_DECIMAL = re.compile(r"\d{1,12}(?:\.\d{1,12})?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def _plain(value: object) -> object:
    """A rate by its digits alone: no exponent, no sign."""
    written = repr(value) if isinstance(value, float) else str(value)
    if not _DECIMAL.fullmatch(written):
        raise ValueError("should be a plain decimal such as 3.64")
    return written


def _day(value: object) -> object:
    """A day, and no number or time that could be taken for one."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise ValueError("should be a day like 2026-11-01")
    return date.fromisoformat(value)


class CurrencyRate(Section):
    """One rate: an amount of ``source`` times ``rate`` is an amount of ``target``."""

    source: Currency = Field(
        validation_alias="from",
        description="Code of the currency that is converted.",
    )
    target: Currency = Field(
        validation_alias="to",
        description="Code of the currency that comes out.",
    )
    rate: Annotated[Decimal, BeforeValidator(_plain)] = Field(
        gt=0,
        description="How much of `to` one unit of `from` is, as exactly as it is known.",
    )
    day: Annotated[date | None, BeforeValidator(_day)] = Field(
        default=None,
        validation_alias="date",
        description="The day that the rate holds for; without one, it holds for any day.",
    )

    @model_validator(mode="after")
    def _two_currencies(self) -> Self:
        if self.source == self.target:
            raise ValueError("a rate needs two currencies")
        return self

    def holds_in(self, years: Collection[int]) -> bool:
        """Whether it counts in a sentence that names these years."""
        return not years or self.day is None or self.day.year in years

    def converts(self, one: str, other: str) -> bool:
        """Whether it is a rate between two currencies, either way."""
        return {self.source, self.target} == {one, other}


def added(own: Sequence[CurrencyRate], given: Iterable[CurrencyRate]) -> tuple[CurrencyRate, ...]:
    """The server's own rates, and those of a request for pairs that the server has none for.

    The caller is the one being judged: its rates never take the place of the server's.
    """
    pairs = {frozenset((rate.source, rate.target)) for rate in own}
    return (*own, *(r for r in given if frozenset((r.source, r.target)) not in pairs))
