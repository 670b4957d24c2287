"""Numbers that are only supposed: "if we added 3 vans", "it would then cost €1,064".

A sentence may suppose in one clause and tell in the next: "should rents rise by 3%, a flat would
cost €900; today it costs €870".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sidecar.binding.context.language.words import Token
from sidecar.binding.context.passages.place import Place
from sidecar.text.vocabulary import one_of

_SUPPOSING = one_of("suppose supposing assume assuming imagine imagining presuming")
_IF = one_of("if unless")
_INVERTED = one_of("should were had")
"""Verbs that suppose where a clause begins with them: "should it rain"."""

_MODAL = one_of("would could might")
_MAY = _MODAL | one_of("can should were will ’d")
_RECKONED = one_of("cost pay need ask have require take save reach become mean fill make fetch be")
_ENDS = one_of("; : . ? !")
_BREAKS = _ENDS | one_of(", ( ) – —") | one_of("which who while whereas but")
_REACH = 9  # words before a number in which a verb governs it
_FAR = 14  # words of a condition


def is_supposed(place: Place) -> bool:
    """Whether a number is of a condition, or of what would follow from it."""
    words = place.passage.words
    before = words[: place.first][::-1]
    clause = list(takewhile(lambda word: word.word not in _BREAKS, before))
    sentence = list(takewhile(lambda word: word.word not in _ENDS, before))
    if _supposes(clause) and _may_be(words, place):
        return True
    at = next((i for i, word in enumerate(clause[:_REACH]) if word.word in _MODAL), -1)
    if at < 0:
        return False
    governed = clause[:at]
    return _is_conditional(sentence) or any(word.word in _RECKONED for word in governed[-2:])


def _supposes(clause: Sequence[Token]) -> bool:
    """Whether a clause, read backwards, begins by supposing something."""
    said = clause[:_FAR]
    if any(word.word in _SUPPOSING or word.word in _IF for word in said):
        return True
    return bool(clause) and clause[-1].word in _INVERTED and len(clause) > 1


def _is_conditional(sentence: Sequence[Token]) -> bool:
    """Whether what stands before, read backwards, supposes anything."""
    return any(word.word in _SUPPOSING | _IF for word in sentence) or (
        bool(sentence) and sentence[-1].word in _INVERTED
    )


def _may_be(words: Sequence[Token], place: Place) -> bool:
    """Whether the sentence says that it is no fact: "if 60% could be stopped"."""
    return any(word.word in _MAY or word.word in _SUPPOSING for word in words)
