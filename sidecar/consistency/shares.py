"""Percentages that are the parts of one whole, wherever they stand: do they add up to 100?"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sidecar.consistency.intervals import Interval, is_bounded, point, written
from sidecar.consistency.reading import HEDGE, compiled
from sidecar.consistency.sums import Sum, slack
from sidecar.model.evidence import EXACT
from sidecar.model.number import Direction, Number
from sidecar.model.text import Span, Text

KIND = "percent_sum"
WHOLE = Decimal(100)
_WINDOW = (Decimal(75), Decimal(125))

OVERLAPPING = compiled(
    r"\b(?:multiple|several|more than one) (?:answers?|responses?|choices?|selections?|mentions?|"
    r"options?|categor\w+|groups?)|\bmore than one (?:answer|of)|\ball that apply\b|\boverlap|"
    r"\bnot mutually exclusive|\bnot exclusive|"
    r"\bdo(?:es)? not (?:make|form) (?:up )?(?:a|one) whole|"
    r"\bnot (?:shares|parts) of (?:a|one|the same) whole|\bdifferent (?:wholes|bases|totals)|"
    r"\bindependent(?:ly)? of each other|\beach (?:out )?of its own|\bmentioned by\b"
)
"""What says that shares may count the same thing more than once."""

PARTIAL = compiled(
    r"\b(?:top|largest|biggest|leading|main|major|selected|some|examples?|for instance|among other"
    r"|among them|include|includes|including|notable|highlights?|most common|key)\b"
)
"""What says that not all the parts are listed."""

SHARED = compiled(
    r"\b(?:shares?|breakdown|break down|distribution|composition|split|made up|make up|makes up|"
    r"consists?|divided|proportions?|percent(?:age)? of (?:the )?total|% of (?:the )?total|"
    r"accounts? for|accounted for|structure|mix)\b"
)
"""What says that a whole is taken apart."""

RATED = compiled(
    r"\b(?:rates?|growth|grew|grow|rose|fell|increase[ds]?|decrease[ds]?|declined?|rise|drop(?:ped)?|"
    r"gains?|losses|change[ds]?|returns?|yields?|margins?|inflation|unemployment|literacy|turnover|"
    r"accuracy|precision|recall|f1|sensitivity|specificity|satisfaction|probability|likelihood|"
    r"chances?|confidence|humidity|occupancy|utili[sz]ation|coverage|completion|completed|uptime|"
    r"availability|full|occupied|finished|on[- ]time|"
    r"discounts?|interest|tax(?:es)?|vat|"
    r"battery|progress|efficiency|score[ds]?|success|"
    r"pass(?:ed)?|attendance|approval|response|retention|churn|conversion|year-on-year|yoy|"
    r"compared (?:to|with)|higher|lower|faster|slower|points?)\b"
)
"""What says that each percentage stands for itself."""

INDEPENDENT = compiled(
    r"\bhow (?!much\b|many\b)[^\W\d_]+ (?:each|every|all|both|the|our|its|their)\b"
    r"|\b(?:in|at|within|inside|per) (?:each|every)\b"
    r"|\bof (?:each|every) (?:[^\W\d_]+ ){1,2}"
    r"(?:that|who|which|with|is|are|was|were|has|have|had)\b"
)
"""What says that each thing is measured by itself: "how full each warehouse is"."""

TOTAL = compiled(
    r"\W*(?:grand |overall |sub-?|sub )?(?:totals?|sum)\b(?! (?:share|number|population))"
)
"""The beginning of a line that sums up those before it."""

PART_OF_PART = compiled(
    r"\W*(?:of (?:which|whom|these|those|them)|thereof|incl\.|including|memo)\b"
)
"""The beginning of a line that is contained in the one before it."""


_MADE_UP = compiled(rf"\bma(?:kes?|de|king) up {HEDGE}$")


def unmoved(number: Number, before: str) -> Number:
    """A number without the movement that "makes up" only seems to give it."""
    return number._replace(direction=Direction.NONE) if _MADE_UP.search(before) else number


def is_share(number: Number) -> bool:
    """Whether a number can be a part of a whole: no change, no point, no range, no bound."""
    return (
        number.symbol == "%"
        and 0 <= number.value <= WHOLE
        and number.direction is Direction.NONE
        and not number.group
        and not number.sign
        and not is_bounded(number)
    )


def plausible(group: Sequence[Number], whole: Decimal = WHOLE) -> bool:
    """Whether shares come near enough to a whole to be taken for all of its parts."""
    low, high = (end * whole / WHOLE for end in _WINDOW)
    return low <= total(group) <= high


def total(group: Sequence[Number]) -> Decimal:
    """What shares add up to."""
    value = Decimal(0)
    for share in group:
        value = EXACT.add(value, share.value)
    return value


def holds(group: Sequence[Number], epsilon: Decimal, whole: Number | None = None) -> bool:
    """Whether shares add up to 100, or to the share that states their sum.

    The sum may miss it by the larger of ``epsilon`` and what rounding can hide.
    """
    value = point(Decimal(0))
    for share in group:
        value += written(share)
    target = written(whole) if whole is not None and whole.value != WHOLE else point(WHOLE)
    expected = WHOLE if whole is None else whole.value
    near = point(expected) + Interval(-epsilon, epsilon)
    return value.meets(target) or near.meets(point(total(group)))


def judged(
    group: Sequence[Number],
    text: Text,
    epsilon: Decimal,
    *,
    whole: Number | None = None,
    parts: str,
) -> Sum:
    """The sum of a group of shares, over the lines where they stand."""
    first, last = text.line(group[0].span.start), text.line(group[-1].span.end)
    lines = Span(text.line_span(first).start, text.line_span(last).end)
    expected = WHOLE if whole is None else whole.value
    room = slack(group if whole is None or expected == WHOLE else [*group, whole])
    held = holds(group, epsilon, whole)
    return Sum(KIND, lines, held, total(group), expected, parts, operands=group, slack=room)
