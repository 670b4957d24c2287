"""Responses in JSON: what to verify, and what was found about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifyd import _arguments
from verifyd.enums import StructureRepairKind
from verifyd.errors import InvalidArgument
from verifyd.v1 import structure_pb2

Schema = str | Path | Mapping[str, Any]
"""The shape of a response: a name or JSON text, a file, or the schema itself."""


@dataclass(frozen=True, slots=True)
class StructuredResponse:
    """A response in JSON and the shape that it must have.

    Attributes:
        response: As the model wrote it; None where the narrative is the response.
        schema: The name of a schema (``t1``, ``t2``, ``t3``, or one of the server's own), the path
            of a file (``Path("schema.json")``), or the schema itself, as
            ``Model.model_json_schema()`` gives it or as JSON text.
        schema_name: The name of a schema and nothing else.
    """

    response: str | None = None
    schema: Schema | bool | None = None
    schema_name: str | None = None

    def _message(self) -> structure_pb2.StructuredResponse:
        if self.schema is not None and self.schema_name is not None:
            said = "a response has a schema or the name of one, not both"
            raise InvalidArgument(said, "structured")
        text, name = _schema(self.schema)
        given = {
            "response": self.response,
            "schema_json": text,
            "schema_name": self.schema_name if name is None else name,
        }
        return _arguments.message(structure_pb2.StructuredResponse, "structured", given)

    @classmethod
    def _of(cls, given: object) -> structure_pb2.StructuredResponse:
        """The message of a response, or of what can be its schema: the narrative is judged."""
        if isinstance(given, str | Path | Mapping):
            return cls(schema=given)._message()
        if not isinstance(given, cls):
            wanted = "a StructuredResponse, or the name, path or dict of a schema"
            raise _arguments.wrong("structured", given, wanted)
        return given._message()


def _schema(given: object) -> tuple[str | None, str | None]:
    """A schema as JSON text, or its name."""
    if given is None:
        return None, None
    if isinstance(given, Path):
        try:
            return given.read_text("utf-8"), None
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidArgument(f"the schema {given} cannot be read: {error}", "schema") from None
    if isinstance(given, str):
        is_json = given.lstrip().startswith("{") or given.strip() in ("true", "false")
        return (given, None) if is_json else (None, _name(given))
    if not isinstance(given, Mapping | bool):
        wanted = "a name, a pathlib.Path, a dict, or JSON text"
        raise _arguments.wrong("schema", given, wanted)
    try:
        return json.dumps(given), None
    except (TypeError, ValueError) as error:
        raise InvalidArgument(f"the schema is not JSON: {error}", "schema") from None


def _name(given: str) -> str:
    if "/" in given or given.endswith(".json"):
        said = f"schema is {given!r}, which is not a name; for a file, give Path({given!r})"
        raise InvalidArgument(said, "schema")
    return given


@dataclass(frozen=True, slots=True)
class StructureError:
    """One departure of a response from its shape.

    Attributes:
        instance_path: Where in the response, as a JSON Pointer; empty for all of it.
        schema_path: The keyword of the schema, as a JSON Pointer; empty for a rule beside it.
        keyword: The keyword, or the name of the rule.
        message: A sentence for people.
        repaired: Whether ``corrected_json`` no longer has it.
    """

    instance_path: str
    schema_path: str
    keyword: str
    message: str
    repaired: bool


@dataclass(frozen=True, slots=True)
class StructureEdit:
    """A piece of a response that another one takes the place of.

    Attributes:
        start: Where it begins, in bytes of UTF-8.
        end: Where it ends; ``start`` where text is only inserted.
        replacement: What stands there afterwards; empty where text is left out.
    """

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class StructureRepair:
    """One change that was made to the response.

    Attributes:
        instance_path: Where, as a JSON Pointer; empty for all of it.
        kind: What was done.
        inserted_json: The default that was put there, as JSON; empty for every other kind.
        edits: What was replaced in the text that the repairs before left, in its order.
    """

    instance_path: str
    kind: StructureRepairKind
    inserted_json: str
    edits: tuple[StructureEdit, ...] = ()

    def apply(self, text: str) -> str:
        """The text after this repair; all repairs in order make ``corrected_json``.

        Args:
            text: The response as it was sent, or as the repairs before left it.
        """
        data, parts, position = text.encode(), list[bytes](), 0
        for edit in self.edits:
            parts += [data[position : edit.start], edit.replacement.encode()]
            position = edit.end
        return b"".join([*parts, data[position:]]).decode()


@dataclass(frozen=True, slots=True)
class Structure:
    """What was found about a response in JSON.

    Attributes:
        valid: Whether the response, as it was sent, is JSON of the required shape.
        errors: Where it is not.
        repairs: What was changed to make ``corrected_json``.
        corrected_json: The response with every repair; None where there are none.
        corrected_valid: Whether that has the required shape.
        retry_hint: What to tell the model to get the shape right; empty where ``valid``.
    """

    valid: bool
    errors: tuple[StructureError, ...]
    repairs: tuple[StructureRepair, ...]
    corrected_json: str | None
    corrected_valid: bool
    retry_hint: str
