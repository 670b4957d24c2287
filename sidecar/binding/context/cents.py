"""A percentage that is told in small coins: "56 cents of every euro", "17p in the pound"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.context.place import Place
from sidecar.binding.context.words import Token
from sidecar.model.number import Number, Unit
from sidecar.text.units import SPELLED
from sidecar.text.vocabulary import one_of

_COINS = frozenset({"cent", "penny", "p"})
_OF = one_of("of out in on from per")
_EACH = one_of("every each per")
_REACH = 5  # words of "17.6 cents out of each sales euro"


def share(said: Number, place: Place) -> Number:
    """A number; coins that are told of each unit of money as the percentage that they are."""
    if said.symbol not in _COINS:
        return said
    words = place.passage.words
    after = words[place.last : place.last + _REACH]
    told = after and after[0].word in _OF and _names_money(after, _EACH | {"the"})
    if told or _names_money(words[: place.first], _EACH):
        return said._replace(unit=Unit.PERCENT, symbol="%")
    return said


def _names_money(words: Sequence[Token], articles: frozenset[str]) -> bool:
    """Whether words tell of each unit of money: "every euro", "in the pound"."""
    units = (SPELLED.get(word.word) for one, word in pairwise(words) if one.word in articles)
    return any(unit is not None and unit.unit is Unit.CURRENCY for unit in units)
