"""Numbers that tell how sure a finding is: "p < 0.05", "R² = 0.31", "at 95% confidence"."""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Number, Unit
from sidecar.text.vocabulary import one_of

_MEASURES = one_of("p r r² rho alpha n")
_JOINTS = one_of("= - < > ≤ ≥ ≈ of is was value squared 2 level at the an a below under")
_SURE = one_of("confidence credible certainty significance")
_MARGIN = ["margin", "of", "error"]
_REACH = 5


def is_of_a_test(place: Place, number: Number) -> bool:
    """Whether a number tells how sure something is."""
    words = place.passage.words
    margin = [word.word for word in words[max(0, place.first - _REACH - 2) : place.first]]
    before = margin[-_REACH:]
    after = words[place.last : place.last + 2]
    if number.unit is Unit.PERCENT and any(word.word in _SURE for word in after):
        return True
    at = len(before) - 1
    while at >= 0 and before[at] in _JOINTS:
        at -= 1
    if at >= 0 and before[at] in _MEASURES and at < len(before) - 1:
        return True
    return any(margin[i : i + 3] == _MARGIN for i in range(len(margin)))
