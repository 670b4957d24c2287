"""Numbers that tell how sure a finding is: "p < 0.05", "R² = 0.31", "at 95% confidence"."""

from __future__ import annotations

from itertools import takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import STOP
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_MEASURES = one_of("p r r² rho alpha")
_JOINTS = one_of("= - < > ≤ ≥ ≈ of is was value squared 2 level at the an a below under")
_SIZE = ["n", "="]
_SURE = one_of("confidence credible certainty significance")
_MARGIN = ["margin", "of", "error"]
_REACH = 5


def is_of_a_test(place: Place, number: Number) -> bool:
    """Whether a number tells how sure something is, or how many were asked."""
    words = place.passage.words
    before = [word.word for word in words[max(0, place.first - _REACH - 2) : place.first]]
    after = [word.word for word in words[place.last : place.last + 2]]
    if number.unit is Unit.PERCENT and (
        not _SURE.isdisjoint(after[:1]) or (not _SURE.isdisjoint(after) and after[0] not in STOP)
    ):
        return True
    if before[-2:] == _SIZE and not place.passage.labelled:
        return True
    joints = list(takewhile(lambda word: word in _JOINTS, reversed(before)))
    rest = before[: len(before) - len(joints)]
    if rest[-1:] and rest[-1] in _MEASURES and joints:
        return abs(number.value) <= 1
    return rest[-len(_MARGIN) :] == _MARGIN
