"""Bounds that say which rows are intended: "three shops sold over 9", "any shop above 9"."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.asides import PLACING
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.readings.counts import GRAINS
from sidecar.binding.context.said import stated
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language import verbs
from sidecar.model.number import Form, Unit, is_integral
from sidecar.text.vocabulary import one_of

HALVED = Decimal("0.5")
"""Of all, which is what a median says."""

_TIMES = one_of("once twice")
_NOBODY = one_of("nobody none")
_DOZEN = 12
_PLACING = PLACING | one_of("of from with by to the and or between among than")
_IS = one_of("is was were are of : =")
_POINTING = one_of("these those both")
_ANY = one_of("any anything anyone whatever whichever")
_BOUNDING = one_of(
    "with above over whose having of at least most more fewer less than below under beyond longer "
    "shorter larger smaller higher lower bigger older cheaper exceeding from up to $ € £"
)
_ARTICLES, _HAVING = one_of("a an"), one_of("with having")
_KIND = 8  # words from the rows that are meant to the bound that says which


def chooses(question: Question) -> bool:
    """Whether a bound says which rows a number beside it counts, or that none does."""
    passage = question.place.passage
    words = passage.words
    if _is_kind(question):
        return True
    only = [at for at, (a, b) in enumerate(pairwise(words)) if (a.word, b.word) == ("the", "only")]
    if any(not _is_of_name(question, at + 1) for at in only) or not (_NOBODY | _TIMES).isdisjoint(
        passage.unnamed
    ):
        return True
    return any(
        _counts_rows(question, one) and not _is_of_name(question, one.place.last)
        for one in question.beside
    )


def _is_kind(question: Question) -> bool:
    """Whether a bound tells what sort of rows is intended: "shops with over 9 staff cost more".

    What any shop above 9 does is a rule, and so is "anything above 9"; but "the shop with over 9",
    "Harbour is a shop with over 9" and "the shops sold over 9" tell of those that are named.
    """
    place, words = question.place, question.place.passage.words
    start = max(0, place.first - _KIND)
    at = place.first - 1
    while at >= start and not _is_row(words[at].stem, question):
        named = at in place.passage.naming and not verbs.is_past(words[at].word)
        article = words[at].word in _ARTICLES and words[at - 1].word in _HAVING
        if not (named or article or words[at].word in _BOUNDING):
            break
        at -= 1
    if at < start or at == place.first - 1:
        return False
    if words[at].word in _ANY:
        return True
    one = [word.word for word in words[max(0, at - 2) : at]]
    several = words[at].word != words[at].stem
    named = not several and ("the" in one or not _IS.isdisjoint(one[:1]))
    return _is_row(words[at].stem, question) and not named and _POINTING.isdisjoint(one)


def _is_row(word: str, question: Question) -> bool:
    """Whether a noun is what the rows of a table are."""
    return any(word in known.label_names for known in question.catalogs)


def _is_of_name(question: Question, start: int) -> bool:
    """Whether a name between, which restricts nothing, is what a bound is attributed to.

    "For two reasons Harbour sold over 900", but "two shops in the North sold over 900".
    """
    passage, first = question.place.passage, question.place.first
    spans = [(m.start, m.end) for _, m in passage.labels if m.whole == 1]
    spans += [(m.start, m.end) for m in passage.periods if m.until is None]
    return any(
        start < begin
        and end <= first
        and passage.words[begin - 1].word not in _PLACING
        and all(word.word != "," for word in passage.words[end:first])
        for begin, end in spans
    )


def is_of_band(question: Question) -> bool:
    """Whether a number is one of two that bound from both sides what another one counts."""
    own, beside = stated.Stated(question.place, question.target), question.beside
    bands = [one for one in beside if stated.is_band(one, own) or stated.is_band(own, one)]
    sizes = {known.rows for known in question.catalogs}  # "from 9 to 22 in the six shops"
    others = [o for o in beside if o not in bands and o.target.number.value not in sizes]
    return bool(bands) and any(_counts_rows(question, one) for one in others)


def _counts_rows(question: Question, one: Stated) -> bool:
    """Whether a number counts what rows are: "four sites", "above 60 kWh: three", "two of them"."""
    number, heads = one.target.number, one.place.words_after(4)
    part = number.unit is Unit.PERCENT or number.form is Form.FRACTION
    if part and (number.value != HALVED or stated.is_bound(number)):
        periods = not GRAINS.keys().isdisjoint(heads)
        return any(
            not known.label_names.isdisjoint(heads) or (periods and known.has_periods)
            for known in question.catalogs
        )
    if number.value < 1 or not is_integral(number.value) or stated.is_bound(number):
        return False  # "half of the sites had at most 12": their median
    tables = [known for known in question.catalogs if number.value <= known.rows]
    if _is_alone_in_brackets(one.place):
        return bool(tables)  # "over 130 thousand (3)"
    few = number.form is Form.WORDS and number.unit is Unit.COUNT and number.value <= _DOZEN
    if few and _is_unmeasured(heads, question):
        return bool(tables)
    return any(
        not known.label_names.isdisjoint(heads)
        or (known.has_periods and (number.symbol in GRAINS or not GRAINS.keys().isdisjoint(heads)))
        for known in tables
    )


def _is_alone_in_brackets(place: Place) -> bool:
    words = place.passage.words
    beside = (*words[max(0, place.first - 1) : place.first], *words[place.last : place.last + 1])
    return [word.word for word in beside] == ["(", ")"]


def _is_unmeasured(heads: Sequence[str], question: Question) -> bool:
    """Whether a counted noun, if there is one, names no measure."""
    head = next(filter(str.isalpha, heads), "")
    return not any(
        head in phrase.words
        for known in question.catalogs
        for column in known.measures
        for phrase in column.phrases
    )
