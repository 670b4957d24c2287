"""Equations as they are written: "12 + 30 = 42", "6 × 7 = 42", "20 % × 1,000 = 200".

One kind of operator, or plus and minus: brackets and precedence are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.consistency.intervals import Interval, counted, is_bounded, is_term, point, states
from sidecar.consistency.reading import HEDGE, NOUNS, WORD, Sentence, compiled
from sidecar.consistency.sums import Sum, computed
from sidecar.model.evidence import EXACT
from sidecar.model.number import Form, Number, Unit

# Two values and what lies between them: "50 against 40, a difference of 10".

DIFFERENCES_KIND = "difference"

_DIFFERENCE = compiled(r"\b(?:difference|gap)\b")
_APART = compiled(
    rf"{NOUNS}(?:,| \(|;|:|\.| –| —)? ?(?:and |with |giving |making |for |leaving |or |so |"
    rf"which is )?(?:an?|the) (?:{WORD} )?(?:difference|gap)(?: is| was)?(?: of)? {HEDGE}"
)
_VERSUS = compiled(
    rf"{NOUNS},? (?:versus|vs\.?|against|compared (?:with|to)|and|while|to) "
    rf"(?:{WORD} ){{0,4}}{HEDGE}"
)


def differences(sentence: Sentence) -> Iterator[Sum]:
    """Differences with both values: "50 against 40, a difference of 10"."""
    for index in range(len(sentence.figures) - 2 if sentence.says(_DIFFERENCE) else 0):
        left, right, result = (f.number for f in sentence.figures[index : index + 3])
        if not (sentence.gap(index, _VERSUS) and sentence.gap(index + 1, _APART)):
            continue
        numbers = (left, right)
        if not all(map(is_term, numbers)) or (left.unit, left.symbol) != (right.unit, right.symbol):
            continue
        if result.unit is not left.unit and result.unit is not Unit.COUNT:
            continue
        if result.symbol == "%" and left.symbol != "%":
            continue
        value = counted(left) - counted(right)
        passed = states(result, value) or states(result, -value)
        words = f"the difference of {sentence.words(index)} and {sentence.words(index + 1)}"
        exact = abs(EXACT.subtract(left.value, right.value))
        span = sentence.span(index, index + 2)
        yield computed(
            DIFFERENCES_KIND, span, exact, words, result, operands=numbers, passed=passed
        )


KIND = "equation"

_OPERATOR = re.compile(rf"(?:\s(?:{WORD}\s){{0,2}}|\s?)(?P<sign>[+−–×x*/÷-])\s?")
_EQUALS = re.compile(r"(?:\s[^\W\d_]{1,20}){0,2}\s?=\s?")
_GOES_BACK = re.compile(r".*[\^(*/×·+−–√-]\s?", re.DOTALL)
_GOES_ON = re.compile(r"\s?(?:%|[+−–×*/÷^=-]\s?[\d(]|x\s?\d)")


def equations(sentence: Sentence) -> Iterator[Sum]:
    """Terms and operators before an equals sign; one kind of operator, or plus and minus."""
    if "=" not in sentence.string:
        return
    figures = sentence.figures
    first = 0
    for index in range(len(figures) - 1):
        if sentence.gap(index, _OPERATOR):
            continue
        if index > first and sentence.gap(index, _EQUALS):
            numbers = [figure.number for figure in figures[first : index + 2]]
            signs = [_sign(sentence, i) for i in range(first, index)]
            alone = not _GOES_BACK.fullmatch(sentence.before(first))
            alone = alone and not sentence.ends(index + 1, _GOES_ON)
            if alone and all(n.form in (Form.DIGITS, Form.WORDS) for n in numbers):
                yield from _equation(sentence, (first, index + 1), numbers, signs)
        first = index + 1


def _sign(sentence: Sentence, index: int) -> str:
    match = sentence.gap(index, _OPERATOR)
    sign = match["sign"] if match else ""
    return {"−": "-", "–": "-", "x": "×", "*": "×", "÷": "/"}.get(sign, sign)


def _equation(
    sentence: Sentence, place: tuple[int, int], numbers: Sequence[Number], signs: Sequence[str]
) -> Iterator[Sum]:
    *terms, result = numbers
    if any(is_bounded(term) for term in terms):
        return
    additive = set(signs) <= {"+", "-"}
    if not additive and len(terms) != 2:
        return  # precedence is left to those who can see the brackets
    if not _same_measures(terms, result, additive=additive):
        return
    exact, value = _factor(terms[0], additive)
    for sign, term in zip(signs, terms[1:], strict=True):
        if sign == "/" and counted(term).low <= 0:
            return
        other, range_ = _factor(term, additive)
        exact, value = _apply(sign, (exact, value), (other, range_))
    first, last = place
    start, end = sentence.figures[first].start, sentence.figures[last - 1].end
    shares = not additive and result.symbol == "%"
    yield computed(
        KIND,
        sentence.span(first, last),
        EXACT.multiply(exact, Decimal(100)) if shares else exact,
        sentence.text.string[start:end],
        result,
        operands=terms,
        passed=states(result, value * point(Decimal(100)) if shares else value),
    )


def _factor(number: Number, additive: bool) -> tuple[Decimal, Interval]:
    """A term; a percentage is a fraction where it multiplies."""
    if additive or number.symbol != "%":
        return number.value, counted(number)
    hundredth = Decimal("0.01")
    return EXACT.multiply(number.value, hundredth), counted(number) * point(hundredth)


def _apply(
    sign: str, left: tuple[Decimal, Interval], right: tuple[Decimal, Interval]
) -> tuple[Decimal, Interval]:
    (a, x), (b, y) = left, right
    if sign == "+":
        return EXACT.add(a, b), x + y
    if sign == "-":
        return EXACT.subtract(a, b), x - y
    if sign == "×":
        return EXACT.multiply(a, b), x * y
    return a / b, x / y


def _same_measures(terms: Sequence[Number], result: Number, *, additive: bool) -> bool:
    """Whether the units go together: hours times 60 are not the same number of minutes."""
    if additive:
        return len({(number.unit, number.symbol) for number in (*terms, result)}) == 1
    measured = {number.symbol for number in (*terms, result) if number.unit is Unit.MEASURE}
    return not measured or (len(measured) == 1 and result.symbol in measured)
