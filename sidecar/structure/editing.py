"""Edits of a text: a text after them, and their places in bytes."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.model.structure import StructureEdit


def edited(text: str, edits: Sequence[StructureEdit]) -> str:
    """A text after edits that stand in its order, in code points."""
    parts, position = [], 0
    for edit in edits:
        parts += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*parts, text[position:]])


def in_bytes(text: str, edits: Sequence[StructureEdit]) -> list[StructureEdit]:
    """The same edits, in order, with their places in bytes of UTF-8."""
    if text.isascii():
        return list(edits)
    counted, made = (0, 0), []  # code points, and the bytes of these
    for edit in edits:
        start = counted[1] + len(text[counted[0] : edit.start].encode())
        end = start + len(text[edit.start : edit.end].encode())
        made.append(StructureEdit(start, end, edit.replacement))
        counted = edit.end, end
    return made
