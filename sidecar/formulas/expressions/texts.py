"""Functions of texts. Rows are picked by them; a piece of a text is no value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sidecar.formulas.expressions.values import truth, whole
from sidecar.formulas.flows import PICK, PIECE, Kind, Provenance, merged
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node

# Numbers inside texts: the 12.3 of "12.3 kg", the two of "3-0".

_NUMBER = r"(?:\[(?:0-9|\\d)[.,]{0,2}\]|\\d)\+"
_AROUND = r"(?:[^\\.^$*+?()\[\]{}|\d_]|\\s[*+]?|\\[^\w\s\\])*"
_PATTERN = re.compile(
    rf"(?P<alone>{_NUMBER})"
    rf"|(?P<before>{_AROUND}(?:{_NUMBER}{_AROUND})?)\({_NUMBER}\)"
    rf"(?P<after>{_AROUND}(?:{_NUMBER}{_AROUND})?)"
)
_MARKUP = re.compile(rf"{_NUMBER}|\\s")
_WORD = re.compile(r"[^\W\d_]+(?!\w)")
_MOST_CELLS = 10_000
_WHOLE = re.compile(
    r"(?<![\w.,])[-+−]?"
    r"(?:\d{1,3}(?:['’ \u00a0\u202f]\d{3})+|\d+(?:[.,]\d+)*)"
    r"(?![.,]?\d|[eE][-+]?\d)"
)
"""A number of a cell; a dash between two of them is no sign."""
_DATE = re.compile(r"\d+([-/.:])\d+\1\d+")


def read_picked(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """REGEXP_EXTRACT(column, pattern, group)."""
    flow = reader.cells(parts[0])
    pattern = reader.read(parts[1]).literal
    group = int(whole(parts[2], "a group")) if len(parts) > 2 else 0
    if flow.info is None or not _as_it_stands(flow) or not isinstance(pattern, str):
        raise Refusal("SQL_NOT_ALLOWED", "a number picked out of anything but a column")
    found = _PATTERN.fullmatch(pattern)
    if found is None or group != (0 if found["alone"] else 1):
        raise Refusal("SQL_NOT_ALLOWED", f"the pattern {pattern}: a number and words around it")
    words = list(_words(found))
    for word in words:
        reader.rules.literals.word(flow, word)
    _judge(words, flow.info.picks(pattern, group, _MOST_CELLS + 1))
    return replace(flow, core=f"{pattern}({flow.core})", column=None, info=None, part=PICK)


def _as_it_stands(flow: Provenance) -> bool:
    """Whether an expression is a column of texts, since it is its cells that are looked at."""
    plain = flow.column is not None and not flow.altered and not flow.part
    return plain and flow.info is not None and flow.info.type == "VARCHAR"


def _words(found: re.Match[str]) -> Iterator[str]:
    """The words around a number."""
    for side in (found["before"], found["after"]):
        yield from _WORD.findall(_MARKUP.sub(" ", side or ""))


def _judge(words: list[str], picks: list[tuple[str, str]]) -> None:
    """Refuse a pattern that cuts a piece out of something, or that picks rows by its marks."""
    if len(picks) > _MOST_CELLS:
        raise Refusal("TOO_LARGE", f"numbers picked out of more than {_MOST_CELLS} texts")
    for cell, number in picks:
        numbers = _WHOLE.findall(_DATE.sub(" ", cell))
        if number and number not in numbers:
            raise Refusal("VALUE_NOT_OF_DATA", f"{number} is not a whole number of {cell[:60]}")
        named = set(words) <= set(_WORD.findall(cell))
        if numbers and named != bool(number):
            finds = "something" if number else "nothing"
            raise Refusal("VALUE_NOT_OF_DATA", f"the pattern finds {finds} in {cell[:60]}")


_THOUSANDS = frozenset({",", " ", "'", "’", "\u00a0", "\u202f"})
"""Marks between the digits of a number that was picked out of a text."""


def folded(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """A text in another case, without its blanks or accents."""
    return replace(reader.text(parts[0]), altered=True)


def piece(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """A part of a text, by its place."""
    flow = reader.cells(parts[0])
    if any(part["class"] != "CONSTANT" for part in parts[1:]):
        raise Refusal("SQL_NOT_ALLOWED", "a place in a text that is not written")
    return replace(flow, column=None, part=PIECE)


def without_marks(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """REPLACE(column, ',', ''): numbers in texts are read without their marks."""
    flow = reader.cells(parts[0])
    old, new = (reader.read(part).literal for part in parts[1:])
    if not isinstance(old, str) or new != "" or any(mark.isdigit() for mark in old):
        raise Refusal("SQL_NOT_ALLOWED", "replace other than taking marks away")
    if flow.part == PICK and old not in _THOUSANDS:
        raise Refusal("VALUE_NOT_OF_DATA", f"{old} taken out of a number")
    return replace(flow, altered=True)


def joined(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """A full name: texts with marks between them."""
    flows = [reader.text(part) for part in parts]
    data = [flow for flow in flows if not flow.constant]
    if any(flow.constant and any(c.isalnum() for c in str(flow.literal)) for flow in flows):
        raise Refusal("SQL_NOT_ALLOWED", "texts that are put together")
    if not data:
        raise Refusal("VALUE_NOT_OF_DATA", "texts that are put together")
    core = "||".join(flow.core for flow in flows)
    return Provenance(kind=Kind.TEXT, core=core, sources=merged(data), part=PIECE)


def like(reader: Reader, _name: str, parts: list[Node]) -> Provenance:
    """Whether a text has a pattern or a part that is written."""
    flow = reader.cells(parts[0])
    pattern = reader.read(parts[1]).literal
    if not isinstance(pattern, str):
        raise Refusal("SQL_NOT_ALLOWED", "a pattern that is not written")
    reader.rules.literals.like(flow, pattern)
    return truth([flow])
