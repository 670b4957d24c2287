"""What a section of the settings is made of: a frozen model, and the types of its fields."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationInfo,
    field_validator,
)
from pydantic_core import CoreSchema, core_schema

from sidecar.model.cached import cached_property

_FARTHEST = 30
"""Powers of ten that an exact number may be from 1, since all of its digits are written out."""


class Section(BaseModel):
    """A part's settings: unknown keys are refused, and nothing changes after the start.

    A rule across its fields is a ``model_validator`` that raises ``ValueError``.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        validate_by_name=True,
        hide_input_in_errors=True,
        ignored_types=(cached_property,),
    )

    @field_validator("*", mode="before")
    @classmethod
    def _no_switch_is_a_number(cls, given: object, info: ValidationInfo) -> object:
        """Python takes true for 1; a count or a tolerance of ``true`` is a mistake."""
        field = cls.model_fields[info.field_name or ""]
        if isinstance(given, bool) and field.annotation in {int, float, Decimal}:
            raise ValueError("should be a number")
        return given

    def changed(self, **values: object) -> Self:
        """The same section with other values.

        Raises:
            pydantic.ValidationError: If one of them, or what they make together, is not allowed.
        """
        return type(self).model_validate(self.values() | values)

    def values(self) -> dict[str, Any]:
        """The value of each field, by its name."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    @cached_property
    def canonical(self) -> str:
        """The values as JSON that is the same for equal values."""
        return json.dumps(self.model_dump(), default=as_json, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Stricter:
    """Says of a field which way makes it stricter: a request may always move it that way.

    Attributes:
        way: "smaller" or "larger" for numbers, "true" or "false" for switches, or the one value
            that is strict.
    """

    way: Literal["smaller", "larger", "true", "false", "enforce", "fail"]

    def allows(self, current: Any, given: Any) -> bool:
        """Whether a value is stricter than the current one."""
        if self.way == "smaller":
            return bool(given < current)
        if self.way == "larger":
            return bool(given > current)
        return str(given).lower() == self.way


@dataclass(frozen=True)
class Hidden:
    """Says of a setting that no error shows its value: it may hold a secret by mistake."""


@dataclass(frozen=True)
class Like:
    """Says of a text which form it has.

    Attributes:
        pattern: A regular expression that all of it matches.
        words: The same for people, after "should be".
    """

    pattern: str
    words: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def _checked(self, given: str) -> str:
        if not re.fullmatch(self.pattern, given):
            raise ValueError(f"should be {self.words}")
        return given


def _writable(value: Decimal) -> Decimal:
    if abs(value.adjusted()) > _FARTHEST:
        raise ValueError(f"should be a number between 1e-{_FARTHEST} and 1e{_FARTHEST}")
    return value


Exact = Annotated[Decimal, AfterValidator(_writable)]
"""A decimal number; a float of a file by its shortest digits, so that 0.1 means 0.1."""

Tolerance = Annotated[Exact, Field(ge=0)]
Share = Annotated[Exact, Field(ge=0, le=1)]
Currency = Annotated[str, Like(r"[A-Z]{3}", "three capital letters, such as USD")]
VariableName = Annotated[
    str,
    Like(
        r"|[A-Za-z_][A-Za-z0-9_]*",
        "the name of an environment variable, or empty",
    ),
    Hidden(),
]
"""Some people give the key or password itself here."""

Listen = Annotated[
    str,
    Like(
        r"|unix:///[^\x00-\x1f]+|tcp://\S+:\d{1,5}",
        "unix:///path/to.sock or tcp://host:port, or empty",
    ),
]


def as_json(value: object) -> object:
    """What ``json.dumps`` asks for: a value that JSON does not have, as text."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return str(value)
