"""Which values of each dimension a text names for a number, and how."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.lexicon import LEADING
from sidecar.binding.engine.reading import HEADING, ITEM, ROW, Mention, TextArrays

Codes = tuple[int, ...]

PLACES = (
    "clause-before", "clause-after", "sentence-before", "sentence-after", "last-sentence",
    "near-sentence", "heading", "far", "row-head", "column-head",
)  # fmt: skip
"""Where a mention stands, as seen from a number."""

(_BEFORE, _AFTER, _SENTENCE_BEFORE, _SENTENCE_AFTER, _LAST, _NEAR, _HEADING, _FAR, _ROW_HEAD,
 _COLUMN_HEAD) = range(10)  # fmt: skip
_NOWHERE = -1
_WORTH = (3.0, 2.0, 2.2, 1.2, 1.5, 0.9, 1.2, 0.4, 3.5, 2.5)
"""By place: what is kept of many. The weights of features, which are fitted, decide."""

STRENGTHS = ("none", "clause", "sentence", "far")
STRENGTH = (1, 1, 2, 2, 3, 3, 3, 3, 1, 1)
"""How strong the link of each place is, an index into ``STRENGTHS``."""

_READ_BEFORE, _READ_BEHIND = 60, 12  # mentions on either side
_REACH = 3  # sentences that are near
_OTHER, _LAST_NAMED, _IN_STEP = 0.6, 0.3, 1.5
_LED_IN = 2  # tokens before a period


class Option(NamedTuple):
    """A way in which values of a dimension are named.

    Attributes:
        score: What tells which are kept.
        features: How they are named.
        seconds: The same as the second operand of a formula.
        place: Where, an index into ``PLACES``.
    """

    score: float
    features: tuple[str, ...]
    seconds: tuple[str, ...]
    place: int

    @property
    def is_near(self) -> bool:
        """Whether it stands in the sentence, row or column of the number, or right above it."""
        return self.place not in (_NEAR, _FAR)


Options = dict[int, dict[Codes, Option]]
"""By dimension and values."""


def place_of(reading: TextArrays, m: Mention, k: int) -> int:
    """Where a mention stands, as seen from a token; -1 where it says nothing about it."""
    block, before = reading.block[k], m.token < k
    if reading.head_row.get(block, -1) == reading.head_row.get(m.block, -2):
        return _place_in_table(reading, m, k)
    if m.clause == reading.clause[k] or (m.period is None and m.part == reading.part[k]):
        return _BEFORE if before else _AFTER
    if m.sentence == reading.sentence[k] and m.block == block:
        return _SENTENCE_BEFORE if before else _SENTENCE_AFTER
    return _place_before(reading, m, k) if before else _NOWHERE


def _place_in_table(reading: TextArrays, m: Mention, k: int) -> int:
    cell = reading.cell[m.token]
    if m.block == reading.block[k]:
        if cell == reading.cell[k]:
            return _BEFORE
        return _ROW_HEAD if cell < reading.cell[k] else _NOWHERE
    in_head = m.block == reading.head_row[m.block] and cell == reading.cell[k]
    return _COLUMN_HEAD if in_head else _NOWHERE


def _place_before(reading: TextArrays, m: Mention, k: int) -> int:
    """Where a mention stands in an earlier sentence."""
    behind = reading.sentence[k] - m.sentence
    if m.block == reading.block[k]:
        return _LAST if behind == 1 else _NEAR
    if reading.kinds[m.block] == HEADING:
        return _HEADING
    if behind == 1:
        return _HEADING if reading.kinds[reading.block[k]] in (ITEM, ROW) else _LAST
    return _NEAR if behind <= _REACH else _FAR


def options(
    evidence: EngineEvidence,
    reading: TextArrays,
    mentions: Sequence[Mention],
    at: Sequence[int],
    k: int,
) -> Options:
    """The best way in which each value of each dimension is named for a token.

    Args:
        evidence: The query results.
        reading: The text.
        mentions: Those of labels, or those of periods.
        at: Their tokens.
        k: The token.
    """
    found: Options = {}
    seen: dict[tuple[int, int], int] = {}
    latest: dict[int, int] = {}
    for m in _around(mentions, at, k, reading.sentence[k]):
        place = place_of(reading, m, k)
        if place == _NOWHERE:
            continue
        for dimension, codes in named_codes(evidence, m):
            is_last = m.token < k and latest.setdefault(dimension, m.token) == m.token
            is_nearest = seen.setdefault((dimension, place), m.token) == m.token
            is_far = m.period is None and place in (_NEAR, _FAR)
            if is_far and not is_nearest and m.token != _carried(reading, dimension, k):
                continue
            option = _option(
                reading, m, k, _NamedOption(dimension, codes, place, is_nearest, is_last)
            )
            named = found.setdefault(dimension, {})
            if codes not in named or named[codes].score < option.score:
                named[codes] = option
    return found


def _carried(reading: TextArrays, dimension: int, k: int) -> int:
    """The name before its sentence that a number is stated in step with, or -1."""
    return reading.carried.get((reading.number[k], dimension), -1)


class _NamedOption(NamedTuple):
    """What a mention names for a number, and as which of several."""

    dimension: int
    codes: Codes
    place: int
    is_nearest: bool
    is_last: bool


def _option(reading: TextArrays, m: Mention, k: int, one: _NamedOption) -> Option:
    """How a mention names values for the number at a token."""
    tied, worth = _tied(reading, m, one.dimension, one.place, k)
    score = _WORTH[one.place] * (1.0 if one.is_nearest else _OTHER) * (0.5 + 0.5 * m.covered)
    score += _LAST_NAMED * one.is_last + worth
    kind = "label" if m.period is None else "period"
    way = f"{kind} {PLACES[one.place]} {'nearest' if one.is_nearest else 'other'}"
    role = reading.role[reading.number[k]]
    features = [way, *tied, *_features(m, one.codes, role, way)]
    if m.period is not None and (led := _led_in(reading, m.token)):
        features.append(f"period behind {led}")
    if one.is_last:
        features.append(f"{kind} last named")
    if m.is_first and one.place in (_LAST, _NEAR):
        features.append(f"{kind} first of its sentence")
    return Option(score, tuple(features), (f"second {way}",), one.place)


def _around(
    mentions: Sequence[Mention], at: Sequence[int], k: int, sentence: int
) -> Iterator[Mention]:
    """The mentions before a token, nearest first, and those behind it in its sentence."""
    middle = bisect_right(at, k)
    yield from reversed(mentions[max(0, middle - _READ_BEFORE) : middle])
    for m in mentions[middle : middle + _READ_BEHIND]:
        if m.sentence <= sentence:
            yield m


def _tied(
    reading: TextArrays, m: Mention, dimension: int, place: int, k: int
) -> tuple[list[str], float]:
    """How words tie a name to a number or to another one, and what that is worth."""
    kind, number = "label" if m.period is None else "period", reading.number[k]
    from_before = _carried(reading, dimension if m.period is None else -1, k)
    if from_before >= 0:
        is_in_step = from_before == m.token
        way = f"{kind} in step from before" if is_in_step else f"{kind} out of step from before"
        return [way], _IN_STEP if is_in_step else -_IN_STEP
    if place > _SENTENCE_AFTER or number < 0:
        return [], 0.0
    features, worth = list[str](), 0.0
    step = reading.in_step.get((number, dimension if m.period is None else -1))
    if step is not None:
        features.append(f"{kind} in step" if step == m.token else f"{kind} out of step")
        worth += _IN_STEP if step == m.token else -_IN_STEP
    if neighbour := _neighbour(m, number, k):
        features.append(f"{kind} {neighbour}")
        worth += _IN_STEP if neighbour.startswith("right") else 0.0
    return features, worth


def _neighbour(m: Mention, number: int, k: int) -> str:
    """How a name stands beside a number or beside another one."""
    if m.token > k and m.follows == number:
        return "right behind"
    if m.token < k and m.precedes == number:
        return "right before"
    if m.follows not in (-1, number):
        return "behind another number"
    return "before another number" if m.token > k and m.precedes >= 0 else ""


def _led_in(reading: TextArrays, token: int) -> str:
    """The word that leads in a period, where it tells what the period is for."""
    near = reading.word[max(0, token - _LED_IN) : token]
    return next((word for word in reversed(near) if word in LEADING), "")


def _features(m: Mention, codes: Codes, role: str, way: str) -> Iterator[str]:
    if m.period is not None:
        if m.is_step:
            yield "period named by a step"
        if len(codes) > 1:
            yield "period of several"
        if role:
            yield f"{way} / {role}"
    elif m.covered < 0.9:
        yield "label named in part"
        if m.rarity > 1:
            yield "label ambiguous"


def named_codes(evidence: EngineEvidence, m: Mention) -> Iterator[tuple[int, Codes]]:
    """The values that are named: of a period of several years also those of the last named one."""
    if m.period is None:
        yield m.dimension, (m.code,)
        return
    for dimension, codes in evidence.codes_in(m.period):
        yield dimension, codes
        told = evidence.dimensions[dimension].periods or []
        years = {told[c].year for c in codes}
        if m.period.year is None and len(years) > 1:
            year = m.code if m.code in years else max(y for y in years if y is not None)
            yield dimension, tuple(c for c in codes if told[c].year == year)
