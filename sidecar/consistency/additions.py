"""Totals in prose: "12 men and 30 women, together 42".

The parts are a run of numbers of one kind that ends at a word such as "together". Which
numbers belong to it is decided by what fits: the check fails only where no ending of the run does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.consistency.intervals import counted, is_term, point, states
from sidecar.consistency.reading import HEDGE, NOUNS, WORD, Sentence, adjacent, compiled
from sidecar.consistency.sums import Sum, computed
from sidecar.model.evidence import EXACT
from sidecar.model.number import Number, Unit
from sidecar.model.text import Span
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

KIND = "sum"

_MORE = compiled(
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


def additions(sentences: list[Sentence]) -> Iterator[Sum]:
    """The numbers that are called the total of others, in their sentence or those before it."""
    for place, sentence in enumerate(sentences):
        check_abandoned()
        if sentence.says(_SUMMED):
            yield from _totals(sentence)
            yield from _across(sentences, place)


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
        and all(is_term(number) for number in numbers)
    )


def _judge(
    candidates: Sequence[Number], parts: Sequence[Number], result: Number, span: Span, words: str
) -> Iterator[Sum]:
    """The parts compared with their total; any ending of the candidates may be what is added."""
    exact, value = Decimal(0), point(Decimal(0))
    passed, added = False, list(parts)
    for count, part in enumerate(reversed(candidates), 1):
        exact, value = EXACT.add(exact, part.value), value + counted(part)
        passed = passed or (count > 1 and states(result, value))
        if passed:
            added = list(candidates[-count:])
            break
    total = exact if passed else sum((part.value for part in parts), Decimal(0))
    yield computed(KIND, span, total, f"the sum of {words}", result, operands=added, passed=passed)


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
