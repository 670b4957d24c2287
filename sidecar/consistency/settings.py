"""Settings of the ``consistency`` check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sidecar.consistency.rates import CurrencyRate
from sidecar.settings.section import Section, Stricter, Tolerance
from sidecar.text.options import Locale


class ConsistencySettings(Section):
    """The `consistency` check."""

    sum_to_100: Annotated[bool, Stricter("true")] = Field(
        True,
        description="Check that groups of percentages in lists and tables add up to 100.",
    )
    epsilon_pct: Annotated[Tolerance, Stricter("smaller")] = Field(
        Decimal("0.5"),
        description="How far such a sum may miss 100, in percentage points.",
    )
    table_totals: Annotated[bool, Stricter("true")] = Field(
        True,
        description="Check that the totals of tables are the sums of their parts.",
    )
    arithmetic: Annotated[bool, Stricter("true")] = Field(
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
