"""Shares in prose: clauses that each name one whole ("accounts for 45% of employment").

Clauses of one sentence, or of neighbouring ones, are the parts of a whole where each has a subject
of its own and nothing else: what is said of a place or a time ("in Oman", "in 2020") has a whole of
its own there. That parts come to more than all is wrong however few are stated; that they come to
less only where there are three or more, and none is picked out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.consistency import shares
from sidecar.consistency.reading import HEDGE, Sentence, adjacent, compiled
from sidecar.consistency.sums import Sum
from sidecar.model.number import Number
from sidecar.work import check_abandoned

PARTS = "the percentages of these clauses"
_VERB = compiled(
    r"\b(?:account(?:s|ed|ing)? for|ma(?:kes?|de|king) up|represent(?:s|ed)?|constitut(?:es?|ed)"
    rf"|compris(?:es?|ed)|contribut(?:es?|ed)) {HEDGE}$"
)
_FOR = compiled(rf"\bfor {HEDGE}$")
_WHOLE = compiled(
    r" of (?:(?:the|all|its|our|their|total|overall) )*(?P<whole>[^\W\d_]+(?: [^\W\d_]+)?)"
    r"(?= ?(?:$|[.,;:)–—]|and\b|while\b|whereas\b|but\b))"
)
_BARE = compiled(r" ?(?:$|[.,;:)–—]|and\b|while\b|whereas\b|but\b)")
_ELSEWHERE = compiled(
    r"\b(?:in|during|by|at|among|within|from|since|until|it|they|he|she|which|that|who|then|now"
    r"|of (?:which|these|those|them|whom))\b|\b(?:19|20)\d\d\b"
)
_LEAST = 3  # parts that may come to less than all


class _Part(NamedTuple):
    number: Number
    whole: str


def clause_shares(sentences: Sequence[Sentence], epsilon: Decimal) -> Iterator[Sum]:
    """The groups of clauses in their order."""
    group: list[_Part] = []
    said: list[Sentence] = []
    for sentence in sentences:
        check_abandoned()
        parts = _parts(sentence)
        whole = group[0].whole if group else ""
        if group and not (parts and parts[0].whole == whole and adjacent(said[-1], sentence)):
            yield from _judge(group, said, epsilon)
            group, said = [], []
        group, said = group + parts, [*said, sentence] if parts else []
    yield from _judge(group, said, epsilon)


def _parts(sentence: Sentence) -> list[_Part]:
    """The shares of a sentence; none where one of them is no part of the same whole."""
    places = [i for i, figure in enumerate(sentence.figures) if figure.number.symbol == "%"]
    parts: list[_Part] = []
    for place in places:
        before, after = sentence.before(place), sentence.after(place)
        whole = _whole(before, after, parts[0].whole if parts else "")
        number = shares.unmoved(sentence.figures[place].number, before)
        if not whole or _ELSEWHERE.search(before) or not shares.is_share(number):
            return []
        parts.append(_Part(number, whole))
    return parts


def _whole(before: str, after: str, first: str) -> str:
    """What a share is of; the ``first`` share's whole if it names none, "" if another, or none."""
    named = _WHOLE.match(after)
    led = _VERB.search(before) or (first and _FOR.search(before))
    if not led or not (named or _BARE.match(after)):
        return ""
    whole = named["whole"].lower() if named else first
    return whole if whole == (first or whole) else ""


def _judge(group: Sequence[_Part], said: Sequence[Sentence], epsilon: Decimal) -> Iterator[Sum]:
    numbers = [part.number for part in group]
    if len(numbers) < 2 or not shares.plausible(numbers):
        return
    words = " ".join(sentence.string for sentence in said)
    few = len(numbers) < _LEAST or shares.PARTIAL.search(words) is not None
    if shares.OVERLAPPING.search(words) or (few and shares.total(numbers) < shares.WHOLE):
        return
    yield shares.judged(numbers, said[0].text, epsilon, parts=PARTS)


CUE = re.compile(r"account|ma(?:ke|de|king)|represent|constitut|compris|contribut")
"""What the text, in lower case, must hold."""
