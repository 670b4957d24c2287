"""Numbers that are less than nothing by their noun: "a loss of $2.6m", "the deficit widened to 4".

Where data hold results below nothing, a loss of 2.6 is a result of -2.6; where a column of its own
holds the losses, its name is said and nothing is turned round.
"""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import is_numeral, stem
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.text.vocabulary import one_of

_LOSSES = one_of("loss losses deficit deficits")
_STEMS = frozenset(map(stem, _LOSSES))
_JOINTS = one_of("of at to from was is were : reached totalled totaled totalling about around")
_CUTS = one_of(". ; , ( ) into and but while")
_RESULTS = frozenset(map(stem, one_of("profit earnings surplus income balance ebit ebitda")))
"""Words of columns in which a loss is less than nothing, whatever their other cells are."""

_NAMED = 0.5  # how much of a column's name is said
_REACH = 6  # words from the noun to the number
_LED = 2  # words from the verb to it


def below(said: Number, place: Place) -> Number:
    """A number with the sign that its noun gives it."""
    plain = said.form is Form.DIGITS and not said.sign and said.unit in (Unit.COUNT, Unit.CURRENCY)
    below = place.may_be_below or _has_results(place)
    if not (plain and below and is_lost(place)):
        return said
    return reversed_of(said)


def reversed_of(said: Number) -> Number:
    """A number with the other sign, as one that tells no way."""
    return said._replace(
        value=-said.value, low=-said.high, high=-said.low, sign=-1, direction=Direction.NONE
    )


def may_have(sign: int, place: Place) -> bool:
    """Whether a sign may be that of a value: a plus where columns are named that need one."""
    for source in place.sources() if sign > 0 else ():
        named = [m for m in source.passage.columns if m.strength >= _NAMED]
        if named:
            return any(m.column in source.passage.catalogs[m.table].below for m in named)
    return place.may_be_below


def is_lost(place: Place) -> bool:
    """Whether a number is told as a loss, and no column is called so."""
    words = place.passage.words
    if not any(word.word in _LOSSES for word in words) or _is_called(place):
        return False
    if any(word.word in _LOSSES for word in words[place.last : place.last + 1]):
        return True
    joint = words[place.first - 1].word if place.first else ""
    for at in range(place.first - 1, max(-1, place.first - 1 - _REACH), -1):
        if words[at].word in _LOSSES:
            return joint in _JOINTS
        if words[at].word in _CUTS or is_numeral(words[at].word):
            return False
    return False


def leads(place: Place) -> bool:
    """Whether a verb of losing leads to a number: "loses 5.0%"."""
    words = place.passage.words[max(0, place.first - _LED) : place.first]
    return any(word.stem in _STEMS for word in words)


def _has_results(place: Place) -> bool:
    """Whether a column holds results, of which a profit is more than nothing."""
    return any(
        not _RESULTS.isdisjoint(words) for known in place.passage.catalogs for words in known.named
    )


def _is_called(place: Place) -> bool:
    """Whether a column holds losses by its own name, so that they are more than nothing."""
    return any(
        not _STEMS.isdisjoint(words) for known in place.passage.catalogs for words in known.named
    )
