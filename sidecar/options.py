"""What every section of the settings is made of.

``stricter`` tells which way a request may move a setting without leave: see ``overrides``.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer


class Section(BaseModel):
    """A part's settings: unknown keys are refused, and nothing changes after the start."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _exact(value: object) -> object:
    """Read a float by its shortest decimal, so that 0.1 means 0.1."""
    return repr(value) if isinstance(value, float) else value


Tolerance = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(ge=0, allow_inf_nan=False),
    PlainSerializer(lambda value: f"{value.normalize():f}", return_type=str),
]


def stricter(way: Literal["smaller", "larger", "true", "false", "enforce"]) -> dict[str, Any]:
    """For ``json_schema_extra``: the way in which a setting gets stricter."""
    return {"stricter": way}
