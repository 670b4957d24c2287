"""Answers whose numbers carry what they claim, and the check that each is right.

A mark stands in doubled brackets; the rest is the text as it is::

    [[4,127 = visits["Oslo"].n]]          a number, and the expression whose value it is
    [[a couple of = 2 = count(visits)]]   the same, where the words need to be told as digits
    [[three = none]]                      a number that claims nothing about the data
    [[rose~fell]]                         a verb or adjective of direction, and its opposite

Expressions are those of ``bench.analysts``: in the base unit, percentages in per cent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from bench.analysts.derivations import evaluate
from bench.analysts.tables import AnalystTable
from sidecar.model.number import Number
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

NO_CLAIM = "none"
_MARK = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)


class MarkError(ValueError):
    """A mark is not sound, or a number carries none."""


class Marked(NamedTuple):
    """One number of an answer.

    Attributes:
        start: Where it stands in the text, in code points.
        end: Where it ends.
        text: As it is written.
        told: Its value as digits, where the writer gave it; else empty.
        expression: What it claims; "none" where it claims nothing.
    """

    start: int
    end: int
    text: str
    told: str
    expression: str


class Verb(NamedTuple):
    """A word of direction and its opposite, by its place in the text."""

    start: int
    end: int
    opposite: str


class MarkedAnswer(NamedTuple):
    """A text without its marks, its numbers and its words of direction."""

    text: str
    numbers: Sequence[Marked]
    verbs: Sequence[Verb]


def parse(source: str) -> MarkedAnswer:
    """Read the marks of an answer.

    Raises:
        MarkError: If a mark has no expression, or brackets do not match.
    """
    text, numbers, verbs, at = "", list[Marked](), list[Verb](), 0
    for match in _MARK.finditer(source):
        text += source[at : match.start()]
        at = match.end()
        content = match[1]
        if "~" in content and "=" not in content:
            right, _, opposite = content.partition("~")
            verbs.append(Verb(len(text), len(text) + len(right.strip()), opposite.strip()))
            text += right.strip()
            continue
        written, _, rest = (part.strip() for part in content.partition(" = "))
        if not rest:
            raise MarkError(f"[[{content}]]: write [[number = expression]]")
        told, _, expression = rest.partition(" = ") if _is_told(rest) else ("", "", rest)
        numbers.append(
            Marked(len(text), len(text) + len(written), written, told.strip(), expression.strip())
        )
        text += written
    text += source[at:]
    if "[[" in text or "]]" in text:
        raise MarkError("doubled brackets that do not match")
    return MarkedAnswer(text, numbers, verbs)


def _is_told(rest: str) -> bool:
    return re.match(r"-?[\d.]+ = ", rest) is not None


def check(answer: MarkedAnswer, tables: Mapping[str, AnalystTable]) -> Iterator[str]:
    """What is not sound in an answer, a line each: wrong numbers, numbers without a mark."""
    text = Text(answer.text)
    claims = extract_numbers(text, ExtractOptions()).claims
    starts = text.char_offsets(claims.figures.starts).tolist()
    ends = text.char_offsets(claims.figures.ends).tolist()
    spans = list(zip(starts, ends, claims, strict=True))
    for marked in answer.numbers:
        if marked.expression == NO_CLAIM:
            continue
        try:
            value = evaluate(marked.expression, tables)
        except Exception as problem:  # the writer's expression may raise anything
            yield f"[[{marked.text} = {marked.expression}]]: {type(problem).__name__}: {problem}"
            continue
        inside = [c.number for s, e, c in spans if s < marked.end and marked.start < e]
        yield from _compare(marked, value, inside)
    labels = sorted({c for table in tables.values() for c in table.labels()}, key=len)
    for start, end, claim in spans:
        is_marked = any(start < m.end and m.start < end for m in answer.numbers)
        if not is_marked and not _in_label(answer.text, start, end, labels):
            near = answer.text[max(0, start - 25) : end + 15]
            yield f"a number without a mark: …{near}… ({claim.number.value})"


def _compare(marked: Marked, value: Fraction, inside: Sequence[Number]) -> Iterator[str]:
    if marked.told:
        told = Fraction(marked.told)
        if abs(abs(told) - abs(value)) > max(Fraction(1, 2), abs(value) / 8):
            yield f"[[{marked.text}]] is said to be {marked.told}, but {float(value):.6g} is right"
        return
    if len(inside) != 1:
        yield (
            f"[[{marked.text}]] is read as {len(inside)} numbers: write "
            f"[[{marked.text} = {float(value):.4g} = {marked.expression}]]"
        )
        return
    (number,) = inside
    low, high = sorted((abs(Fraction(number.low)), abs(Fraction(number.high))))
    is_zero = number.value == 0 and low <= high >= abs(value)
    if not (low <= abs(value) <= high or is_zero) and not _is_hedged(marked, number, value):
        yield (
            f"[[{marked.text}]] says {float(number.value):.6g}, but "
            f"{marked.expression} is {float(value):.8g}"
        )


def _is_hedged(marked: Marked, number: Number, value: Fraction) -> bool:
    value, written = abs(value), abs(Fraction(number.value))
    return bool(number.qualifier) and abs(written - value) <= value / 10


def _in_label(text: str, start: int, end: int, labels: Sequence[str]) -> bool:
    for label in labels:
        at = text.find(label)
        while at >= 0:
            if at <= start and end <= at + len(label):
                return True
            at = text.find(label, at + 1)
    return False
