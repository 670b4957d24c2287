"""Sections of the settings: what they are made of, and their fields as people see them."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    SecretStr,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo
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
        return json.dumps(self.model_dump(), default=to_json, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class Strictness:
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
class HiddenValue:
    """Says of a setting that no error shows its value: it may hold a secret by mistake."""


@dataclass(frozen=True)
class TextForm:
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
Currency = Annotated[str, TextForm(r"[A-Z]{3}", "three capital letters, such as USD")]
VariableName = Annotated[
    str,
    TextForm(
        r"|[A-Za-z_][A-Za-z0-9_]*",
        "the name of an environment variable, or empty",
    ),
    HiddenValue(),
]
"""Some people give the key or password itself here."""

Listen = Annotated[
    str,
    TextForm(
        r"|unix:///[^\x00-\x1f]+|tcp://\S+:\d{1,5}",
        "unix:///path/to.sock or tcp://host:port, or empty",
    ),
]


def to_json(value: object) -> object:
    """What ``json.dumps`` asks for: a value that JSON does not have, as text."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return str(value)


# The fields of sections as people see them: their paths, their variables and what they may be.

Names = tuple[str, ...]

PREFIX = "VERIFYD_"

_NOUNS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    Decimal: "a number",
    str: "text",
    Path: "a path",
    date: "a day",
    tuple: "a list",
    dict: "a mapping",
}


def find_section(field: FieldInfo) -> type[BaseModel] | None:
    """The class of a field that is a section itself."""
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def list_paths(section: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every setting below a section, with its dotted path."""
    for name, field in section.model_fields.items():
        below = find_section(field)
        if below is None:
            yield prefix + name, field
        else:
            yield from list_paths(below, f"{prefix}{name}.")


def find_field(section: type[BaseModel], names: Names) -> FieldInfo | None:
    """The setting or section at a path, if there is one."""
    field = section.model_fields.get(names[0]) if names else None
    if field is None or len(names) == 1:
        return field
    below = find_section(field)
    return None if below is None else find_field(below, names[1:])


def is_section(section: type[BaseModel], names: Names) -> bool:
    """Whether a path leads to a section, as the empty one does."""
    field = find_field(section, names)
    return not names or (field is not None and find_section(field) is not None)


def find_strictness(field: FieldInfo) -> Strictness | None:
    """Which way a setting gets stricter, if there is one."""
    return next((one for one in field.metadata if isinstance(one, Strictness)), None)


def describe_range(field: FieldInfo) -> str:
    """What a setting may be, beside its type: ``from 0 to 1``, ``"enforce" or "observe"``."""
    if get_origin(field.annotation) is Literal:
        return " or ".join(f'"{one}"' for one in get_args(field.annotation))
    form = next((one.words for one in field.metadata if isinstance(one, TextForm)), "")
    return form or " ".join(_range(field.metadata))


def describe_type(field: FieldInfo) -> str:
    """The same with its type: ``a whole number from 1 to 64``."""
    if get_origin(field.annotation) is Literal or any(
        isinstance(m, TextForm) for m in field.metadata
    ):
        return describe_range(field)
    return " ".join(filter(None, (_NOUNS.get(find_kind(field), "valid"), describe_range(field))))


def find_kind(field: FieldInfo) -> Any:
    """The plain type of a setting: ``tuple`` for ``tuple[str, ...]``, ``Path`` for one or none."""
    kind = field.annotation
    origin = get_origin(kind)
    if origin in {Union, types.UnionType}:
        return get_args(kind)[0]
    return origin or kind


def is_secret(field: FieldInfo) -> bool:
    """Whether values of a setting, or what is in them, are never shown."""
    is_hidden = any(isinstance(one, HiddenValue) for one in field.metadata)
    return is_hidden or _has_secret(field.annotation)


def _has_secret(kind: Any) -> bool:
    return kind is SecretStr or any(_has_secret(part) for part in get_args(kind))


def _range(metadata: Iterable[object]) -> Iterator[str]:
    """The bounds of a number."""
    for one in metadata:
        if isinstance(one, Gt):
            yield f"above {one.gt}"
        if isinstance(one, Ge):
            yield f"from {one.ge}"
        if isinstance(one, Le):
            yield f"to {one.le}"


def name_variable(path: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + path.upper().replace(".", "__")


def suggest_name(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """A question after the known name that is nearest; empty where none is near, or it is the same.

    Names may look the same and differ in a letter of another script or a sign without a shape.
    """
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    near = [one for one in get_close_matches(name, list(known), n=2, cutoff=cutoff) if one != name]
    if not near:
        return ""
    plain = near[0].isascii() and not name.isascii()
    return f"; did you mean {near[0]!r}{', in plain ASCII letters' if plain else ''}?"
