"""Bounds of definitions: "counts as large from 15 staff", "green = 90% and above", "all over 5%".

They tell what is called what, and nothing of the data.
"""

from __future__ import annotations

from itertools import dropwhile, pairwise, takewhile

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language import verbs
from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.model.number import Number, Qualifier
from sidecar.text.vocabulary import one_of

_DEFINES = frozenset(
    map(
        stem,
        one_of(
            "define defines defined definition classify classified classed qualify qualifies deem "
            "deemed regard regarded considered called calls termed labelled labeled"
        ),
    )
)
_COUNTS = one_of("count counts counted")
_ANYTHING = one_of("anything anyone anybody everything everyone everybody whoever whatever nothing")
_WITH = one_of("with at least most more less than over above under below from of having")
_FROM = one_of("from until")
_CUTS = one_of("; : , . ! ? ( )")
_BOUNDS = frozenset({Qualifier.OVER, Qualifier.UNDER, Qualifier.AT_LEAST, Qualifier.AT_MOST})
_REACH = 12


def is_defining(place: Place, number: Number) -> bool:
    """Whether a number bounds what something is called."""
    words = place.passage.words
    before = words[max(0, place.first - _REACH) : place.first][::-1]
    clause = list(takewhile(lambda word: word.word not in _CUTS, before))
    bound = number.qualifier in _BOUNDS or (bool(clause) and clause[0].word in _FROM)
    if not bound or any(is_numeral(word.word) for word in clause):
        return False
    if any(at in place.passage.labelled for at in range(place.first - len(clause), place.first)):
        return False
    return _is_called(clause) or _is_key(clause)


def _is_called(clause: list[Token]) -> bool:
    """Whether a clause, read backwards, says what something is called, or takes anything.

    What something did after it is a fact: "is considered busy and sold over 900".
    """
    rest = [word.word for word in dropwhile(lambda word: word.word in _WITH, clause)]
    if not _ANYTHING.isdisjoint(rest[:1]):
        return True
    at = next((at for at, word in enumerate(clause) if word.stem in _DEFINES), -1)
    if at >= 0:
        return not any(verbs.is_told(word.word) for word in clause[:at])
    said = [word.word for word in clause[::-1]]
    return any(a in _COUNTS and b == "as" for a, b in pairwise(said))


def _is_key(clause: list[Token]) -> bool:
    """Whether a key says what a word stands for: "green = 90% and above", "red = below 80%"."""
    said = [word.word for word in clause if word.word not in ("above", "over", "below", "under")]
    return len(said) > 1 and said[0] == "=" and said[1].isalpha()
