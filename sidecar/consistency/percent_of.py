"""Parts of a stated whole: "20 % of 1,000 = 200", "200 of the 1,000 people (20 %)".

A share, a whole and a part stand side by side, in an order and with words that leave no doubt which
is which. "The lesser of 200 or 20 % of 1,000" is a choice and no equation.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    make_sum,
    may_state,
    point_interval,
    written_interval,
)
from sidecar.model.number import Direction, Number, NumberForm, Unit

KIND = "percent_of"
_HUNDRED = Decimal(100)

_OF = compile_caseless(
    rf"(?: {WORD})?(?: out)? of (?:(?:the|all|its|our|their|those|these|a|total|sum) )"
    rf"{{0,3}}(?:of )?{HEDGE}|-(?:out-)?of-|-for-"
)
_SAID = r"(?:equals|is equal to|equal to|comes to|amounts to|makes|gives|i\.e\.,?|that is,?)"
_IS = compile_caseless(
    rf"{NOUNS}(?: ?[=≈] ?|,? (?:which )?(?:{_SAID}|is) |, or |: ?){HEDGE}| is {HEDGE}"
)
_OPENS = compile_caseless(rf"{NOUNS} ?\(\s?(?:i\.e\.,? |or )?{HEDGE}")
_APART = compile_caseless(
    rf"{NOUNS}(?:, or |,? i\.e\.,? |, that is,? | ?= ?|,? representing ){HEDGE}"
)
_CLOSES = compile_caseless(rf"(?: {WORD})?\s?\)")
_CLOSES_BARE = compile_caseless(r"(?: (?:people|persons|in all|in total))?\s?\)")
_OF_WHOLE = compile_caseless(
    rf"(?:.*\W)?(?:of|out of|among) (?:(?:the|all|a total of|these|our) )?{HEDGE}"
)
_THEN = compile_caseless(rf"{NOUNS}, {HEDGE}")
_OPENS_SOON = compile_caseless(rf"(?: {WORD}){{0,2}} ?\(\s?(?:i\.e\.,? |or )?{HEDGE}")
_GOES_ON = compile_caseless(
    r"\s?(?:%|percent|times|of\b|points|more|fewer|less|higher|lower|[-–/x×+]\s?\d)"
)
_CHOICE = compile_caseless(
    r"\b(?:lesser|greater|lower|higher|larger|smaller|whichever|either|minimum|maximum|at least|"
    r"up to|not|n't)\b"
)
_OF_THESE = compile_caseless(rf"of (?:these|those|them),? {HEDGE}")


def find_percents_of(sentences: list[NumberSentence]) -> Iterator[Sum]:
    """The shares, wholes and parts that stand together."""
    before: NumberSentence | None = None
    for sentence in sentences:
        found = False
        shares = any(_is_share(figure.number) for figure in sentence.figures)
        for index in range(len(sentence.figures) - 2 if shares else 0):
            one = _equation(sentence, index)
            if one is not None:
                found = True
                yield one
        if not found and before is not None:
            yield from _of_these(before, sentence)
        before = sentence


def _equation(sentence: NumberSentence, index: int) -> Sum | None:
    """The sum of three numbers that begin at ``index``: a pair "A of B", and what it comes to."""
    numbers = [figure.number for figure in sentence.figures[index : index + 3]]
    if not all(_is_plain(number) for number in numbers):
        return None
    if sentence.gap(index, _OF):
        part, whole, result = numbers
        place, beside = 2, _closed(sentence, index + 1)
    elif sentence.gap(index + 1, _OF):
        result, part, whole = numbers
        place, beside = 0, _apposed(sentence, index, index + 2)
    elif _leads(sentence, index):
        whole, part, result = numbers
        place, beside = 2, not _is_share(part) and not _is_share(whole)
    else:
        return None
    if not beside:
        return None
    terms = part, whole, result
    if not _is_share(part):
        return _quotient(sentence, index, terms, place) if _is_share_of(result, whole) else None
    if _is_share(whole) and not (place == 2 and _equals(sentence, index)):
        return None  # "20 % of the 50 % (40 %)": nobody knows of what
    return None if _is_share_of(result, whole) else _part(sentence, index, terms, place)


def _is_plain(number: Number) -> bool:
    """Whether it is a plain quantity: no change, no multiple, nothing below zero."""
    return (
        number.direction in (Direction.NONE, Direction.UP_TO, Direction.DOWN_TO)
        and number.form in (NumberForm.DIGITS, NumberForm.WORDS)
        and not number.sign
        and number.value > 0
    )


def _is_share(number: Number) -> bool:
    return number.symbol == "%"


def _is_share_of(number: Number, other: Number) -> bool:
    """Whether a number is a share, and the one beside it none."""
    return _is_share(number) and not _is_share(other)


def _leads(sentence: NumberSentence, index: int) -> bool:
    """Whether the whole comes first: "Of the 500 people, 300 (60 %)"."""
    return (
        sentence.gap(index + 1, _OPENS_SOON) is not None
        and sentence.gap(index, _THEN) is not None
        and _OF_WHOLE.fullmatch(sentence.before(index)) is not None
        and sentence.ends(index + 2, _CLOSES_BARE)
    )


def _equals(sentence: NumberSentence, index: int) -> bool:
    """Whether an equals sign follows: "20 % of 50 % = 10 %" is no share of the 50 %."""
    match = sentence.gap(index + 1, _IS)
    return match is not None and "=" in match[0] and not sentence.ends(index + 2, _GOES_ON)


def _closed(sentence: NumberSentence, index: int) -> bool:
    """Whether the number after ``index`` is put beside it as the result, and nothing follows."""
    if sentence.gap(index, _OPENS):
        return sentence.ends(index + 1, _CLOSES_BARE)
    return (
        sentence.gap(index, _IS) is not None
        and not sentence.ends(index + 1, _GOES_ON)
        and not sentence.says(_CHOICE)
    )


def _apposed(sentence: NumberSentence, index: int, last: int) -> bool:
    """Whether the numbers after ``index``, up to ``last``, are put beside it as an explanation."""
    if sentence.gap(index, _OPENS):
        return sentence.ends(last, _CLOSES)
    return sentence.gap(index, _APART) is not None and not sentence.says(_CHOICE)


def _part(
    sentence: NumberSentence, index: int, terms: tuple[Number, Number, Number], place: int
) -> Sum | None:
    """Share of whole, compared with the part."""
    share, whole, part = terms
    if is_bounded(share) or is_bounded(whole) or not _comparable(whole, part):
        return None
    value = written_interval(share) * counted_interval(whole) * point_interval(Decimal("0.01"))
    exact = share.value * whole.value / _HUNDRED
    at = sentence.figures
    return make_sum(
        KIND,
        sentence.span(index, index + 2),
        exact,
        _words(sentence, index, share, whole),
        at[index + place].number,
        operands=[share, whole],
        passed=may_state(part, value),
    )


def _quotient(
    sentence: NumberSentence, index: int, terms: tuple[Number, Number, Number], place: int
) -> Sum | None:
    """Part over whole, compared with the share."""
    part, whole, share = terms
    if not _is_part(part, whole):
        return None
    value = _ratio(part, whole)
    return make_sum(
        KIND,
        sentence.span(index, index + 2),
        part.value / whole.value * _HUNDRED,
        _words(sentence, index, part, whole),
        share,
        operands=[part, whole],
        passed=value is None or may_state(share, value),
    )


def _words(sentence: NumberSentence, index: int, part: Number, whole: Number) -> str:
    """A part of a whole in the words of the text, whichever stands first."""
    near = range(index, index + 3)
    told = {id(sentence.figures[at].number): sentence.words(at) for at in near}
    return f"{told[id(part)]} of {told[id(whole)]}"


def _ratio(part: Number, whole: Number) -> ValueInterval | None:
    """Part over whole in percent; None where the whole can be nothing."""
    try:
        return counted_interval(part) / counted_interval(whole) * point_interval(_HUNDRED)
    except ZeroDivisionError:
        return None


def _comparable(whole: Number, part: Number) -> bool:
    """Whether part and whole measure the same, as far as they say."""
    if whole.unit is part.unit:
        return whole.symbol == part.symbol
    return part.unit is Unit.COUNT and whole.unit is not Unit.PERCENT and not part.symbol


def _is_part(part: Number, whole: Number) -> bool:
    """Whether one number can be a part of the other: not "5 of 3", nor "up to 5 of 8"."""
    bounded = is_bounded(part) or is_bounded(whole)
    return not bounded and _comparable(whole, part) and part.value <= whole.value


def _starts_of_these(sentence: NumberSentence) -> bool:
    """Whether the words around the first two numbers are those of "Of these, 200 (20 %)"."""
    return (
        _OF_THESE.fullmatch(sentence.before(0)) is not None
        and sentence.gap(0, _OPENS) is not None
        and sentence.ends(1, _CLOSES_BARE)
    )


def _of_these(before: NumberSentence, sentence: NumberSentence) -> Iterator[Sum]:
    """The share in "Of these, 200 (20 %)", after a sentence with one number, which is the whole."""
    if len(before.figures) != 1 or len(sentence.figures) < 2 or not are_adjacent(before, sentence):
        return
    whole, part, share = (figure.number for figure in (before.figures[0], *sentence.figures[:2]))
    if not _starts_of_these(sentence) or not _is_share_of(share, part):
        return
    if not all(_is_plain(number) for number in (whole, part, share)) or not _is_part(part, whole):
        return
    value = _ratio(part, whole)
    yield make_sum(
        KIND,
        sentence.span(0, 1),
        part.value / whole.value * _HUNDRED,
        f"{sentence.words(0)} of {before.words(0)}",
        share,
        operands=[part, whole],
        passed=value is None or may_state(share, value),
    )
