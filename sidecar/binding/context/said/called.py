"""Numbers that are a part of a name or a saying: "option 2", "iOS 14.5", "14 Mill Lane", "24/7"."""

from __future__ import annotations

from itertools import takewhile

from sidecar.binding.context.language.words import STOP
from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Form, Number, Unit
from sidecar.text.vocabulary import one_of

_NUMBERED = one_of(
    "option footnote note step page chapter paragraph part phase version row seat room platform "
    "gate terminal route highway road flight question answer scenario model type tier section "
    "clause rule appendix module exercise slide tab sheet act scene verse bullet ticket invoice "
    "apartment flat floor lot item task milestone variant"
)
_STARTS = one_of('. : ; ( ) | - – — * • > " “ ” ! ?')
_MOST = 1000
_STREETS = one_of("street st road rd lane avenue ave way square boulevard drive court terrace quay")
_STREET = 4  # words of a street's name
_LEADING = one_of(": , ;")
_ALWAYS = "24/7"


def is_name(place: Place, number: Number) -> bool:
    """Whether a number tells which one is meant, not how many or how much."""
    words, at = place.passage.words, place.first - 1
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not number.scale
    if not plain or number.sign or place.last - place.first != 1:
        return False
    if _is_marker(place) or _is_dialled(place) or _is_address(place) or _is_saying(place):
        return True
    if at < 0:
        return False
    if at in place.passage.labelled or at in place.passage.naming:
        return False
    before = words[at]
    if before.word in _NUMBERED:
        return number.value < _MOST
    return _is_proper(place, at) and number.value < _MOST and not place.head()


def _is_proper(place: Place, at: int) -> bool:
    """Whether a word is a name by its capital, which no sentence begins with."""
    words = place.passage.words
    word = words[at]
    if not word.word.isalpha() or word.word in STOP or word.shout or word.end - word.start < 3:
        return False
    first = at == 0 or words[at - 1].word in _STARTS
    return word.capital and not first and words[at].end < words[at + 1].start


def _is_marker(place: Place) -> bool:
    """Whether it numbers an item within a sentence: "1) Station, 2) Harbour", "1. plot it"."""
    words = place.passage.words
    after = [word.word for word in words[place.last : place.last + 2]]
    if after[:1] == [")"]:
        return all(word.word != "(" for word in words[: place.first])
    led = place.first > 0 and words[place.first - 1].word in _LEADING
    return led and len(after) > 1 and after[0] == "."


def _is_dialled(place: Place) -> bool:
    """Whether a number begins with a zero, as in "0800", or is joined to one that does."""
    words = place.passage.words
    return any(
        len(word.word) > 1 and word.word[0] == "0" and word.word.isdigit()
        for word in (words[place.first], *words[place.last + 1 : place.last + 2])
        if word is words[place.first] or words[place.last].word == "-"
    )


def _is_address(place: Place) -> bool:
    """Whether the name of a street follows: "14 Mill Lane"."""
    after = place.passage.words[place.last : place.last + _STREET]
    named = list(takewhile(lambda word: word.capital, after))
    return any(word.word in _STREETS for word in named[1:])


def _is_saying(place: Place) -> bool:
    """Whether it is a part of "24/7"."""
    around = place.passage.words[max(0, place.first - 2) : place.last + 2]
    return _ALWAYS in "".join(word.word for word in around)
