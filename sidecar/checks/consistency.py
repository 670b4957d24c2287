"""Consistency check: does the text agree with itself?

A list whose every item states one share should add up to 100 %. The sum may miss 100 by the larger
of ``epsilon_pct`` and what rounding can hide, half a unit of the last digit of each part: 45 + 30 +
24 passes, since three whole numbers can hide 1.5 (seed 000).

Example:
    text          - 45% in construction
                  - 30% in services
                  - 10% in manufacturing
    math_checks   percent_sum_L1  85 of 100  failed
    findings      MATH_INCONSISTENT over the three lines

Doubtful cases:
    - Changes ("up 5 %"), percentage points, ranges and percentages over 100 are no shares.
    - Percentages that are far from 100 together (under 75 or over 125) are not taken for the parts
      of one whole: growth rates and unemployment figures stand in lists as well.
    - A nested list is a group of its own.
    - Where the text says that parts may not add up because of rounding, it is information.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import ClassVar

from pydantic import Field

from sidecar.checks.base import Check, Subject
from sidecar.model.decimals import plain
from sidecar.model.number import Direction, Number, Unit
from sidecar.model.report import (
    ConsistencyDetail,
    Finding,
    Findings,
    MathCheck,
    Severity,
    Verdict,
)
from sidecar.model.text import Span, Text
from sidecar.options import Section, Tolerance, stricter
from sidecar.text.blocks import Block, BlockKind, blocks
from sidecar.text.numbers import scan
from sidecar.text.options import ExtractOptions

_WHOLE = Decimal(100)
_PARTS_OF_ONE_WHOLE = (Decimal(75), Decimal(125))
_PERCENT = re.compile(r"%|percent|per cent|pct", re.IGNORECASE)
_ROUNDING_NOTE = re.compile(
    r"\b(?:due to|because of|owing to|subject to) rounding\b"
    r"|\b(?:may|might|do|does|will) not (?:sum|add|total)\b|\brounding (?:error|difference)s?\b",
    re.IGNORECASE,
)


class ConsistencySettings(Section):
    """The `consistency` check."""

    sum_to_100: bool = Field(
        True,
        description="Check that groups of percentages in lists add up to 100.",
        json_schema_extra=stricter("true"),
    )
    epsilon_pct: Tolerance = Field(
        Decimal("0.5"),
        description="How far such a sum may miss 100, in percentage points.",
        json_schema_extra=stricter("smaller"),
    )


class ConsistencyCheck(Check):
    """Adds up what a text presents as the parts of a whole."""

    name: ClassVar[str] = "consistency"
    summary: ClassVar[str] = "Does the text agree with itself: do its shares add up?"

    def __init__(self, settings: ConsistencySettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: Subject) -> bool:
        """It needs no evidence, but without any the request names nothing to verify against."""
        return bool(subject.results)

    def run(self, subject: Subject) -> Findings:
        """Add up each group of shares."""
        text = subject.text
        checks = [self._sum(group, text) for group in self._groups(text)]
        noted = _ROUNDING_NOTE.search(text.string) is not None
        return Findings(
            findings=[_finding(check, noted) for check in checks if not check.passed],
            judged=len(checks),
            detail=ConsistencyDetail(checks),
        )

    def _groups(self, text: Text) -> Iterator[Sequence[Number]]:
        """The lists whose items state one share each, in the order of the text."""
        if not self._settings.sum_to_100 or not _PERCENT.search(text.string):
            return
        lists = [items for items in _lists(blocks(text)) if len(items) > 1]
        if not lists:
            return
        numbers, _ = scan(text, ExtractOptions())
        shares = [number for number in numbers if number.unit is Unit.PERCENT]
        for items in lists:
            stated = [[n for n in shares if _inside(n.span, item.span)] for item in items]
            group = [share for item in stated for share in item]
            one_each = all(len(item) == 1 for item in stated)
            if one_each and all(_is_share(share) for share in group):
                low, high = _PARTS_OF_ONE_WHOLE
                if low <= sum(share.value for share in group) <= high:
                    yield group

    def _sum(self, group: Sequence[Number], text: Text) -> MathCheck:
        total = sum((share.value for share in group), Decimal(0))
        hidden = sum(((share.high - share.low) / 2 for share in group), Decimal(0))
        first, last = text.line(group[0].span.start), text.line(group[-1].span.start)
        return MathCheck(
            name=f"percent_sum_L{first}",
            passed=abs(total - _WHOLE) <= max(self._settings.epsilon_pct, hidden),
            span=Span(text.line_span(first).start, text.line_span(last).end),
            total=total,
            expected=_WHOLE,
        )


def _lists(found: Sequence[Block]) -> Iterator[list[Block]]:
    """The items of each list, nested ones apart, in the order in which the lists begin."""
    lists: list[list[Block]] = []
    open_lists: dict[int, list[Block]] = {}
    for block in found:
        if block.kind is BlockKind.LIST_ITEM:
            open_lists = {
                level: items for level, items in open_lists.items() if level <= block.level
            }
            if block.level not in open_lists:
                open_lists[block.level] = []
                lists.append(open_lists[block.level])
            open_lists[block.level].append(block)
        elif block.level == 0 or block.kind is BlockKind.HEADING:
            open_lists = {}
    yield from lists


def _inside(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


def _is_share(number: Number) -> bool:
    return (
        number.symbol == "%"
        and 0 <= number.value <= _WHOLE
        and number.direction is Direction.NONE
        and not number.group
        and not number.sign
    )


def _finding(check: MathCheck, noted: bool) -> Finding:
    total, expected = plain(check.total), plain(check.expected)
    return Finding(
        code="MATH_INCONSISTENT",
        verdict=Verdict.CONTRADICTED,
        span=check.span,
        message=f"the percentages of this list add up to {total}, not {expected}",
        details={"math_check": check.name, "total": total, "expected": expected},
        severity=Severity.INFO if noted else None,
    )
