"""A response in JSON, the shape that it must have, and what was found about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class StructuredResponse:
    """What the ``structure`` check judges.

    Attributes:
        response: JSON, or nearly so; None where the narrative is the response.
        schema: A JSON Schema as JSON text; empty where any JSON will do.
        rules: Names of rules that the schema cannot say; see ``sidecar.structure.examination``.
    """

    response: str | None = None
    schema: str = ""
    rules: Sequence[str] = ()


class RepairKind(IntEnum):
    """What a repair did. Values equal those of the wire enum."""

    UNWRAPPED = 1
    CLOSED = 2
    SYNTAX = 3
    DEFAULTED = 4


class StructureEdit(NamedTuple):
    """A piece of text that another one takes the place of.

    Attributes:
        start: Where it begins. In code points inside the check, in bytes of UTF-8 in its detail.
        end: Where it ends; ``start`` where text is only inserted.
        replacement: What stands there afterwards; empty where text is left out.
    """

    start: int
    end: int
    replacement: str


class StructureRepair(NamedTuple):
    """One change that was made to the response.

    Attributes:
        path: A JSON Pointer into the response; empty for all of it.
        kind: What was done.
        inserted: The default that was put there, as JSON.
        edits: What was replaced in the text as the repairs before left it, in its order.
    """

    path: str
    kind: RepairKind
    inserted: str = ""
    edits: Sequence[StructureEdit] = ()


class StructureError(NamedTuple):
    """One departure of the response from its shape.

    Attributes:
        path: A JSON Pointer into the response.
        schema_path: A JSON Pointer to the keyword of the schema; empty for a rule.
        keyword: The keyword, or the name of the rule.
        message: One sentence for people.
        repaired: Whether the corrected response no longer has it.
    """

    path: str
    schema_path: str
    keyword: str
    message: str
    repaired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StructureDetail:
    """What the structure check found about a response.

    Attributes:
        valid: Whether the response, as it was sent, is JSON of the required shape.
        errors: Where it is not, in the order of their paths.
        repairs: What was changed, in the order in which it was.
        corrected: The response with every repair, as JSON; empty where there are none.
        corrected_valid: Whether that has the required shape.
        retry_hint: What to tell the model to get the shape right; empty where ``valid``.
    """

    valid: bool
    errors: Sequence[StructureError] = ()
    repairs: Sequence[StructureRepair] = ()
    corrected: str = ""
    corrected_valid: bool = False
    retry_hint: str = ""
