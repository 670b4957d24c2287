"""Settings of the ``numeric`` check, with the sections and names of seed 000."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal

from sidecar.options import Bounds, Section, Tolerance, option


@dataclass(frozen=True, kw_only=True)
class RoundingSettings(Section):
    """How far a cell may be from a number that it supports."""

    abs_epsilon: Tolerance = option(
        Decimal("0.5"),
        description="Absolute tolerance of whole counts.",
        stricter="smaller",
    )
    rel_epsilon: Tolerance = option(
        Decimal("0.01"),
        le=1,
        description="Relative tolerance, as a fraction of the number in the text.",
        stricter="smaller",
    )
    hedge_epsilon: Tolerance = option(
        Decimal("0.05"),
        le=1,
        description="How far a hedge ('about', 'over', 'nearly') may reach, as a fraction of the"
        " number; never past half of the step that the number is rounded to.",
        stricter="smaller",
    )


@dataclass(frozen=True, kw_only=True)
class PercentSettings(Section):
    """Percentages."""

    epsilon_pct: Tolerance = option(
        Decimal("0.5"),
        description="Tolerance of percentages, in percentage points.",
        stricter="smaller",
    )


@dataclass(frozen=True, kw_only=True)
class CurrencySettings(Section):
    """Amounts of money."""

    currencies: tuple[Annotated[str, Bounds(pattern=r"^[A-Z]{3}$")], ...] = option(
        ("QAR", "USD"),
        description="ISO 4217 codes read as currencies, beside the built-in list.",
    )
    epsilon_amount: Tolerance = option(
        Decimal(50),
        description="Tolerance of an amount that the text rounds, in units of its currency; never"
        " more than half of the step that it is rounded to.",
        stricter="smaller",
    )


@dataclass(frozen=True, kw_only=True)
class BindingSettings(Section):
    """Which cell a number speaks of."""

    mode: Literal["context", "value"] = option(
        "context",
        description="`context`: the cell, or derivation of cells, that the words speak of."
        " `value`: any cell of the selected query results that agrees (seed 000).",
    )
    preset: Literal["strict", "balanced", "lenient"] = option(
        "balanced",
        description="How sure context binding must be before it flags a number: `strict` flags"
        " more wrong numbers and more right ones, `lenient` fewer of both.",
    )
    max_chance: float = option(
        0.05,
        ge=0,
        le=1,
        description="Where nothing links a number to the data, the greatest probability of a"
        " coincidence at which an equal value still supports it (context mode).",
        stricter="smaller",
    )
    error_at: float = option(
        0.78,
        ge=0,
        le=1,
        description="How probably wrong a number must be for an error; below it the same finding is"
        " a warning (context mode).",
        stricter="smaller",
    )
    prefer_query_id: bool = option(
        True,
        description="A cited query id selects its query result alone.",
        stricter="true",
    )
    require_citation_first: bool = option(
        False,
        description="A number without a citation is an error and is not judged.",
        stricter="true",
    )
    ignore_years: bool = option(
        True,
        description="Bare years are not judged; where they are, years are compared with years"
        " alone, exactly.",
        stricter="false",
    )
    ignore_numbers_below: Tolerance = option(
        Decimal(0),
        description="Numbers nearer to zero than this are not judged.",
        stricter="smaller",
    )


@dataclass(frozen=True, kw_only=True)
class NumericSettings(Section):
    """The `numeric` check. The YAML file of seed 000 holds these sections at its top level."""

    rounding: RoundingSettings = RoundingSettings()
    percent: PercentSettings = PercentSettings()
    currency: CurrencySettings = CurrencySettings()
    binding: BindingSettings = BindingSettings()
    max_numbers: int = option(
        10_000,
        ge=1,
        le=100_000,
        description="Most numbers of one narrative, and a fifth of the dates, names and the like"
        " that only look like numbers; past it the check fails (`TOO_MANY_NUMBERS`).",
    )
