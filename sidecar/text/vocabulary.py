"""Word lists written as prose, and letters of scripts that put no spaces between words."""

from __future__ import annotations

from functools import lru_cache
from sys import intern


def listed(words: str) -> list[str]:
    """The words in their order."""
    return words.split()


def one_of(words: str) -> frozenset[str]:
    """The words, to look one up; a word of many lists is kept once."""
    return frozenset(map(intern, words.split()))


# Scripts that put no spaces between words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese.
#
# A letter of theirs beside digits makes no name of them: "従業員は21,000人です" counts people.
# Korean has spaces, but writes particles and what is counted right behind a number.

LETTERS = (
    "\u0e01-\u0e4e\u0e81-\u0ece\u0edc-\u0edf"  # Thai, Lao; their digits are none
    "\u1000-\u103f\u104a-\u108f\u1780-\u17d3\u17d7-\u17dd"  # Burmese, Khmer
    "\u1100-\u115e\u1161-\u11ff\u3131-\u318e\uac00-\ud7a3"  # Korean
    "\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Japanese
    "\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # ideographs
)
"""The letters as the inside of a class of a regular expression."""

_RANGES = tuple(
    (first, last)
    for first, dash, last in zip(LETTERS, LETTERS[1:], LETTERS[2:], strict=False)
    if dash == "-"
)
_FIRST = min(first for first, _ in _RANGES)


@lru_cache(maxsize=4096)
def is_unspaced(character: str) -> bool:
    """Whether a character, or "", is a letter of a script without spaces."""
    return character >= _FIRST and any(first <= character <= last for first, last in _RANGES)


def continues_word(character: str) -> bool:
    """Whether a character, or "", goes on with a word or number in other letters beside it."""
    return character.isalnum() and not is_unspaced(character)
