"""Numbers that a model calls a period or an identifier: they claim nothing, and are passed over.

A model reads what others wrote, so its word alone hides no claim. It is believed where the number
is written as a period or an identifier may be: "six months", "Series 1". A percentage, an amount of
money, a measure, a number with a scale, a sign, a hedge or a direction is neither. Nor is a number
whose row and column the words plainly name, unless the data have such a name themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sidecar.binding.bound import Bound
from sidecar.model.evidence import Table
from sidecar.model.number import Direction, Number, Qualifier, SkipReason, Unit
from sidecar.model.text import Span, Text

REASONS = {"identifier": SkipReason.IDENTIFIER, "period": SkipReason.PERIOD}
"""What is no claim, in a model's words."""

_TIMES = frozenset({"s", "min", "h", "hour", "day", "week", "month", "quarter", "year"})
_PLAIN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:-[^\W\d_]+)*")
"""A number without marks between thousands, or in words."""
_BEFORE = 40  # bytes that the word before a number is looked for in
_LAST_WORD = re.compile(r"[^\W\d_]\w*\W{1,2}$")
_SEEN = 10_000
"""Cells of a column that a name is looked for in."""


def no_claim(none: str, bound: Bound, text: Text, tables: Sequence[Table]) -> SkipReason | None:
    """Why a number claims nothing; None where it has to be judged.

    Args:
        none: Why it has no query, in the model's words.
        bound: What context made of it.
        text: The text.
        tables: The query results of the request.
    """
    reason = REASONS.get(none)
    number = bound.binding.claim.number
    if reason is None:
        return None
    if reason is SkipReason.PERIOD and number.symbol in _TIMES and not number.scale:
        return reason
    if not _is_plain(number, text) or (bound.named and not _is_name(number, text, tables)):
        return None
    return reason


def _is_plain(number: Number, text: Text) -> bool:
    """Whether a number is written as a name or the number of a period may be."""
    bare = number.unit is Unit.COUNT and not (number.symbol or number.scale or number.sign)
    unmoved = number.qualifier is Qualifier.NONE and number.direction is Direction.NONE
    return bare and unmoved and _PLAIN.fullmatch(text.slice(number.span)) is not None


def _is_name(number: Number, text: Text, tables: Sequence[Table]) -> bool:
    """Whether the data have a name of the number and the word before it: "Series 1"."""
    start = number.span.start
    before = _LAST_WORD.search(text.data[max(0, start - _BEFORE) : start].decode("utf-8", "ignore"))
    if before is None:
        return False
    name = before[0] + text.slice(Span(start, number.span.end))
    found = re.compile(rf"\b{re.escape(name)}(?![\w.,]\w)\b", re.IGNORECASE)
    return any(found.search(label) for table in tables for label in _labels(table))


def _labels(table: Table) -> Iterator[str]:
    yield from (column.name for column in table.columns)
    for data in table.data:
        yield from {cell for cell in data[:_SEEN] if isinstance(cell, str)}
