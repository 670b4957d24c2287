"""Sums as a text states them: "12 men and 30 women, together 42", "12 + 30 = 42".

The parts are a run of numbers of one kind that ends at a word such as "together". Which
numbers belong to it is decided by what fits: the check fails only where no ending of the run does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.consistency.reading import (
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
    is_term,
    make_sum,
    may_state,
    point_interval,
)
from sidecar.model.evidence import EXACT
from sidecar.model.number import Number, NumberForm, Unit
from sidecar.model.text import Span
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

ADDITION = "sum"

_MORE = compile_caseless(
    r"\b(?:another|more|additional|extra|further|already|existing|previous(?:ly)?|earlier|also)\b"
)
_MOST_SENTENCES = 12  # before "together", which may each hold a part

_TOTAL = r"(?:together|altogether|in total|in all|all in all|combined|overall)"
_CUE = (
    rf"(?:(?:{_TOTAL},? )?(?:(?:which |that |they |these |to )?(?:makes?|making|gives?|giving|"
    rf"adds? up to|adding up to|sums? to|summing to|total(?:s|ling|ing)?|amounts? to|for|is|are|"
    rf"have)(?: up)? )?(?:an? (?:combined |grand |overall )?(?:total|sum) of |{_TOTAL},? |"
    r"the sum is |(?:together|altogether|in total|combined),? (?:they |these |both |the two )?"
    r"(?:have|are|make|had|were|employ|come to|reach) )|(?:adds? up to|adding up to|sums? to|"
    r"summing to|total(?:s|ling|ing)?:?) )"
)
_SUMMED = compile_caseless(
    r"\b(?:together|altogether|combined|overall|totals?|totall?ing|sums?|summing|all|adds?|adding)\b"
)
_BEFORE_TOTAL = compile_caseless(rf"{NOUNS}(?:,|;|:| ?\(| ?–| ?—)? ?(?:and |or |so )?{_CUE}{HEDGE}")
_BEFORE_RESULT = compile_caseless(rf"{NOUNS},? ?(?:and |or |so )?(?:for |making )?{HEDGE}")
_AFTER_RESULT = compile_caseless(rf"(?: {WORD}){{0,2}} (?:{_TOTAL})\b")
_LISTED = compile_caseless(
    rf"{NOUNS}(?:,|,? and|,? plus|;)(?: (?:the |in |{WORD} ){{0,4}}| ?){HEDGE}"
)
_NOUN = re.compile(r"[ -](?P<noun>[^\W\d_]{2,30})")
_NO_NOUN = one_of(
    "and or in from for to on at plus by of with together altogether combined total people persons "
    "items units overall"
)
_THEY = compile_caseless(
    rf"(?:Together|Combined|In total|Altogether|Taken together),? (?:they|these|those|both|the two"
    rf"|it)?,? ?(?:{WORD} ){{0,2}}{HEDGE}"
)


def find_additions(sentences: list[NumberSentence]) -> Iterator[Sum]:
    """The numbers that are called the total of others, in their sentence or those before it."""
    for place, sentence in enumerate(sentences):
        check_abandoned()
        if sentence.says(_SUMMED):
            yield from _totals(sentence)
            yield from _across(sentences, place)


def _totals(sentence: NumberSentence) -> Iterator[Sum]:
    """The run of parts that ends at a total; numbers before the run may belong to it."""
    first, last = _run(sentence)
    if last - first < 2:
        return
    numbers = [figure.number for figure in sentence.figures[first : last + 1]]
    nouns = {_noun(sentence, i) for i in range(first, last)} - {""}
    of_what = _noun(sentence, last)
    if not _alike(numbers) or (of_what and nouns - {of_what}):
        return  # the total is of other things than its parts
    start, end = sentence.figures[first].start, sentence.figures[last - 1].end
    words = sentence.text.string[start:end]
    *parts, result = numbers
    earlier = [f.number for f in sentence.figures[:first] if _alike([f.number, result])]
    for one in _judge([*earlier, *parts], parts, result, sentence.span(first, last), words):
        if one.passed or not sentence.says(_MORE):
            yield one


def _run(sentence: NumberSentence) -> tuple[int, int]:
    """Indices of the first part and of the total; the same twice where nothing is called one."""
    first, last = 0, len(sentence.figures) - 1
    for index in range(last):
        if sentence.gap(index, _BEFORE_TOTAL):
            return first, index + 1
        closes = index + 1 == last and sentence.ends(last, _AFTER_RESULT)
        if closes and sentence.gap(index, _BEFORE_RESULT):
            return first, last
        if not sentence.gap(index, _LISTED):
            first = index + 1
    return first, first


def _noun(sentence: NumberSentence, index: int) -> str:
    """What a number counts, without its plural; empty where no noun follows."""
    match = _NOUN.match(sentence.text.string, sentence.figures[index].end, sentence.end)
    noun = match["noun"].lower() if match else ""
    return "" if noun in _NO_NOUN else noun.removesuffix("s")


def _alike(numbers: Sequence[Number]) -> bool:
    """Whether all have one unit and can be parts: percentages are of different wholes."""
    kinds = {(number.unit, number.symbol) for number in numbers}
    grouped = any(number.group for number in numbers)
    return (
        len(kinds) == 1
        and not grouped
        and numbers[0].unit is not Unit.PERCENT
        and all(is_term(number) for number in numbers)
    )


def _judge(
    candidates: Sequence[Number], parts: Sequence[Number], result: Number, span: Span, words: str
) -> Iterator[Sum]:
    """The parts compared with their total; any ending of the candidates may be what is added."""
    exact, value = Decimal(0), point_interval(Decimal(0))
    passed, added = False, list(parts)
    for count, part in enumerate(reversed(candidates), 1):
        exact, value = EXACT.add(exact, part.value), value + counted_interval(part)
        passed = passed or (count > 1 and may_state(result, value))
        if passed:
            added = list(candidates[-count:])
            break
    total = exact if passed else sum((part.value for part in parts), Decimal(0))
    yield make_sum(
        ADDITION, span, total, f"the sum of {words}", result, operands=added, passed=passed
    )


def _across(sentences: list[NumberSentence], place: int) -> Iterator[Sum]:
    """The total in "Together they have 42 schools.", after sentences with one number each."""
    sentence = sentences[place]
    if len(sentence.figures) != 1 or not _THEY.fullmatch(sentence.before(0)):
        return
    noun, result = _noun(sentence, 0), sentence.figures[0].number
    parts: list[NumberSentence] = []
    last = sentence
    for earlier in reversed(sentences[max(0, place - _MOST_SENTENCES) : place]):
        same = len(earlier.figures) == 1 and _noun(earlier, 0) == noun
        if not same or not are_adjacent(earlier, last) or _THEY.fullmatch(earlier.before(0)):
            break
        parts.append(earlier)
        last = earlier
    parts.reverse()
    numbers = [part.figures[0].number for part in parts]
    if len(parts) > 1 and (noun or result.symbol) and _alike([*numbers, result]):
        span = sentence.span(0, 0)
        words = ", ".join(part.words(0) for part in parts)
        yield from _judge(numbers, numbers, result, span, words)


# Equations as they are written: "12 + 30 = 42", "6 × 7 = 42", "20 % × 1,000 = 200".
#
# One kind of operator, or plus and minus: brackets and precedence are left alone.
#
# Two values and what lies between them: "50 against 40, a difference of 10".

DIFFERENCES_KIND = "difference"

_DIFFERENCE = compile_caseless(r"\b(?:difference|gap)\b")
_APART = compile_caseless(
    rf"{NOUNS}(?:,| \(|;|:|\.| –| —)? ?(?:and |with |giving |making |for |leaving |or |so |"
    rf"which is )?(?:an?|the) (?:{WORD} )?(?:difference|gap)(?: is| was)?(?: of)? {HEDGE}"
)
_VERSUS = compile_caseless(
    rf"{NOUNS},? (?:versus|vs\.?|against|compared (?:with|to)|and|while|to) "
    rf"(?:{WORD} ){{0,4}}{HEDGE}"
)


def find_differences(sentence: NumberSentence) -> Iterator[Sum]:
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
        value = counted_interval(left) - counted_interval(right)
        passed = may_state(result, value) or may_state(result, -value)
        words = f"the difference of {sentence.words(index)} and {sentence.words(index + 1)}"
        exact = abs(EXACT.subtract(left.value, right.value))
        span = sentence.span(index, index + 2)
        yield make_sum(
            DIFFERENCES_KIND, span, exact, words, result, operands=numbers, passed=passed
        )


EQUATION = "equation"

_OPERATOR = re.compile(rf"(?:\s(?:{WORD}\s){{0,2}}|\s?)(?P<sign>[+−–×x*/÷-])\s?")
_EQUALS = re.compile(r"(?:\s[^\W\d_]{1,20}){0,2}\s?=\s?")
_GOES_BACK = re.compile(r".*[\^(*/×·+−–√-]\s?", re.DOTALL)
_GOES_ON = re.compile(r"\s?(?:%|[+−–×*/÷^=-]\s?[\d(]|x\s?\d)")


def find_equations(sentence: NumberSentence) -> Iterator[Sum]:
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
            if alone and all(n.form in (NumberForm.DIGITS, NumberForm.WORDS) for n in numbers):
                yield from _equation(sentence, (first, index + 1), numbers, signs)
        first = index + 1


def _sign(sentence: NumberSentence, index: int) -> str:
    match = sentence.gap(index, _OPERATOR)
    sign = match["sign"] if match else ""
    return {"−": "-", "–": "-", "x": "×", "*": "×", "÷": "/"}.get(sign, sign)


def _equation(
    sentence: NumberSentence,
    place: tuple[int, int],
    numbers: Sequence[Number],
    signs: Sequence[str],
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
        if sign == "/" and counted_interval(term).low <= 0:
            return
        other, range_ = _factor(term, additive)
        exact, value = _apply(sign, (exact, value), (other, range_))
    first, last = place
    start, end = sentence.figures[first].start, sentence.figures[last - 1].end
    shares = not additive and result.symbol == "%"
    yield make_sum(
        EQUATION,
        sentence.span(first, last),
        EXACT.multiply(exact, Decimal(100)) if shares else exact,
        sentence.text.string[start:end],
        result,
        operands=terms,
        passed=may_state(result, value * point_interval(Decimal(100)) if shares else value),
    )


def _factor(number: Number, additive: bool) -> tuple[Decimal, ValueInterval]:
    """A term; a percentage is a fraction where it multiplies."""
    if additive or number.symbol != "%":
        return number.value, counted_interval(number)
    hundredth = Decimal("0.01")
    return EXACT.multiply(number.value, hundredth), counted_interval(number) * point_interval(
        hundredth
    )


def _apply(
    sign: str, left: tuple[Decimal, ValueInterval], right: tuple[Decimal, ValueInterval]
) -> tuple[Decimal, ValueInterval]:
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
