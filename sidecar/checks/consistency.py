"""Consistency check: does the text agree with itself?

It adds up what the text itself states, and needs no evidence:

    - shares of one whole, in lists, tables and clauses, come to 100 % (``percent_sum_L3``: line 3)
    - totals of tables are the sums of their parts (``table_total_L10``)
    - "20 % of 1,000 = 200", "200 of the 1,000 people (20 %)" (``percent_of_L3``)
    - "rose from 40 to 50, up 25 %", "doubled from 4 to 8" (``growth_L5``), and no rise from 50 to
      40 (``trend_L5``)
    - "12 men and 30 women, together 42" (``sum_L5``), "12 + 30 = 42" (``equation_L5``), "50 against
      40, a difference of 10" (``difference_L5``)
    - "QAR 364 million ($100 million)", where a rate is given (``currency_L7``)

A written number stands for all that would be written like it ("3.4 million" for 3.35 to 3.45
million), and nothing is found that such rounding, or cutting off, can explain. A group of shares
may miss 100 by the larger of ``epsilon_pct`` and the half units of its last digits: 45 + 30 + 24
passes, since three whole numbers can hide 1.5. Bare counts add up exactly.

Example:
    text          - 45% in construction
                  - 30% in services
                  - 10% in manufacturing
    math_checks   percent_sum_L1  85 of 100  failed
    findings      MATH_INCONSISTENT over the three lines

    text          Staff rose from 40 to 50, up 35 %.
    math_checks   growth_L1  25 of 35  failed, corrected by 25
    findings      MATH_INCONSISTENT at "35 %", with the repair "25 %"

Doubtful cases:
    - Changes ("up 5 %"), percentage points, ranges and percentages over 100 are no shares. Nor are
      percentages that are far from 100 together (under 75 or over 125), or that the words around
      them call rates, shares of different wholes, a selection, or several answers.
    - A nested list is a group of its own: the parts of 100, or of the share that it hangs under.
      Items "of which" are contained in others.
    - A "Total" that is the mean, the median, an extreme or a rate of its rows is no sum. Subtotals,
      totals of subtotals and totals above their parts are tried; a total is wrong where none fits.
    - A change from something else than the values beside it ("up 12 % on last year", "5 % a year")
      is not judged. From 4 % to 5 %, "up 25 %" and "up 1 %" are both right.
    - Conversions without a rate for their currencies and years are not judged.
    - Where the text says that parts may not add up because of rounding, a failed sum of shares, of
      a table or of parts is information, if it is off by a unit of the last digit a number at most.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from sidecar.checks.base import Check, CheckError, CheckSubject, Code
from sidecar.consistency.finder import TooManyBlocks, find_sums
from sidecar.consistency.growth import KIND as GROWTH
from sidecar.consistency.settings import ConsistencySettings
from sidecar.consistency.sums import Sum
from sidecar.model.check_details import ConsistencyDetail, MathCheck
from sidecar.model.formatting import format_plain
from sidecar.model.number import Direction
from sidecar.model.report import Finding, Findings, Repair, Severity, Verdict
from sidecar.model.text import Text
from sidecar.text.options import TooManyNumbers
from sidecar.text.render import format_like

__all__ = ["ConsistencyCheck", "ConsistencySettings"]

_ROUNDING_NOTE = re.compile(
    r"\b(?:due to|because of|owing to|subject to) rounding\b|\brounding (?:error|difference)s?\b"
    r"|\b(?:percentages|shares|figures|numbers|totals?|parts|values|columns|rows|they)\b"
    r"[^.\n]{0,40}\b(?:may|might|do|does|will|need) not (?:always |exactly )?(?:sum|add|total)\b"
    r"|\b(?:may|might|do|does|will|need) not (?:always |exactly )?(?:sum|add up|total) to\b"
    r"|\b(?:figures|numbers|percentages|shares|values) (?:are|were|have been) rounded\b",
    re.IGNORECASE,
)
_WAYS = {Direction.UP_BY: 1, Direction.DOWN_BY: -1}
_NOTED = frozenset(("percent_sum", "table_total", "sum"))
"""The kinds of sums that such a note speaks of."""


CONSISTENCY_CODES = (
    Code(
        "MATH_INCONSISTENT",
        "consistency",
        Severity.ERROR,
        "Numbers of the text do not add up to what the text says.",
        "Correct the result or the parts, or say that they may not add up because of rounding.",
        "Shares of one whole come to 100, totals of tables to the sum of their parts, and parts,"
        " sums, changes and conversions that a sentence states to what its other numbers make,"
        " within what rounding or cutting off can hide; for shares within"
        " consistency.epsilon_pct as well. The finding names the sum and what it comes to, and has"
        " a repair where one number states the result. Where the text has a note about rounding, it"
        " is only information.",
    ),
)


class ConsistencyCheck(Check):
    """Does the sums that a text states, and compares."""

    name: ClassVar[str] = "consistency"
    summary: ClassVar[str] = (
        "Does the text agree with itself: do its sums, shares and changes hold?"
    )
    codes: ClassVar[Sequence[Code]] = CONSISTENCY_CODES
    judges_sentences = True

    def __init__(self, settings: ConsistencySettings) -> None:
        self._settings = settings

    @classmethod
    def allowed_by(cls, subject: CheckSubject) -> bool:
        """It needs no evidence, but without any the request names nothing to verify against."""
        return bool(subject.results)

    def run(self, subject: CheckSubject) -> Findings:
        """Judge each sum of the text.

        Raises:
            CheckError: ``TOO_MANY_NUMBERS`` or ``TOO_MANY_BLOCKS``, past the settings.
        """
        text = subject.text
        try:
            found = find_sums(subject.reader, self._settings)
        except TooManyNumbers as error:
            raise CheckError("TOO_MANY_NUMBERS", str(error)) from error
        except TooManyBlocks as error:
            raise CheckError("TOO_MANY_BLOCKS", str(error)) from error
        checks = list(_named(found, text))
        failed = [(one, check) for one, check in zip(found, checks, strict=True) if not one.passed]
        noted = bool(failed) and _ROUNDING_NOTE.search(text.string) is not None
        return Findings(
            findings=[_finding(one, check, text, noted=noted) for one, check in failed],
            judged=len(checks),
            detail=ConsistencyDetail(checks),
        )


def _is_rounding(one: Sum) -> bool:
    """Whether rounding can have done it: it is of such a kind, and a unit a number is enough."""
    return one.kind in _NOTED and abs(one.total - one.expected) <= one.slack


def _named(found: Sequence[Sum], text: Text) -> Iterator[MathCheck]:
    """The sums under names that say what and where; two of a kind on a line are numbered."""
    seen: dict[str, int] = {}
    for one in found:
        name = f"{one.kind}_L{text.line(one.span.start)}"
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name = f"{name}_{seen[name]}"
        mend = one.total if one.result is not None and not one.passed else None
        yield MathCheck(
            name, one.passed, one.span, one.total, one.expected, mend,
            one.result.span if one.result else None, [number.span for number in one.operands],
        )  # fmt: skip


def _repair(one: Sum, text: Text) -> Repair | None:
    """What corrects the number that states a result; its words keep the sign that they state.

    None where it goes the other way than they say: "a decline of -20 %" has no correction.
    """
    if one.result is None:
        return None
    number, value = one.result, one.total
    way = _WAYS.get(number.direction, 0) if not number.sign else 0
    if way and one.kind == GROWTH:
        value = value * way
        if value < 0:
            return None
    return Repair(number.span, format_like(value, number, text))


def _finding(one: Sum, check: MathCheck, text: Text, *, noted: bool) -> Finding:
    """What there is to say about a sum that does not hold, at its result if it has one."""
    total, expected = format_plain(check.total), format_plain(check.expected)
    verb = "add up to" if one.result is None and one.kind == "percent_sum" else "is"
    details = {
        "math_check": check.name,
        "parts": one.parts,
        "total": total,
        "expected": expected,
    }
    if check.mend is not None:
        details["mend"] = format_plain(check.mend)
    return Finding(
        code="MATH_INCONSISTENT",
        verdict=Verdict.CONTRADICTED,
        span=one.result.span if one.result else one.span,
        message=f"{one.parts} {verb} {total}, not {expected}",
        details=details,
        repair=_repair(one, text),
        severity=Severity.INFO if noted and _is_rounding(one) else None,
    )
