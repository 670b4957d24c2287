"""Settings of the ``consistency`` check."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sidecar.consistency.rates import CurrencyRate
from sidecar.options import Section, Tolerance, option


@dataclass(frozen=True, kw_only=True)
class ConsistencySettings(Section):
    """The `consistency` check."""

    sum_to_100: bool = option(
        True,
        description="Check that groups of percentages in lists and tables add up to 100.",
        stricter="true",
    )
    epsilon_pct: Tolerance = option(
        Decimal("0.5"),
        description="How far such a sum may miss 100, in percentage points.",
        stricter="smaller",
    )
    table_totals: bool = option(
        True,
        description="Check that the totals of tables are the sums of their parts.",
        stricter="true",
    )
    arithmetic: bool = option(
        True,
        description="Check parts, sums, growth and conversions that sentences state.",
        stricter="true",
    )
    currency_rates: tuple[CurrencyRate, ...] = option(
        (),
        description="Exchange rates with their day, such as"
        " `{from: USD, to: QAR, rate: 3.64, date: 2026-11-01}`: without one for its currencies, no"
        " conversion is judged.",
    )
    max_numbers: int = option(
        10_000,
        ge=1,
        le=100_000,
        description="Most numbers of one narrative, and a fifth of the dates, names and the like"
        " that only look like numbers; past it the check fails (`TOO_MANY_NUMBERS`).",
    )
    max_blocks: int = option(
        50_000,
        ge=1,
        le=1_000_000,
        description="Most paragraphs, list items and table rows of a narrative that is searched for"
        " shares and totals; past it the check fails (`TOO_MANY_BLOCKS`).",
    )
