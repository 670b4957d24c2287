"""Numbers that are a part of what something is called: "option 2", "iOS 14.5", "a Crafter 35"."""

from __future__ import annotations

from sidecar.binding.context.language.words import STOP
from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Form, Number, Unit, is_integral
from sidecar.text.vocabulary import one_of

_NUMBERED = one_of(
    "option footnote note step page chapter paragraph part phase version row seat room platform "
    "gate terminal route highway road flight question answer scenario model type tier section "
    "clause rule appendix module exercise slide tab sheet act scene verse bullet ticket invoice "
    "apartment flat floor lot item task milestone variant"
)
_STARTS = one_of('. : ; ( ) | - – — * • > " “ ” ! ?')
_MOST = 1000


def is_name(place: Place, number: Number) -> bool:
    """Whether a number tells which one is meant, not how many or how much."""
    words, at = place.passage.words, place.first - 1
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not number.scale
    if at < 0 or not plain or number.sign or place.last - place.first != 1:
        return False
    if at in place.passage.labelled or at in place.passage.naming:
        return False
    before = words[at]
    if before.word in _NUMBERED:
        return is_integral(number.value) and not place.counts_things
    return _is_proper(place, at) and number.value < _MOST and not place.head()


def _is_proper(place: Place, at: int) -> bool:
    """Whether a word is a name by its capital, which no sentence begins with."""
    words = place.passage.words
    word = words[at]
    if not word.word.isalpha() or word.word in STOP or word.shout or word.end - word.start < 3:
        return False
    first = at == 0 or words[at - 1].word in _STARTS
    return word.capital and not first and words[at].end < words[at + 1].start
