"""A JSON Schema as it was given: its text, dialect and levels, before anybody follows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sidecar.structure.strict import TooDeep, UnrepairableJson, parse_strictly

DIALECTS = {
    "json-schema.org/draft-07/schema": "draft7",
    "json-schema.org/draft/2020-12/schema": "draft2020-12",
}
DEFAULT_DIALECT = "draft2020-12"
"""Of a schema without ``$schema``."""


class SchemaInvalid(Exception):
    """A schema cannot be used.

    Attributes:
        reason: Upper snake case, for ``CheckFailure.reason``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema that is JSON, of a dialect that is known.

    Attributes:
        text: As it was given.
        document: What that says.
        dialect: A value of ``DIALECTS``.
    """

    text: str
    document: Any
    dialect: str


@lru_cache(16)
def parse_schema(text: str, max_depth: int) -> Schema:
    """Read a schema.

    Raises:
        SchemaInvalid: ``SCHEMA_MALFORMED``, ``SCHEMA_TOO_DEEP``, ``SCHEMA_DIALECT_UNKNOWN``, or
            ``SCHEMA_INVALID`` where it is neither an object nor a truth value.
    """
    try:
        reading = parse_strictly(text, max_depth)
    except UnrepairableJson as error:
        raise SchemaInvalid("SCHEMA_MALFORMED", f"the schema is not JSON: {error}") from None
    except TooDeep:
        message = f"the schema has more than {max_depth} levels"
        raise SchemaInvalid("SCHEMA_TOO_DEEP", message) from None
    if reading.repeated:
        message = f"the schema has the key {reading.repeated[0]!r} twice in one object"
        raise SchemaInvalid("SCHEMA_MALFORMED", message)
    if not isinstance(reading.value, dict | bool):  # a text would be read as a schema once more
        message = "the schema is not a JSON Schema: it is neither an object nor true or false"
        raise SchemaInvalid("SCHEMA_INVALID", message)
    return Schema(text, reading.value, _dialect(reading.value))


def _dialect(document: object) -> str:
    named = document.get("$schema") if isinstance(document, dict) else None
    if named is None:
        return DEFAULT_DIALECT
    known = str(named).removesuffix("#").partition("://")[2]
    if known not in DIALECTS:
        raise SchemaInvalid(
            "SCHEMA_DIALECT_UNKNOWN",
            f"the schema is written in {str(named)[:100]!r}; draft 7 and draft 2020-12 are known",
        )
    return DIALECTS[known]
