"""How far something moved: "rose from 40 to 50, up 25 %", "by 10 points", "doubled from 4 to 8".

Only stated values are compared; a change that is measured from something else ("up 12 % from last
year", "5 % a year") is not judged. Where a share changes, "up 5 %" may mean points as well as
percent, and either will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sidecar.consistency.movements import Movement, find_movements
from sidecar.consistency.reading import (
    DATED,
    HEDGE,
    NOUNS,
    WORD,
    NumberSentence,
    are_adjacent,
    compile_caseless,
)
from sidecar.consistency.sums import (
    Sum,
    ValueInterval,
    counted_interval,
    is_bounded,
    make_sum,
    may_state,
    point_interval,
    written_interval,
)
from sidecar.model.evidence import EXACT
from sidecar.model.number import Direction, Number, NumberForm, Unit
from sidecar.work import check_abandoned

KIND = "growth"
TREND = "trend"
_HUNDRED = point_interval(Decimal(100))

_NOUN = (
    r"(?:increase|decrease|rise|fall|drop|gain|loss|growth|decline|jump|surge|reduction|change|"
    r"difference|improvement|cut|hike|uptick|dip|swing|gap|expansion|contraction)"
)
_CUE = rf"(?:(?:up|down|plus|minus) (?:by )?|by |(?:an? )?(?:{WORD} )?{_NOUN} (?:of|by) |an? |)"
_LINK = (
    r"(?:(?:or|i\.e\.,?|that is,?|which (?:is|was|represents|means)|representing|marking|"
    r"reflecting|meaning|for|thus|so) )?"
)
_FROM_ANY = compile_caseless(r"\b(?:from|on|over|versus|compared)\b")
_AFTER = compile_caseless(rf"{DATED} ?(?:,|;|:|\(|–|—| -) ?{_LINK}{_CUE}{HEDGE}|{NOUNS} by {HEDGE}")
_BEFORE = compile_caseless(
    rf"(?:[ -]{_NOUN})?{NOUNS},? ?\(?(?:(?:going|rising|falling|growing|up|down) )?from "
    rf"{HEDGE}"
)
_TO = compile_caseless(rf"{NOUNS},? to {HEDGE}")
_BETWEEN = compile_caseless(
    rf"{DATED},? ?[(–—]? ?{_LINK}(?:up|down|an?|by)? ?(?:{_NOUN} of )?{HEDGE}"
)
_FROM = compile_caseless(
    rf"(?:[ -]{_NOUN})?,? (?:from|on|over|versus|compared (?:with|to)) (?:the )?{HEDGE}"
)
_OTHER_BASIS = compile_caseless(
    rf"(?:[ -]{_NOUN})? ?(?:[,(]? ?(?:from|on|over|compared|versus|vs|than|year|y/y|yoy|q/q|"
    r"per|each|every|since|relative|against|in (?:real|nominal)|quarter|month|annual|on average|"
    r"p\.\s?a|after|of|more|less|among|for|cagr|compound)|an? (?:year|month|quarter|day|week))\b"
)
_RATE = compile_caseless(
    r"\b(?:annual|annually|average|yearly|cagr|compound|monthly|weekly|daily|real|nominal|organic|"
    r"adjusted|like-for-like)\b"
)
_CHANGE_WORD = compile_caseless(
    rf".*\b(?:{_NOUN} of|by) {HEDGE}|{NOUNS},? (?:or|i\.e\.,?|that is,?) {HEDGE}"
)
_NEXT = compile_caseless(
    rf"(?:This|That|It|which) (?:is|was|represents|marks|means|equals|amounts to|corresponds to) "
    rf"(?:up |down )?(?:an? )?(?:{WORD} )?(?:{_NOUN} (?:of|by) )?{HEDGE}"
)


class _ChangeReading(NamedTuple):
    """One thing that a change can mean: exactly, and with everything that rounding can hide."""

    exact: Decimal
    range: ValueInterval


def find_growth(sentences: list[NumberSentence]) -> Iterator[Sum]:
    """The movements with a stated change, or with a verb that goes the other way."""
    open_pair: tuple[NumberSentence, Movement] | None = None
    for sentence in sentences:
        check_abandoned()
        if open_pair is not None:
            yield from _next_sentence(*open_pair, sentence)
        open_pair = None
        if not sentence.says(_FROM_ANY):
            continue
        taken: set[int] = set()
        for pair in find_movements(sentence):
            if pair.first in taken:
                continue
            index = _change(sentence, pair)
            trend = _against(sentence, pair)
            if trend is not None:
                yield trend
            elif index is not None:
                taken.add(index)
                yield from _judge(sentence, pair, sentence, index)
            elif pair.last == len(sentence.figures) - 1:
                open_pair = sentence, pair
        yield from _between(sentence)


def _against(sentence: NumberSentence, pair: Movement) -> Sum | None:
    """A movement whose values go the other way than its verb."""
    start, end = (sentence.figures[i].number for i in (pair.start, pair.end))
    if not pair.trend or is_bounded(start) or is_bounded(end):
        return None
    for before in _starts(start, sentence.words(pair.start)):
        moved = counted_interval(end) - counted_interval(before)
        if (moved.high if pair.trend > 0 else -moved.low) > 0 or before.value == end.value:
            return None
    parts = f"the change from {sentence.words(pair.start)} to {sentence.words(pair.end)}"
    change = end.value - start.value
    span = sentence.span(pair.first, pair.last)
    return Sum(TREND, span, passed=False, total=change, expected=-change, parts=parts)


def _starts(number: Number, words: str) -> list[Number]:
    """What a value can be where it took its scale from its partner: "from 900 to 1.2 million"."""
    if not number.scale or any(c.isalpha() for c in words):
        return [number]
    value, low, high = (
        v.scaleb(-number.scale, EXACT) for v in (number.value, number.low, number.high)
    )
    return [number, number._replace(value=value, low=low, high=high, scale=0)]


def _change(sentence: NumberSentence, pair: Movement) -> int | None:
    """The index of the change that belongs to a movement, if one is stated beside it."""
    after, before = pair.last + 1, pair.first - 1
    if (
        after < len(sentence.figures)
        and sentence.gap(pair.last, _AFTER)
        and _is_change(sentence, after)
        and not sentence.ends(after, _OTHER_BASIS)
    ):
        return after
    lead = _BEFORE if pair.start < pair.end else _TO
    if before >= 0 and sentence.gap(before, lead) and _is_change(sentence, before):
        return before
    return None


def _is_change(sentence: NumberSentence, index: int) -> bool:
    """Whether the text calls a number a change, over the whole of the movement."""
    number = sentence.figures[index].number
    called = (
        number.direction in (Direction.UP_BY, Direction.DOWN_BY)
        or number.sign != 0
        or number.form is NumberForm.MULTIPLE
        or _CHANGE_WORD.fullmatch(sentence.before(index)) is not None
    )
    if not called or number.group or number.form is NumberForm.FRACTION:
        return False
    near = sentence.before(index) + sentence.after(index)
    return _RATE.search(near) is None


def _judge(
    sentence: NumberSentence, pair: Movement, place: NumberSentence, index: int
) -> Iterator[Sum]:
    """The change that two values make, compared with the stated one."""
    start, end = (sentence.figures[i].number for i in (pair.start, pair.end))
    change = place.figures[index].number
    if is_bounded(start) or is_bounded(end):
        return
    words = sentence.words(pair.start), sentence.words(pair.end)
    readings = [
        reading for before in _starts(start, words[0]) for reading in _changes(before, end, change)
    ]
    if not readings:
        return
    signed = _signed(change)
    best = next((r for r in readings if _agrees(r.range, change, signed)), None)
    span = sentence.span(min(pair.first, index), max(pair.last, index))
    if place is not sentence:
        span = place.span(index, index)
    exact = (best or readings[0]).exact
    yield make_sum(
        KIND,
        span,
        exact if signed else abs(exact),
        f"the change from {words[0]} to {words[1]}",
        change._replace(value=signed * abs(change.value)) if signed else change,
        operands=[start, end],
        passed=best is not None,
    )


def _signed(change: Number) -> int:
    """Which way a change goes by its words or its sign; 0 where they do not say."""
    if change.sign:
        return change.sign
    return {Direction.UP_BY: 1, Direction.DOWN_BY: -1}.get(change.direction, 0)


def _agrees(value: ValueInterval, change: Number, sign: int) -> bool:
    """Whether a computed change is the stated one; its direction counts where the text has one."""
    size = (
        change
        if change.value >= 0
        else change._replace(value=-change.value, low=-change.high, high=-change.low)
    )
    ways = [value, -value] if sign == 0 else [value if sign > 0 else -value]
    if sign == 0:  # a size: what is below zero would be under every bound
        ways = [way for way in ways if way.high >= 0]
    return any(may_state(size, way) for way in ways)


def _changes(start: Number, end: Number, change: Number) -> Iterator[_ChangeReading]:
    """What a change of the given unit can mean between two values."""
    multiple = change.form is NumberForm.MULTIPLE
    if start.value > 0 and (multiple or change.symbol == "%"):
        times, exact = (
            written_interval(end) / _positive(written_interval(start)),
            end.value / start.value,
        )
        if multiple:
            yield _ChangeReading(exact, times)
        else:
            yield _ChangeReading((exact - 1) * 100, (times - point_interval(Decimal(1))) * _HUNDRED)
    same = change.unit is start.unit and change.symbol == start.symbol
    points = change.unit is start.unit is Unit.PERCENT
    if not multiple and (same or points or (change.unit is Unit.COUNT and not change.symbol)):
        yield _ChangeReading(
            end.value - start.value, counted_interval(end) - counted_interval(start)
        )


def _positive(value: ValueInterval) -> ValueInterval:
    """An interval of positive values without those near zero, so that it can divide."""
    return ValueInterval(max(value.low, value.high / 4), value.high)


def _between(sentence: NumberSentence) -> Iterator[Sum]:
    """Changes between their values: "50, up 25 % from 40"."""
    for index in range(len(sentence.figures) - 2):
        end, change, start = (figure.number for figure in sentence.figures[index : index + 3])
        if (
            change.direction in (Direction.UP_BY, Direction.DOWN_BY)
            and end.direction not in (Direction.UP_BY, Direction.DOWN_BY)
            and start.unit is end.unit
            and start.symbol == end.symbol
            and sentence.gap(index, _BETWEEN)
            and sentence.gap(index + 1, _FROM)
            and _is_change(sentence, index + 1)
        ):
            yield from _judge(sentence, Movement(index + 2, index, 0), sentence, index + 1)


def _next_sentence(
    before: NumberSentence, pair: Movement, sentence: NumberSentence
) -> Iterator[Sum]:
    """The change in "This is an increase of 25 %.", after a sentence that ends with a movement."""
    if not are_adjacent(before, sentence) or not _NEXT.fullmatch(sentence.before(0)):
        return
    if _is_change(sentence, 0) and not sentence.ends(0, _OTHER_BASIS):
        yield from _judge(before, pair, sentence, 0)
