"""Sums and equations: "12 + 30 = 42", "12 men and 30 women, together 42".

In prose the parts are a run of numbers of one kind that ends at a word such as "together". Which
numbers are meant is decided by what fits: the check fails only where no ending of the run does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.consistency.intervals import Interval, counted, is_bounded, point, states
from sidecar.consistency.phrases import HEDGE, NOUNS, WORD, compiled
from sidecar.consistency.reading import Sentence, adjacent
from sidecar.consistency.sums import Sum, computed
from sidecar.model.evidence import EXACT
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.model.text import Span
from sidecar.text.vocabulary import one_of

SUM = "sum"
EQUATION = "equation"
DIFFERENCE = "difference"

_MORE = compiled(
    r"\b(?:another|more|additional|extra|further|already|existing|previous(?:ly)?|earlier|also)\b"
)
_MOST_SENTENCES = 12  # before "together", which may each hold a part

_OPERATOR = re.compile(rf"(?:\s(?:{WORD}\s){{0,2}}|\s?)(?P<sign>[+−–×x*/÷-])\s?(?:\(\s?)?")
_EQUALS = re.compile(r"(?:\s[^\W\d_]{1,20}){0,2}\s?=\s?")
_GOES_ON = re.compile(r"\s?(?:%|[+−–×*/÷^=-]\s?[\d(]|x\s?\d)")
_TOTAL = r"(?:together|altogether|in total|in all|all in all|combined|overall)"
_CUE = (
    rf"(?:(?:{_TOTAL},? )?(?:(?:which |that |they |these |to )?(?:makes?|making|gives?|giving|"
    rf"adds? up to|adding up to|sums? to|summing to|total(?:s|ling|ing)?|amounts? to|for|is|are|"
    rf"have)(?: up)? )?(?:an? (?:combined |grand |overall )?(?:total|sum) of |{_TOTAL},? |"
    r"the sum is |(?:together|altogether|in total|combined),? (?:they |these |both |the two )?"
    r"(?:have|are|make|had|were|employ|come to|reach) )|(?:adds? up to|adding up to|sums? to|"
    r"summing to|total(?:s|ling|ing)?:?) )"
)
_DIFFERENCE = compiled(r"\b(?:difference|gap)\b")
_SUMMED = compiled(
    r"\b(?:together|altogether|combined|overall|totals?|totall?ing|sums?|summing|all|adds?|adding)\b"
)
_BEFORE_TOTAL = compiled(rf"{NOUNS}(?:,|;|:| ?\(| ?–| ?—)? ?(?:and |or |so )?{_CUE}{HEDGE}")
_BEFORE_RESULT = compiled(rf"{NOUNS},? ?(?:and |or |so )?(?:for |making )?{HEDGE}")
_AFTER_RESULT = compiled(rf"(?: {WORD}){{0,2}} (?:{_TOTAL})\b")
_LISTED = compiled(rf"{NOUNS}(?:,|,? and|,? plus|;)(?: (?:the |in |{WORD} ){{0,4}}| ?){HEDGE}")
_NOUN = re.compile(r"[ -](?P<noun>[^\W\d_]{2,30})")
_NO_NOUN = one_of(
    "and or in from for to on at plus by of with together altogether combined total people persons "
    "items units overall"
)
_THEY = compiled(
    rf"(?:Together|Combined|In total|Altogether|Taken together),? (?:they|these|those|both|the two"
    rf"|it)?,? ?(?:{WORD} ){{0,2}}{HEDGE}"
)
_APART = compiled(
    rf"{NOUNS}(?:,| \(|;|:|\.| –| —)? ?(?:and |with |giving |making |for |leaving |or |so |"
    rf"which is )?(?:an?|the) (?:{WORD} )?(?:difference|gap)(?: is| was)?(?: of)? {HEDGE}"
)
_VERSUS = compiled(
    rf"{NOUNS},? (?:versus|vs\.?|against|compared (?:with|to)|and|while|to) "
    rf"(?:{WORD} ){{0,4}}{HEDGE}"
)


def additions(sentences: list[Sentence]) -> Iterator[Sum]:
    """The sums, equations and differences of the text."""
    for place, sentence in enumerate(sentences):
        found: list[Sum] = []
        if "=" in sentence.string:
            found += _equations(sentence)
        if sentence.says(_DIFFERENCE):
            found += _differences(sentence)
        if not found and sentence.says(_SUMMED):
            found += _totals(sentence)
            found += _across(sentences, place)
        yield from found


def _plain(number: Number) -> bool:
    """Whether it is a quantity that can be a term: no change, no bound, no multiple."""
    moved = number.direction in (Direction.UP_BY, Direction.DOWN_BY)
    return number.form in (Form.DIGITS, Form.WORDS) and not is_bounded(number) and not moved


def _equations(sentence: Sentence) -> Iterator[Sum]:
    """Terms and operators before an equals sign; one kind of operator, or plus and minus."""
    figures = sentence.figures
    first = 0
    for index in range(len(figures) - 1):
        if sentence.gap(index, _OPERATOR):
            continue
        if index > first and sentence.gap(index, _EQUALS):
            numbers = [figure.number for figure in figures[first : index + 2]]
            signs = [_sign(sentence, i) for i in range(first, index)]
            alone = not sentence.ends(index + 1, _GOES_ON)
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
    if additive and len({(n.unit, n.symbol) for n in numbers}) > 1:
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
        EQUATION,
        sentence.span(first, last),
        exact * 100 if shares else exact,
        sentence.text.string[start:end],
        result,
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


def _totals(sentence: Sentence) -> Iterator[Sum]:
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


def _run(sentence: Sentence) -> tuple[int, int]:
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


def _noun(sentence: Sentence, index: int) -> str:
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
        and all(_plain(number) for number in numbers)
    )


def _judge(
    candidates: Sequence[Number], parts: Sequence[Number], result: Number, span: Span, words: str
) -> Iterator[Sum]:
    """The parts compared with their total; any ending of the candidates may be what is added."""
    exact, value = Decimal(0), point(Decimal(0))
    passed = False
    for count, part in enumerate(reversed(candidates), 1):
        exact, value = EXACT.add(exact, part.value), value + counted(part)
        passed = passed or (count > 1 and states(result, value))
        if passed:
            break
    total = exact if passed else sum((part.value for part in parts), Decimal(0))
    yield computed(SUM, span, total, f"the sum of {words}", result, passed=passed)


def _across(sentences: list[Sentence], place: int) -> Iterator[Sum]:
    """The total in "Together they have 42 schools.", after sentences with one number each."""
    sentence = sentences[place]
    if len(sentence.figures) != 1 or not _THEY.fullmatch(sentence.before(0)):
        return
    noun, result = _noun(sentence, 0), sentence.figures[0].number
    parts: list[Sentence] = []
    last = sentence
    for earlier in reversed(sentences[max(0, place - _MOST_SENTENCES) : place]):
        same = len(earlier.figures) == 1 and _noun(earlier, 0) == noun
        if not same or not adjacent(earlier, last) or _THEY.fullmatch(earlier.before(0)):
            break
        parts.append(earlier)
        last = earlier
    parts.reverse()
    numbers = [part.figures[0].number for part in parts]
    if len(parts) > 1 and (noun or result.symbol) and _alike([*numbers, result]):
        span = sentence.span(0, 0)
        words = ", ".join(part.words(0) for part in parts)
        yield from _judge(numbers, numbers, result, span, words)


def _differences(sentence: Sentence) -> Iterator[Sum]:
    """Differences with both values: "50 against 40, a difference of 10"."""
    for index in range(len(sentence.figures) - 2):
        left, right, result = (f.number for f in sentence.figures[index : index + 3])
        if not (sentence.gap(index, _VERSUS) and sentence.gap(index + 1, _APART)):
            continue
        numbers = (left, right)
        if not all(map(_plain, numbers)) or (left.unit, left.symbol) != (right.unit, right.symbol):
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
        yield computed(DIFFERENCE, span, exact, words, result, passed=passed)
