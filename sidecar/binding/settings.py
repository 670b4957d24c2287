"""Settings of the ``numeric`` check."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from sidecar.formulas.settings import FormulaSettings
from sidecar.settings.section import Currency, Section, Share, Strictness, Tolerance
from sidecar.text.options import Locale


class RoundingSettings(Section):
    """How far a cell may be from a number that it supports, beside what rounds to it."""

    abs_epsilon: Annotated[Tolerance, Strictness("smaller")] = Field(
        Decimal(0),
        description="Absolute tolerance of whole counts, those written in full among them;"
        " 0: none.",
    )
    rel_epsilon: Annotated[Share, Strictness("smaller")] = Field(
        Decimal(0),
        description="Relative tolerance of all numbers, those written in full among them, as a"
        " fraction of the number in the text; 0: none.",
    )
    hedge_epsilon: Annotated[Share, Strictness("smaller")] = Field(
        Decimal("0.05"),
        description="How far 'about' and bounds ('over') may reach, as a fraction of the number,"
        " and half of how far 'nearly', 'just over' and 'close to' may; never past half of the step"
        " that the number is rounded to.",
    )


class PercentSettings(Section):
    """Percentages."""

    epsilon_pct: Annotated[Tolerance, Strictness("smaller")] = Field(
        Decimal(0),
        description="Tolerance of percentages, those written in full among them, in percentage"
        " points; 0: none.",
    )


class CurrencySettings(Section):
    """Amounts of money."""

    currencies: tuple[Currency, ...] = Field(
        ("QAR", "USD"),
        description="ISO 4217 codes read as currencies, beside the built-in list.",
    )
    epsilon_amount: Annotated[Tolerance, Strictness("smaller")] = Field(
        Decimal(0),
        description="Tolerance of an amount that the text rounds, in units of its currency; never"
        " more than half of the step that it is rounded to; 0: none.",
    )


class BindingSettings(Section):
    """How a number is matched with a cell."""

    mode: Literal["context", "value"] = Field(
        "context",
        description="`context`: the cell, or derivation of cells, that the words refer to."
        " `value`: any cell of the selected query results that agrees.",
    )
    preset: Literal["strict", "balanced", "lenient"] = Field(
        "balanced",
        description="How sure context binding must be before it flags a number: `strict` flags"
        " more wrong numbers and more right ones, `lenient` fewer of both.",
    )
    max_chance: Annotated[float, Strictness("smaller")] = Field(
        0.05,
        ge=0,
        le=1,
        description="Where nothing links a number to the data, the greatest probability of a"
        " coincidence at which an equal value still supports it (context mode).",
    )
    error_at: Annotated[float, Strictness("smaller")] = Field(
        0.82,
        ge=0,
        le=1,
        description="How probably wrong a number must be for an error; below it the same finding is"
        " a warning, or about a derivation the number is not covered (context mode).",
    )
    prefer_query_id: Annotated[bool, Strictness("true")] = Field(
        True,
        description="A cited query id selects only its query result.",
    )
    require_citation_first: Annotated[bool, Strictness("true")] = Field(
        False,
        description="A number without a citation is an error and is not judged.",
    )
    ignore_years: Annotated[bool, Strictness("false")] = Field(
        True,
        description="Bare years are not judged; where they are, years are compared exactly,"
        " and only with years.",
    )
    ignore_numbers_below: Annotated[Tolerance, Strictness("smaller")] = Field(
        Decimal(0),
        description="Numbers nearer to zero than this are not judged.",
    )


class UnsupportedSettings(Section):
    """When so many numbers disagree with the data that the text as a whole is an error."""

    share: Annotated[float, Strictness("smaller")] = Field(
        0.5,
        ge=0,
        le=1,
        description="The share of the numbers whose row and column are plainly named, from which on"
        " contradicted and unsupported ones among them are an error of the whole text"
        " (`NUMBERS_UNSUPPORTED`), whatever the severity of each.",
    )
    least: Annotated[int, Strictness("smaller")] = Field(
        2,
        ge=1,
        le=100_000,
        description="How many such numbers it takes at least.",
    )


class NumericSettings(Section):
    """The `numeric` check. A file may have these sections at its top level as well."""

    rounding: RoundingSettings = RoundingSettings()
    percent: PercentSettings = PercentSettings()
    currency: CurrencySettings = CurrencySettings()
    binding: BindingSettings = BindingSettings()
    unsupported: UnsupportedSettings = UnsupportedSettings()
    formulas: FormulaSettings = FormulaSettings()
    on_uncovered: Annotated[Literal["pass", "warn", "fail"], Strictness("fail")] = Field(
        "warn",
        description="What a number counts as that words and data do not settle"
        " (`OUT_OF_EVIDENCE`): information, a warning or an error.",
    )
    locale: Locale = Field(
        "en",
        description="How the text writes numbers: `en` (1,234.5), `de` or `fr` (1.234,5), or"
        " `auto`, which follows the unambiguous numbers of the text. Where it has none,"
        " ambiguous numbers (`1,234`) are reported as `NUMBER_UNREADABLE`. For cells:"
        " `evidence.limits.locale`.",
    )
    max_numbers: int = Field(
        10_000,
        ge=1,
        le=100_000,
        description="Most numbers of one narrative, and a fifth of the dates, names and the like"
        " that only look like numbers; past it the check fails (`TOO_MANY_NUMBERS`).",
    )
