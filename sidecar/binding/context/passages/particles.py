"""Names that a small word tells apart: profit before and after tax, peak and off-peak, on time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.language.words import STOP, Token, name_words, stem
from sidecar.binding.tables.column_units import is_unit
from sidecar.binding.tables.phrases import is_period

_KINDS = {
    stem(word): (kind, side)
    for kind, sides in enumerate(
        (("before pre", "after post"), ("in within on", "off out"), ("over above", "under below"),
         ("up", "down"))
    )
    for side, words in enumerate(sides)
    for word in words.split()
}  # fmt: skip
"""Small words, by what they are about, and which of the two opposites each is."""

_BOUNDS = frozenset(map(stem, ("over", "above", "under", "below")))
_YEAR = 4  # digits
_BETWEEN = ("-", "of", "the")
_UNSAID = 0.5  # of a name that begins with one, where a text leaves it out: any time is not "on"
_OPPOSITE = 0.2  # of a name whose word is the opposite of the one that is said


class Particle(NamedTuple):
    """A small word of a name.

    Attributes:
        kind: What it is about.
        side: Which of two opposites it is.
        before: The stem that it stands before.
        first: Whether the name begins with it.
    """

    kind: int
    side: int
    before: str
    first: bool


def particles(name: str) -> tuple[Particle, ...]:
    """The small words of a column's name that tell it from other ones."""
    words = [word for word in name_words(name) if word not in _BETWEEN]
    return tuple(
        Particle(*_KINDS[one], two, at == 0)
        for at, (one, two) in enumerate(pairwise(words))
        if one in _KINDS and _is_part(two, name, bound=one in _BOUNDS)
    )


def _is_part(word: str, name: str, *, bound: bool) -> bool:
    """Whether a word is one of a name, and none of its unit or period."""
    if word.isdigit():
        return bound and len(word) < _YEAR
    return word not in STOP and not is_unit(word, name) and not is_period(word)


def fit(
    particle: Particle, said: Sequence[tuple[int, str]], words: Sequence[Token]
) -> tuple[float, int]:
    """How well words name a column, of whose name they say a part or all, and where they begin.

    Args:
        particle: A small word of it.
        said: The words that are said of it: their places, and their stems.
        words: The words of the text.
    """
    first = said[0][0]
    at = next((at for at, word in said if word == particle.before), None)
    if at is None:
        return 1.0, first
    told = _told(particle.kind, words, at)
    if told is None:
        return _UNSAID if particle.first else 1.0, first
    side, before = told
    return (1.0, min(first, before)) if side == particle.side else (_OPPOSITE, first)


def leads(particle: Particle, words: Sequence[Token], at: int) -> bool:
    """Whether a small word and what it stands before are said: "under 25" of ``under_25``."""
    told = _told(particle.kind, words, at) if words[at].stem == particle.before else None
    return told is not None and told[0] == particle.side


def _told(kind: int, words: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Which of two opposites is said before a word, and where; None where neither is."""
    before = at - 1
    while before > max(0, at - 3) and words[before].word in _BETWEEN:
        before -= 1
    told = _KINDS.get(words[before].stem) if before >= 0 else None
    return (told[1], before) if told is not None and told[0] == kind else None
