"""Numbers that something goes past: "turnover went through £200m", "sales beat 7,000 in May".

A verb makes bounds of them, as "over" and "above" do, and so do "85 or better", "older than 60".
What parts add "up to", or what is "back up to" it, bounds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, pairwise

from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Number, Qualifier
from sidecar.text.vocabulary import one_of

_PAST = one_of("beat beats beating topped tops topping crossed crosses breached cleared exceeding")
_PAST_OF = one_of("exceed exceeds exceeded surpass surpassed surpasses passed passes")
"""Verbs that may be of other things as well, unless "the mark of" follows."""

_UP_TO = ["up", "to"]
_NO_BOUND = one_of("add adds added adding sum sums summed summing back climbed climbs went goes")
"""Before "up to": what follows is what is come to."""

_WAS = one_of("was were is are been")
_BEHIND = 3  # words after a number, its unit among them: "20 days or longer"
_WENT = one_of("went go goes gone going")
_BY = one_of("through past beyond")
_FIGURE = one_of("figure mark level line threshold value of the a")
_REACH = 6  # words before a number
_MORE_THAN, _LESS_THAN = one_of("longer older later hotter"), one_of("shorter younger")
_OR_MORE = one_of("better longer older later more higher")
_OR_LESS = one_of("worse shorter younger earlier fewer less lower")


def bound(said: Number, place: Place) -> Number:
    """A number; one that a verb goes past as a bound."""
    before = [word.word for word in place.passage.words[max(0, place.first - _REACH) : place.first]]
    if before[-2:] == _UP_TO and not _NO_BOUND.isdisjoint(before[-3:-2]):
        return said._replace(qualifier=Qualifier.NONE)
    if said.qualifier is not Qualifier.NONE or said.group:
        return said
    rest = [*dropwhile(_FIGURE.__contains__, reversed(before)), "", ""]
    verbs = _PAST | _PAST_OF if before[-1:] != rest[:1] else _PAST
    if rest[0] in verbs or (rest[0] in _BY and rest[1] in _WENT):
        return said._replace(qualifier=Qualifier.OVER)
    after = [word.word for word in place.passage.words[place.last : place.last + _REACH]]
    if any(be in _WAS and verb in _PAST | _PAST_OF for be, verb in pairwise(after)):
        return said._replace(qualifier=Qualifier.OVER)  # "the 8-minute limit was breached"
    after = after[:_BEHIND]
    return said._replace(qualifier=_compared(before[-2:], after))


def _compared(before: Sequence[str], after: Sequence[str]) -> Qualifier:
    """What a comparative at a number makes of it: "longer than 60 days", "85 or better"."""
    told = before[0] if before[1:] == ["than"] else ""
    if told in _MORE_THAN or told in _LESS_THAN:
        return Qualifier.OVER if told in _MORE_THAN else Qualifier.UNDER
    told = after[after.index("or") + 1] if "or" in after[:-1] else ""
    if told in _OR_MORE or told in _OR_LESS:
        return Qualifier.AT_LEAST if told in _OR_MORE else Qualifier.AT_MOST
    return Qualifier.NONE
