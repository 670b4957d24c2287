"""Numbers inside texts: the 12.3 of "12.3 kg", the two of "3-0".

REGEXP_EXTRACT could cut any number out of a text, or pick rows by what it does not find. So the
pattern is a number and what stands around it: marks, and words that the text names. In each cell of
the column that has these words and a number, and in no other, it has to pick a whole number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from sidecar.formulas.expressions.values import whole
from sidecar.formulas.flows import PICK, Flow
from sidecar.formulas.reader import Reader
from sidecar.formulas.refusals import Refusal
from sidecar.formulas.tree import Node

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


def picked(reader: Reader, _name: str, parts: list[Node]) -> Flow:
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


def _as_it_stands(flow: Flow) -> bool:
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
