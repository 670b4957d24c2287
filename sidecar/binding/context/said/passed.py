"""Numbers that something goes past: "turnover went through £200m", "sales beat 7,000 in May".

A verb makes bounds of them, as "over" and "above" do.
"""

from __future__ import annotations

from itertools import dropwhile

from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Number, Qualifier
from sidecar.text.vocabulary import one_of

_PAST = one_of("beat beats beating topped tops topping crossed crosses breached cleared exceeding")
_PAST_OF = one_of("exceed exceeds exceeded surpass surpassed surpasses passed passes")
"""Verbs that may be of other things as well, unless "the mark of" follows."""

_WENT = one_of("went go goes gone going")
_BY = one_of("through past beyond")
_FIGURE = one_of("figure mark level line threshold value of the a")
_REACH = 6  # words before a number


def bound(said: Number, place: Place) -> Number:
    """A number; one that a verb goes past as a bound."""
    if said.qualifier is not Qualifier.NONE or said.group:
        return said
    before = [word.word for word in place.passage.words[max(0, place.first - _REACH) : place.first]]
    rest = [*dropwhile(_FIGURE.__contains__, reversed(before)), "", ""]
    verbs = _PAST | _PAST_OF if before[-1:] != rest[:1] else _PAST
    past = rest[0] in verbs or (rest[0] in _BY and rest[1] in _WENT)
    return said._replace(qualifier=Qualifier.OVER) if past else said
