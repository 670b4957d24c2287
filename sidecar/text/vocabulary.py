"""Word lists written as prose: one string, with spaces between the words."""

from __future__ import annotations

from sys import intern


def listed(words: str) -> list[str]:
    """The words in their order."""
    return words.split()


def one_of(words: str) -> frozenset[str]:
    """The words, to look one up; a word of many lists is kept once."""
    return frozenset(map(intern, words.split()))
