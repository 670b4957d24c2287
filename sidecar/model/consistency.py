"""What the consistency check tells beside its findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.text import Span


class MathCheck(NamedTuple):
    """One sum that the text states or implies.

    Attributes:
        name: What was checked and at which line: ``percent_sum_L42``; unique in a report.
        passed: Whether it holds within its tolerance.
        span: The words or lines it covers.
        total: What the stated parts come to.
        expected: What the text says that they come to, or 100 for shares.
        mend: The value that would fix a failed sum in place of the number that states its result;
            None where it holds, or no one number is its result.
        result: The number that states its result, where one does.
        operands: The numbers that its result is computed from, where one number states it; the
            shares of a group.
    """

    name: str
    passed: bool
    span: Span
    total: Decimal
    expected: Decimal
    mend: Decimal | None = None
    result: Span | None = None
    operands: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class ConsistencyDetail:
    """The sums that the consistency check tried, in the order of the text."""

    math_checks: Sequence[MathCheck] = ()
