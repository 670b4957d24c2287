"""Numbers that a superlative names at once: "lowest 0.31", "quickest: 22", "the peak was 64".

They are the extremes of all rows, whatever row was named before them.
"""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.cues import Cue, asked_by
from sidecar.text.vocabulary import one_of

_ENDS = Cue.HIGH | Cue.LOW
_PASSED = one_of(": = is was being only just about around")
_BOUNDS = one_of("least most")  # of "at least", "at most"
_MOST = 2  # words between a superlative and its number
_TIMES = one_of("quarter month week day year season")
_BROUGHT = _PASSED | one_of("brought saw had with at came to stood reached made in of the year")
_FAR = 5  # words between the best quarter and what it brought


def _before(place: Place, passed: frozenset[str], most: int) -> int:
    """The last token before a number that is none of some words; -1 where there is none."""
    at = place.first - 1
    while at >= max(0, place.first - most) and place.passage.words[at].word in passed:
        at -= 1
    return at


def asked(place: Place) -> bool:
    """Whether a superlative stands right before a number, and no row is named behind it."""
    words, at = place.passage.words, _before(place, _PASSED, _MOST)
    time = _before(place, _BROUGHT, _FAR)
    if time > 0 and words[time].word in _TIMES:
        at = time - 1  # "the best quarter brought 12"
    if at < 0 or at in place.passage.naming or at in place.passage.labelled:
        return False
    if words[at].word in _BOUNDS or not asked_by(words[at].stem) & _ENDS:
        return False
    return not any(place.own.attached(labelled.mention.start) for labelled in place.passage.labels)
