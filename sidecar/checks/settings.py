"""Settings of the checks, one section per check, with the sections and names of seed 000.

``stricter`` tells which way a request may move a setting without leave: see ``overrides``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer



def _exact(value: object) -> object:
    """Read a float by its shortest decimal, so that 0.1 means 0.1."""
    return repr(value) if isinstance(value, float) else value


Tolerance = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(ge=0, allow_inf_nan=False),
    PlainSerializer(lambda value: f"{value.normalize():f}", return_type=str),
]


def _stricter(way: Literal["smaller", "true", "false"]) -> dict[str, Any]:
    return {"stricter": way}


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RoundingSettings(_Section):
    """How far a cell may be from a number that it supports."""

    abs_epsilon: Tolerance = Field(
        Decimal("0.5"),
        description="Absolute tolerance of whole counts.",
        json_schema_extra=_stricter("smaller"),
    )
    rel_epsilon: Tolerance = Field(
        Decimal("0.01"),
        le=1,
        description="Relative tolerance, as a fraction of the number in the text.",
        json_schema_extra=_stricter("smaller"),
    )


class PercentSettings(_Section):
    """Percentages."""

    epsilon_pct: Tolerance = Field(
        Decimal("0.5"),
        description="Tolerance of percentages, in percentage points.",
        json_schema_extra=_stricter("smaller"),
    )


class CurrencySettings(_Section):
    """Amounts of money."""

    currencies: tuple[Annotated[str, Field(pattern=r"^[A-Z]{3}$")], ...] = Field(
        ("QAR", "USD"),
        description="ISO 4217 codes read as currencies, beside the built-in list.",
    )
    epsilon_amount: Tolerance = Field(
        Decimal(50),
        description="Tolerance of an amount that the text rounds, in units of its currency; never"
        " more than half of the step that it is rounded to.",
        json_schema_extra=_stricter("smaller"),
    )


class BindingSettings(_Section):
    """Which cell a number speaks of."""

    mode: Literal["value"] = Field(
        "value",
        description="`value`: any cell of the selected query results that agrees (seed 000).",
    )
    prefer_query_id: bool = Field(
        True,
        description="A cited query id selects its query result alone.",
        json_schema_extra=_stricter("true"),
    )
    require_citation_first: bool = Field(
        False,
        description="A number without a citation is an error and is not judged.",
        json_schema_extra=_stricter("true"),
    )
    ignore_years: bool = Field(
        True,
        description="Bare years are not judged.",
        json_schema_extra=_stricter("false"),
    )
    ignore_numbers_below: Tolerance = Field(
        Decimal(0),
        description="Numbers nearer to zero than this are not judged.",
        json_schema_extra=_stricter("smaller"),
    )


class NumericSettings(_Section):
    """The `numeric` check. The YAML file of seed 000 holds these sections at its top level."""

    rounding: RoundingSettings = RoundingSettings()
    percent: PercentSettings = PercentSettings()
    currency: CurrencySettings = CurrencySettings()
    binding: BindingSettings = BindingSettings()
    max_numbers: int = Field(
        10_000,
        ge=1,
        le=100_000,
        description="Most numbers of one narrative; past it the check fails (`TOO_MANY_NUMBERS`).",
    )


class ConsistencySettings(_Section):
    """The `consistency` check."""

    sum_to_100: bool = Field(
        True,
        description="Check that groups of percentages in lists add up to 100.",
        json_schema_extra=_stricter("true"),
    )
    epsilon_pct: Tolerance = Field(
        Decimal("0.5"),
        description="How far such a sum may miss 100, in percentage points.",
        json_schema_extra=_stricter("smaller"),
    )
