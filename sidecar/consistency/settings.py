"""Settings of the ``consistency`` check, with the exchange rates that they or a request give."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from sidecar.settings.section import Currency, Section, Strictness, Tolerance
from sidecar.text.options import Locale

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


def merge_rates(
    own: Sequence[CurrencyRate], given: Iterable[CurrencyRate]
) -> tuple[CurrencyRate, ...]:
    """The server's own rates, and those of a request for pairs that the server has none for.

    The caller is the one being judged: its rates never take the place of the server's.
    """
    pairs = {frozenset((rate.source, rate.target)) for rate in own}
    return (*own, *(r for r in given if frozenset((r.source, r.target)) not in pairs))


# Settings of the ``consistency`` check.


class ConsistencySettings(Section):
    """The `consistency` check."""

    sum_to_100: Annotated[bool, Strictness("true")] = Field(
        True,
        description="Check that groups of percentages in lists and tables add up to 100.",
    )
    epsilon_pct: Annotated[Tolerance, Strictness("smaller")] = Field(
        Decimal("0.5"),
        description="How far such a sum may miss 100, in percentage points.",
    )
    table_totals: Annotated[bool, Strictness("true")] = Field(
        True,
        description="Check that the totals of tables are the sums of their parts.",
    )
    arithmetic: Annotated[bool, Strictness("true")] = Field(
        True,
        description="Check parts, sums, growth and conversions that sentences state.",
    )
    currency_rates: tuple[CurrencyRate, ...] = Field(
        (),
        description="Exchange rates, such as `{from: USD, to: QAR, rate: 3.64, date: 2026-11-01}`;"
        " without `date`, a rate holds for any day. A conversion between currencies without a rate"
        " is not judged.",
    )
    locale: Locale = Field("en", description="How the text writes numbers, like `numeric.locale`.")
    max_numbers: int = Field(
        10_000,
        ge=1,
        le=100_000,
        description="Most numbers of one narrative, and a fifth of the dates, names and the like"
        " that only look like numbers; past it the check fails (`TOO_MANY_NUMBERS`).",
    )
    max_blocks: int = Field(
        50_000,
        ge=1,
        le=1_000_000,
        description="Most paragraphs, list items and table rows of a narrative that is searched for"
        " shares and totals; past it the check fails (`TOO_MANY_BLOCKS`).",
    )
