"""Percentages that are the parts of one whole: do they add up to 100?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.consistency.reading import HEDGE, NumberSentence, are_adjacent, compile_caseless
from sidecar.consistency.sums import (
    Sum,
    ValueInterval,
    is_bounded,
    point_interval,
    rounding_slack,
    written_interval,
)
from sidecar.model.evidence import EXACT
from sidecar.model.number import Direction, Number
from sidecar.model.text import Span, Text
from sidecar.work import check_abandoned

KIND = "percent_sum"
WHOLE = Decimal(100)
_WINDOW = (Decimal(75), Decimal(125))

OVERLAPPING = compile_caseless(
    r"\b(?:multiple|several|more than one) (?:answers?|responses?|choices?|selections?|mentions?|"
    r"options?|categor\w+|groups?)|\bmore than one (?:answer|of)|\ball that apply\b|\boverlap|"
    r"\bnot mutually exclusive|\bnot exclusive|"
    r"\bdo(?:es)? not (?:make|form) (?:up )?(?:a|one) whole|"
    r"\bnot (?:shares|parts) of (?:a|one|the same) whole|\bdifferent (?:wholes|bases|totals)|"
    r"\bindependent(?:ly)? of each other|\beach (?:out )?of its own|\bmentioned by\b"
)
"""What says that shares may count the same thing more than once."""

PARTIAL = compile_caseless(
    r"\b(?:top|largest|biggest|leading|main|major|selected|some|examples?|for instance|among other"
    r"|among them|include|includes|including|notable|highlights?|most common|key)\b"
)
"""What says that not all the parts are listed."""

SHARED = compile_caseless(
    r"\b(?:shares?|breakdown|break down|distribution|composition|split|made up|make up|makes up|"
    r"consists?|divided|proportions?|percent(?:age)? of (?:the )?total|% of (?:the )?total|"
    r"accounts? for|accounted for|structure|mix)\b"
)
"""What says that a whole is taken apart."""

RATED = compile_caseless(
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

INDEPENDENT = compile_caseless(
    r"\bhow (?!much\b|many\b)[^\W\d_]+ (?:each|every|all|both|the|our|its|their)\b"
    r"|\b(?:in|at|within|inside|per) (?:each|every)\b"
    r"|\bof (?:each|every) (?:[^\W\d_]+ ){1,2}"
    r"(?:that|who|which|with|is|are|was|were|has|have|had)\b"
)
"""What says that each thing is measured by itself: "how full each warehouse is"."""

TOTAL = compile_caseless(
    r"\W*(?:grand |overall |sub-?|sub )?(?:totals?|sum)\b(?! (?:share|number|population))"
)
"""The beginning of a line that sums up those before it."""

PART_OF_PART = compile_caseless(
    r"\W*(?:of (?:which|whom|these|those|them)|thereof|incl\.|including|memo)\b"
)
"""The beginning of a line that is contained in the one before it."""


_MADE_UP = compile_caseless(rf"\bma(?:kes?|de|king) up {HEDGE}$")


def drop_movement(number: Number, before: str) -> Number:
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


def may_be_complete(group: Sequence[Number], whole: Decimal = WHOLE) -> bool:
    """Whether shares come near enough to a whole to be taken for all of its parts."""
    low, high = (end * whole / WHOLE for end in _WINDOW)
    return low <= add_up(group) <= high


def add_up(group: Sequence[Number]) -> Decimal:
    """What shares add up to."""
    value = Decimal(0)
    for share in group:
        value = EXACT.add(value, share.value)
    return value


def is_whole_sum(group: Sequence[Number], epsilon: Decimal, whole: Number | None = None) -> bool:
    """Whether shares add up to 100, or to the share that states their sum.

    The sum may miss it by the larger of ``epsilon`` and what rounding can hide.
    """
    value = point_interval(Decimal(0))
    for share in group:
        value += written_interval(share)
    target = (
        written_interval(whole)
        if whole is not None and whole.value != WHOLE
        else point_interval(WHOLE)
    )
    expected = WHOLE if whole is None else whole.value
    near = point_interval(expected) + ValueInterval(-epsilon, epsilon)
    return value.meets(target) or near.meets(point_interval(add_up(group)))


def judge_shares(
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
    room = rounding_slack(group if whole is None or expected == WHOLE else [*group, whole])
    held = is_whole_sum(group, epsilon, whole)
    return Sum(KIND, lines, held, add_up(group), expected, parts, operands=group, slack=room)


# Shares in prose: clauses that each name one whole ("accounts for 45% of employment").
#
# Clauses of one sentence, or of neighbouring ones, are the parts of a whole where each has a
# subject of its own and nothing else: what is said of a place or a time ("in Oman", "in 2020") has
# a whole of its own there. That parts come to more than all is wrong however few are stated; that
# they come to less only where there are three or more, and none is picked out.

PARTS = "the percentages of these clauses"
_VERB = compile_caseless(
    r"\b(?:account(?:s|ed|ing)? for|ma(?:kes?|de|king) up|represent(?:s|ed)?|constitut(?:es?|ed)"
    rf"|compris(?:es?|ed)|contribut(?:es?|ed)) {HEDGE}$"
)
_FOR = compile_caseless(rf"\bfor {HEDGE}$")
_WHOLE = compile_caseless(
    r" of (?:(?:the|all|its|our|their|total|overall) )*(?P<whole>[^\W\d_]+(?: [^\W\d_]+)?)"
    r"(?= ?(?:$|[.,;:)–—]|and\b|while\b|whereas\b|but\b))"
)
_BARE = compile_caseless(r" ?(?:$|[.,;:)–—]|and\b|while\b|whereas\b|but\b)")
_ELSEWHERE = compile_caseless(
    r"\b(?:in|during|by|at|among|within|from|since|until|it|they|he|she|which|that|who|then|now"
    r"|of (?:which|these|those|them|whom))\b|\b(?:19|20)\d\d\b"
)
_LEAST = 3  # parts that may come to less than all


class _ClauseShare(NamedTuple):
    number: Number
    whole: str


def find_clause_shares(sentences: Sequence[NumberSentence], epsilon: Decimal) -> Iterator[Sum]:
    """The groups of clauses in their order."""
    group: list[_ClauseShare] = []
    said: list[NumberSentence] = []
    for sentence in sentences:
        check_abandoned()
        parts = _parts(sentence)
        whole = group[0].whole if group else ""
        if group and not (parts and parts[0].whole == whole and are_adjacent(said[-1], sentence)):
            yield from _judge(group, said, epsilon)
            group, said = [], []
        group, said = group + parts, [*said, sentence] if parts else []
    yield from _judge(group, said, epsilon)


def _parts(sentence: NumberSentence) -> list[_ClauseShare]:
    """The shares of a sentence; none where one of them is no part of the same whole."""
    places = [i for i, figure in enumerate(sentence.figures) if figure.number.symbol == "%"]
    parts: list[_ClauseShare] = []
    for place in places:
        before, after = sentence.before(place), sentence.after(place)
        whole = _whole(before, after, parts[0].whole if parts else "")
        number = drop_movement(sentence.figures[place].number, before)
        if not whole or _ELSEWHERE.search(before) or not is_share(number):
            return []
        parts.append(_ClauseShare(number, whole))
    return parts


def _whole(before: str, after: str, first: str) -> str:
    """What a share is of; the ``first`` share's whole if it names none, "" if another, or none."""
    named = _WHOLE.match(after)
    led = _VERB.search(before) or (first and _FOR.search(before))
    if not led or not (named or _BARE.match(after)):
        return ""
    whole = named["whole"].lower() if named else first
    return whole if whole == (first or whole) else ""


def _judge(
    group: Sequence[_ClauseShare], said: Sequence[NumberSentence], epsilon: Decimal
) -> Iterator[Sum]:
    numbers = [part.number for part in group]
    if len(numbers) < 2 or not may_be_complete(numbers):
        return
    words = " ".join(sentence.string for sentence in said)
    few = len(numbers) < _LEAST or PARTIAL.search(words) is not None
    if OVERLAPPING.search(words) or (few and add_up(numbers) < WHOLE):
        return
    yield judge_shares(numbers, said[0].text, epsilon, parts=PARTS)


CLAUSE_CUE = re.compile(r"account|ma(?:ke|de|king)|represent|constitut|compris|contribut")
"""What the text, in lower case, must hold."""
