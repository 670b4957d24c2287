"""Growth for each of several periods: "7.2% a year", "a compound rate of", "as an annual rate".

Where words ask for it, the growth from the first to the last of these periods is not meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.relative import STEPPING
from sidecar.binding.language.words import stem
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_COMPOUND = frozenset(
    map(stem, one_of("compound compounded cagr cqgr cmgr cwgr annualised annualized"))
)
_EACH = one_of("a per each every")
_SPANS = one_of("year annum month quarter week day")
_YEARLY = one_of("annually yearly monthly quarterly")
_RATES = one_of("annual yearly monthly quarterly")
_TERMS = one_of("rate terms pace")
_NAMED, _BESIDE = 0.6, 3  # how much of a name is said, and how many words before the number
_NEAR = 4  # words in which "a year" follows: "12% more than a year earlier" tells one year
_NEXT = 6  # words of "from one quarter to the next"


def is_asked(place: Place, number: Number) -> bool:
    """Whether a percentage is stated as growth for each period of several."""
    if number.unit is not Unit.PERCENT:
        return False
    words = place.passage.words
    after = [*(word.word for word in words[place.last : place.last + _NEXT]), "", ""]
    for one, span, then in zip(after[:_NEAR], after[1:], after[2:], strict=False):
        if one in _YEARLY or (one in _EACH and span in _SPANS and then not in STEPPING):
            return not _is_of_rate(place)
    if _from_one_to_next([word.word for word in words[place.last : place.last + _NEXT]]):
        return True
    before = takewhile(lambda w: not w.word[0].isdigit(), reversed(words[: place.first]))
    behind = takewhile(lambda w: w.word[0].isalpha(), words[place.last :])
    around = [*reversed(list(before)), *behind]
    rated = any(a.word in _RATES and b.word in _TERMS for a, b in pairwise(around))
    return rated or any(word.stem in _COMPOUND for word in around)


def _is_of_rate(place: Place) -> bool:
    """Whether a percentage is given behind the column of rates that it is of: "churn is 2%"."""
    columns = [known.columns for known in place.passage.catalogs]
    rates = [
        m
        for m in place.passage.columns
        if m.strength >= _NAMED and 0 <= place.first - m.end <= _BESIDE
        for column in [columns[m.table][m.column]]
        if column.fraction or column.unit.kind is Unit.PERCENT
    ]
    return bool(rates)


def _from_one_to_next(after: Sequence[str]) -> bool:
    """Whether what follows is "from one quarter to the next"."""
    span = [word for word in after[2:3] if word in _SPANS]
    return bool(span) and after == ["from", "one", *span, "to", "the", "next"]
