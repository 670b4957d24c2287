"""Settings of the ``structure`` check."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from sidecar.model.cached import cached_property
from sidecar.settings import strict_json
from sidecar.settings.section import Section, Strictness

# Schemas that requests can name: those that ship, and those of the settings.

RuleName = Literal["limit_of_certainty", "citation_or_negation"]


class NamedSchema(Section):
    """A JSON Schema, and the rules beside it that no schema can say."""

    file: Path | None = None
    inline: dict[str, Any] | None = None
    rules: tuple[RuleName, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        """Read the file at the start: the settings' digest is then that of its content."""
        if not isinstance(given, dict):
            return given
        if (given.get("file") is None) == (given.get("inline") is None):
            raise ValueError("a schema has a `file` or stands `inline`")
        if given.get("inline") is not None:
            return given
        try:
            data = Path(str(given["file"])).read_bytes()
            content = strict_json.parse(data.decode(json.detect_encoding(data)))
        except strict_json.JsonInvalid as error:
            raise ValueError(f"cannot read the schema {given['file']}{error}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"cannot read the schema {given['file']}: {error}") from None
        return {**given, "file": None, "inline": content}

    @cached_property
    def text(self) -> str:
        """The schema as JSON."""
        try:
            return json.dumps(self.inline)
        except (TypeError, ValueError, RecursionError) as error:  # YAML holds more than JSON
            raise ValueError(f"the schema is not JSON: {error}") from None


_RULES: Mapping[str, tuple[RuleName, ...]] = {
    "t1": ("citation_or_negation",),
    "t2": ("limit_of_certainty",),
    "t3": (),
}


@cache
def load_shipped_schemas() -> Mapping[str, NamedSchema]:
    """The schemas that come with the server, by name."""
    folder = Path(__file__).parent / "schemas"
    return {
        name: NamedSchema.model_validate({"file": folder / f"{name}.json", "rules": rules})
        for name, rules in _RULES.items()
    }


class StructureSettings(Section):
    """The `structure` check."""

    default_schema: str = Field(
        "",
        description="Name of the schema for requests that bring none: `t1`, `t2`, `t3` or one of"
        " `schemas`. Requests bring another only where `overridable` lists this setting. Empty: any"
        " JSON will do.",
    )
    schemas: dict[str, NamedSchema] = Field(
        {},
        description="Schemas by name, each as `{file: answer.json}` or `{inline: {...}}`, with"
        " `rules: [limit_of_certainty, citation_or_negation]` where wanted.",
    )
    repair_json: Annotated[bool, Strictness("false")] = Field(
        True,
        description="Repair text that is nearly JSON around its values, and report each edit; no"
        " value is ever changed.",
    )
    fill_defaults: Annotated[bool, Strictness("false")] = Field(
        True,
        description="Give fields that are missing the default of the schema, and say so.",
    )
    check_formats: Annotated[bool, Strictness("true")] = Field(
        False,
        description="Check `format` in draft 2020-12, where it is only a note by the standard;"
        " draft 7 always checks it.",
    )
    max_response_bytes: int = Field(
        256 * 1024,
        ge=1,
        le=1024 * 1024,
        description="Longest response, in bytes of UTF-8 (`RESPONSE_TOO_LARGE`).",
    )
    max_schema_bytes: int = Field(
        64 * 1024,
        ge=1,
        le=1024 * 1024,
        description="Longest schema, in bytes (`SCHEMA_TOO_LARGE`).",
    )
    max_depth: int = Field(
        32,
        ge=1,
        le=100,
        description="Most levels of a response (`RESPONSE_TOO_DEEP`) and of a schema"
        " (`SCHEMA_TOO_DEEP`).",
    )
    max_errors: int = Field(
        20,
        ge=1,
        le=1000,
        description="Most errors of the shape that a report lists.",
    )
    cpu_s: float = Field(
        0.1,
        ge=0.01,
        le=10,
        description="Processor time for judging a response by its schema, in seconds; past it the"
        " check fails (`STRUCTURE_TOO_COSTLY`).",
    )
    memory_mib: int = Field(
        128,
        ge=64,
        le=4096,
        description="Memory of the process that validates, in MiB (`STRUCTURE_TOO_COSTLY`).",
    )

    @model_validator(mode="after")
    def _schemas_are_valid(self) -> Self:
        if self.schemas:
            self._check_schemas()
        if self.default_schema and self.default_schema not in self.named:
            names = ", ".join(self.named)
            raise ValueError(f"default_schema: {self.default_schema!r} is not one of {names}")
        return self

    def _check_schemas(self) -> None:
        from sidecar.structure.schema import SchemaInvalid, parse_schema  # noqa: PLC0415 (where needed)

        for name, schema in self.schemas.items():
            if len(schema.text) > self.max_schema_bytes:
                raise ValueError(f"schemas.{name} is longer than {self.max_schema_bytes} bytes")
            try:
                parse_schema(schema.text, self.max_depth)
            except SchemaInvalid as error:
                raise ValueError(f"schemas.{name}: {error} [{error.reason}]") from None

    @cached_property
    def named(self) -> Mapping[str, NamedSchema]:
        """Every schema that requests can name."""
        return {**load_shipped_schemas(), **self.schemas}
