"""Numbers stated as what one has after a change: "the north added 12 jobs and now has 342"."""

from __future__ import annotations

from sidecar.binding.context.passages.place import Place
from sidecar.text.vocabulary import one_of

_HAS = one_of("has have had now")


def since(place: Place) -> int:
    """Where the number before starts, whose changes are none of what one has then; else -1."""
    words = place.passage.words
    if not place.first or words[place.first - 1].word not in _HAS:
        return -1
    before = range(place.first - 1, -1, -1)
    return next((at for at in before if words[at].word[0].isdigit()), -1)
