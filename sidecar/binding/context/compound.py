"""Growth for each of several periods: "7.2% a year", "a compound rate of", "CAGR".

Where words ask for it, the growth from the first to the last of these periods is not meant.
"""

from __future__ import annotations

from itertools import takewhile

from sidecar.binding.context.place import Place
from sidecar.binding.context.relative import STEPPING
from sidecar.binding.context.words import stem
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_COMPOUND = frozenset(map(stem, one_of("compound compounded cagr annualised annualized cmgr")))
_EACH = one_of("a per each every")
_SPANS = one_of("year annum month quarter week day")
_YEARLY = one_of("annually yearly monthly quarterly")


def is_asked(place: Place, number: Number) -> bool:
    """Whether a percentage is told as growth for each period of several."""
    if number.unit is not Unit.PERCENT:
        return False
    words = place.passage.words
    after = [*(word.word for word in words[place.last : place.last + 4]), "", ""]
    for one, span, then in zip(after, after[1:], after[2:], strict=False):
        if one in _YEARLY or (one in _EACH and span in _SPANS and then not in STEPPING):
            return True
    before = takewhile(lambda w: not w.word[0].isdigit(), reversed(words[: place.first]))
    behind = takewhile(lambda w: w.word[0].isalpha(), words[place.last :])
    return any(word.stem in _COMPOUND for word in (*before, *behind))
