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


def asked(place: Place) -> bool:
    """Whether a superlative stands right before a number, and no row is named behind it."""
    words, at = place.passage.words, place.first - 1
    while at >= max(0, place.first - _MOST) and words[at].word in _PASSED:
        at -= 1
    if at < 0 or at in place.passage.naming or at in place.passage.labelled:
        return False
    if words[at].word in _BOUNDS or not asked_by(words[at].stem) & _ENDS:
        return False
    return not any(place.own.attached(labelled.mention.start) for labelled in place.passage.labels)
