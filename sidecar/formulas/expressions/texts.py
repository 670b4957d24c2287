"""Functions of texts. Rows are picked by them; a piece of a text is no value."""

from __future__ import annotations

from dataclasses import replace

from sidecar.formulas.expressions.combined import truth
from sidecar.formulas.flows import PICK, PIECE, Flow, Kind, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node

_THOUSANDS = frozenset({",", " ", "'", "’", "\u00a0", "\u202f"})
"""Marks between the digits of a number that was picked out of a text."""


def folded(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """A text in another case, without its blanks or accents."""
    return replace(reader.text(parts[0]), altered=True)


def piece(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """A part of a text, by its place."""
    flow = reader.cells(parts[0])
    if any(part["class"] != "CONSTANT" for part in parts[1:]):
        raise Refusal("SQL_NOT_ALLOWED", "a place in a text that is not written")
    return replace(flow, column=None, part=PIECE)


def without_marks(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """REPLACE(column, ',', ''): numbers in texts are read without their marks."""
    flow = reader.cells(parts[0])
    old, new = (reader.read(part).literal for part in parts[1:])
    if not isinstance(old, str) or new != "" or any(mark.isdigit() for mark in old):
        raise Refusal("SQL_NOT_ALLOWED", "replace other than taking marks away")
    if flow.part == PICK and old not in _THOUSANDS:
        raise Refusal("VALUE_NOT_OF_DATA", f"{old} taken out of a number")
    return replace(flow, altered=True)


def joined(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """A full name: texts with marks between them."""
    flows = [reader.text(part) for part in parts]
    data = [flow for flow in flows if not flow.constant]
    if any(flow.constant and any(c.isalnum() for c in str(flow.literal)) for flow in flows):
        raise Refusal("SQL_NOT_ALLOWED", "texts that are put together")
    if not data:
        raise Refusal("VALUE_NOT_OF_DATA", "texts that are put together")
    core = "||".join(flow.core for flow in flows)
    return Flow(kind=Kind.TEXT, core=core, sources=merged(data), part=PIECE)


def like(reader: Reader, _name: str, parts: list[Node]) -> Flow:
    """Whether a text has a pattern or a part that is written."""
    flow = reader.cells(parts[0])
    pattern = reader.read(parts[1]).literal
    if not isinstance(pattern, str):
        raise Refusal("SQL_NOT_ALLOWED", "a pattern that is not written")
    reader.rules.literals.like(flow, pattern)
    return truth([flow])
