"""Whether a quote says no where its claim does not, or the other way round.

What a sentence means cannot be known by its words. But a quote that has nearly all the words of its
claim, and a "not" besides, says the opposite of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sidecar.citations.overlap import words
from sidecar.claims.lexicon import NEGATING

_SAME = 0.6
"""Least share of a claim's words that a clause holds which says the same, or the opposite. Only
names may be missing, which stand in the sentence before; another word may be an antonym."""

_NAME = re.compile(r"\b[A-Z]\w*")

_NEGATION = re.compile(NEGATING, re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;:—–()|\n]|,(?!\d)|\.\s|\b(?:but|however|although|though|while|whereas|and|because)\b",
    re.IGNORECASE,
)


def negates(said: str) -> bool:
    """Whether some words say no."""
    return _NEGATION.search(said) is not None


def clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """Where the clauses of a sentence stand, in its order."""
    at = 0
    for match in _CLAUSE.finditer(sentence):
        yield at, match.start()
        at = match.end()
    yield at, len(sentence)


def opposed(claim: str, quoted: Iterable[str]) -> bool:
    """Whether the clauses that are most like a claim say no where it does not, or the reverse.

    Args:
        claim: What is said.
        quoted: Clauses of the source.
    """
    said = words(_NEGATION.sub(" ", claim))
    needed = said & words(_NAME.sub(" ", claim))
    alike = [
        (len(said & held) / len(said), negates(clause))
        for clause in quoted
        if said and needed <= (held := words(clause))
    ]
    best = max((share for share, _ in alike), default=0.0)
    if best < _SAME:
        return False
    return all(no != negates(claim) for share, no in alike if share == best)
