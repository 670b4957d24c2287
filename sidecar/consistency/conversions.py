"""Amounts in two currencies: "QAR 364 million ($100 million)".

They are compared only where a rate for the pair is given. Where the sentence names years, only
rates of those years count, and without one nothing is judged; else any of the given rates will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from sidecar.consistency.reading import HEDGE, NOUNS, NumberSentence, compile_caseless
from sidecar.consistency.settings import CurrencyRate
from sidecar.consistency.sums import (
    Sum,
    ValueInterval,
    is_bounded,
    make_sum,
    may_state,
    point_interval,
    written_interval,
)
from sidecar.model.evidence import EXACT
from sidecar.model.number import Direction, Number, Unit

KIND = "currency"

_OPENS = compile_caseless(
    rf"{NOUNS} ?\(\s?(?:or |i\.e\.,? |equivalent to |equal to |worth )?{HEDGE}"
)
_CLOSES = compile_caseless(r"(?: at [^()]{1,40}| in (?:19|20)\d\d)?\s?\)")
_SAID = compile_caseless(
    rf"{NOUNS} ?(?:[=≈] ?|,? or |,? i\.e\.,? |,? that is,? |,? (?:which is )?equivalent to |"
    rf",? (?:which is )?equal to |,? the equivalent of |,? worth ){HEDGE}"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def find_conversions(
    sentences: Sequence[NumberSentence], rates: Sequence[CurrencyRate]
) -> Iterator[Sum]:
    """The amounts that stand beside the same amount in another currency."""
    for sentence in sentences:
        usable: list[CurrencyRate] | None = None
        for index in range(len(sentence.figures) - 1):
            left, right = (figure.number for figure in sentence.figures[index : index + 2])
            if _are_two_currencies(left, right) and _beside(sentence, index):
                usable = _of_the_years(rates, sentence) if usable is None else usable
                yield from _judge(sentence, index, usable)


def _are_two_currencies(left: Number, right: Number) -> bool:
    amounts = left.unit is right.unit is Unit.CURRENCY
    moved = Direction.UP_BY in (left.direction, right.direction)
    return amounts and left.symbol != right.symbol and not moved and not is_bounded(left)


def _beside(sentence: NumberSentence, index: int) -> bool:
    if sentence.gap(index, _OPENS):
        return sentence.ends(index + 1, _CLOSES)
    return sentence.gap(index, _SAID) is not None


def _of_the_years(rates: Sequence[CurrencyRate], sentence: NumberSentence) -> list[CurrencyRate]:
    years = {int(year) for year in _YEAR.findall(sentence.string)}
    return [rate for rate in rates if rate.holds_in(years)]


def _judge(sentence: NumberSentence, index: int, rates: Sequence[CurrencyRate]) -> Iterator[Sum]:
    """The conversion at the latest rate that explains it, else at the latest."""
    left, right = (figure.number for figure in sentence.figures[index : index + 2])
    tried = sorted(
        (rate for rate in rates if rate.converts(left.symbol, right.symbol)),
        key=lambda rate: (rate.day or date.min, rate.rate),
        reverse=True,
    )
    if not tried:
        return
    values = [(rate, *_converted(left, rate)) for rate in tried]
    fitting = [value for value in values if may_state(right, value[2])]
    rate, exact, _ = (fitting or values)[0]
    yield make_sum(
        KIND,
        sentence.span(index, index + 1),
        exact,
        f"{sentence.words(index)} in {right.symbol} at {rate.rate}"
        + (f" of {rate.day.isoformat()}" if rate.day else ""),
        right,
        operands=[left],
        passed=bool(fitting),
    )


def _converted(amount: Number, rate: CurrencyRate) -> tuple[Decimal, ValueInterval]:
    """An amount in the other currency, and all that the rounding of amount and rate can hide."""
    half = Decimal(5).scaleb(min(0, int(rate.rate.as_tuple().exponent)) - 1)
    around = point_interval(rate.rate) + ValueInterval(-half, half)
    if around.low <= 0:
        around = point_interval(rate.rate)
    if rate.source == amount.symbol:
        return EXACT.multiply(amount.value, rate.rate), written_interval(amount) * around
    return amount.value / rate.rate, written_interval(amount) / around
