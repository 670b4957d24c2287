"""Numbers in small coins: a percentage ("17p in the pound") or an amount ("4.61 cents an hour")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import Token
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.binding.units import ColumnUnit
from sidecar.model.number import Number, Unit
from sidecar.text.units import SPELLED
from sidecar.text.vocabulary import one_of

_COINS = frozenset({"cent", "penny", "p"})
_CALLED = frozenset({"cent", "penc", "penny", "p", "ppl"})  # stems in names of columns
_OF = one_of("of out in on from per")
_EACH = one_of("every each per")
_REACH = 5  # words of "17.6 cents out of each sales euro"


def share(said: Number, place: Place) -> Number:
    """A number; coins that are attributed to each unit of money as the percentage that they are."""
    if said.symbol not in _COINS:
        return said
    words = place.passage.words
    after = words[place.last : place.last + _REACH]
    told = after and after[0].word in _OF and _names_money(after, _EACH | {"the"})
    if told or _names_money(words[: place.first], _EACH):
        return said._replace(unit=Unit.PERCENT, symbol="%")
    return said


def amount(said: Number, catalogs: Sequence[Catalog]) -> Number:
    """A number; coins as the part of a unit of money that they are, if data are in such units."""
    if said.symbol not in _COINS:
        return said
    measures = [column for known in catalogs for column in known.measures]
    if not any(_is_money(column.unit, said.symbol) for column in measures):
        return said
    if any(map(_is_in_coins, measures)):
        return said
    value, low, high = (part.scaleb(-2) for part in (said.value, said.low, said.high))
    return said._replace(value=value, low=low, high=high, unit=Unit.CURRENCY)


def _is_in_coins(column: ColumnFacts) -> bool:
    """Whether cells are in coins themselves, by their unit or name: "fare (cents)", ``price_p``."""
    if column.unit.symbol in _COINS:
        return True
    return any(not _CALLED.isdisjoint(phrase.words) for phrase in column.phrases)


def _is_money(unit: ColumnUnit, coin: str) -> bool:
    """Whether cells are in a currency that has such a coin."""
    return unit.kind is Unit.CURRENCY and (coin == "cent") == (unit.symbol != "GBP")


def _names_money(words: Sequence[Token], articles: frozenset[str]) -> bool:
    """Whether words tell of each unit of money: "every euro", "in the pound"."""
    units = (SPELLED.get(word.word) for one, word in pairwise(words) if one.word in articles)
    return any(unit is not None and unit.unit is Unit.CURRENCY for unit in units)
