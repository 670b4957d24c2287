"""Which number a name leads to: the salary is 61,200, plus a bonus of 4,800."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.context.passages.source import Stretch
from sidecar.binding.language.verbs import is_past
from sidecar.binding.language.words import Token, is_numeral
from sidecar.text.vocabulary import one_of

_MOST = 9  # words from a name to its number
_HYPHENS = ("-", "–")
_CUTS = frozenset({",", ";", ":", "and", "but", "while"})
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_TELLS = one_of(
    "came reached averaged totalled totaled stayed remained amounted rose climbed increased grew "
    "jumped improved fell dropped decreased declined slipped hit"
)
"""Verbs that tell a name's own number; others tell another one: "the highest GDP emitted 58"."""


def leads_to(words: Sequence[Token], name: Stretch) -> int:
    """The index of the number that a name leads to; -1 where it leads to none.

    Args:
        words: Those of the sentence.
        name: The words that name a column there; none that another number counts leads anywhere.
    """
    if any(is_numeral(word.word) for word in words[max(0, name.start - 1) : name.end]):
        return -1
    for at in range(name.end, min(name.end + _MOST, len(words))):
        word = words[at].word
        if word in _CUTS or (is_past(word) and word not in _TELLS):
            return -1
        if is_numeral(word) and not _YEAR.fullmatch(word) and not _ends_name(words, at):
            return at
    return -1


def _ends_name(words: Sequence[Token], at: int) -> bool:
    """Whether a numeral is but the end of a name: "db-1", "Q3"."""
    joined = at - 1 if words[at - 1].word in _HYPHENS else at
    return (
        joined > 0
        and words[joined - 1].word.isalpha()
        and all(a.end == b.start for a, b in pairwise(words[joined - 1 : at + 1]))
    )
