"""Moves that are attributed to a single period: "in June it fell from 85 to 81"."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.dating import PeriodMention
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language import moves


def in_one(place: Place) -> bool:
    """Whether a number is an end of a move that is attributed to a single period."""
    words = place.passage.words
    ends = place.is_left or moves.before(words, place.first) is not None
    return ends and _is_single(place.passage.periods)


def _is_single(told: Sequence[PeriodMention]) -> bool:
    """Whether one period is stated, and no range of several."""
    open_ = any(mention.edge or mention.until is not None for mention in told)
    return len({mention.period for mention in told}) == 1 and not open_
