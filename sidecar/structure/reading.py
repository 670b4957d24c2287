"""JSON as it came: read strictly, or found in its text, repaired by edits, and read strictly.

An edit changes what stands around values, never a value: what was repaired is compared, value by
value, with what was written, and refused where anything differs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sidecar.model.structure import RepairKind, StructureEdit
from sidecar.structure import lexing
from sidecar.structure.editing import edited
from sidecar.structure.locating import locate
from sidecar.structure.repairing import Repaired, not_a_value
from sidecar.structure.strict import NotJson, placed, strictly


@dataclass(frozen=True, slots=True)
class Reading:
    """A response that could be read.

    Attributes:
        value: What it says.
        text: Its JSON, as it stands after all edits.
        start: Where its JSON begins in the text as it came, in code points.
        kind: What had to be done; None where it is JSON as it stands.
        edits: What was replaced, in code points of the text as it came.
        complaint: What is wrong with it as it stands, if anything.
        repeated: Keys that stand twice in one object; the last one counts.
    """

    value: Any
    text: str
    start: int = 0
    kind: RepairKind | None = None
    edits: tuple[StructureEdit, ...] = ()
    complaint: str = ""
    repeated: tuple[str, ...] = ()


def read(text: str, max_depth: int, *, repair: bool) -> Reading:
    """Read a response.

    Args:
        text: What the model wrote.
        max_depth: Most levels of objects and arrays.
        repair: Whether it may be repaired.

    Raises:
        NotJson: If it cannot be read.
        TooDeep: If it has too many levels.
    """
    try:
        said = strictly(text, max_depth)
    except NotJson as error:
        fault = error
    else:
        return Reading(said.value, text, repeated=said.repeated)
    try:
        found = locate(text, max_depth)
    except NotJson as error:
        raise placed(error, text) from None
    if found is None:
        raise _named(text) or fault
    edits = _all_edits(text, found)
    if not repair or not edits:  # or a number that is out of range
        raise fault
    made = edited(text, edits)
    said = strictly(made, max_depth)
    if found.edits and lexing.scalars(text[found.start : found.end]) != lexing.scalars(made):
        raise fault
    kind = RepairKind.CLOSED if found.cut else RepairKind.SYNTAX
    kind = kind if found.edits else RepairKind.UNWRAPPED
    return Reading(said.value, made, found.start, kind, edits, str(fault), said.repeated)


def _all_edits(text: str, found: Repaired) -> tuple[StructureEdit, ...]:
    """The edits that leave the repaired JSON alone."""
    before = [StructureEdit(0, found.start, "")] if found.start else []
    after = [StructureEdit(found.end, len(text), "")] if found.end < len(text) else []
    return (*before, *found.edits, *after)


_LONGEST_VALUE = 80


def _named(text: str) -> NotJson | None:
    """The fault of a text that is one value, but none of JSON; None of prose."""
    written = text.strip()
    if len(written) > _LONGEST_VALUE or "\n" in written or not written:
        return None
    if not (written[0] in "+-−.<>(~≈±" or written[0].isdigit() or written in ("NaN", "Infinity")):
        return None
    start = text.index(written)
    return placed(not_a_value(written, start), text)
