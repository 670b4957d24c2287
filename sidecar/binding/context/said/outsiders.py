"""Numbers of others than those whom the data are about: benchmarks, ministries, whole industries.

"The industry averages 12%", "nationally a call costs €512", "according to the ministry".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from sidecar.binding.context.language.words import Token, stem
from sidecar.binding.context.passages.place import Place
from sidecar.text.vocabulary import one_of

_OTHERS = frozenset(
    map(
        stem,
        one_of(
            "nationally internationally globally elsewhere benchmark industry ministry association "
            "regulator competitor competitors rival rivals literature textbook consensus analysts "
            "gartner eurostat rule law act statute regulation code directive "
            "economists experts consultants union"
        ),
    )
)
_PHRASES = ("across europe", "in europe", "the whole country", "rule of thumb")
_TELLING = _OTHERS | set(map(stem, one_of("europe country thumb")))
_ENDS = one_of("; : . ( ) but while whereas")
_OURS = one_of("our we us ours here")


def is_of_others(place: Place) -> bool:
    """Whether the clause of a number tells of others, and of nothing that a table names."""
    if _TELLING.isdisjoint(place.passage.stems):
        return False
    words = place.passage.words
    clause = _clause(words, place)
    told = {words[at].stem for at in clause}
    string = " ".join(words[at].word for at in clause)
    if _OTHERS.isdisjoint(told) and not any(phrase in string for phrase in _PHRASES):
        return False
    if any(words[at].word in _OURS and words[at + 1].stem not in _OTHERS for at in clause[:-1]):
        return False
    if _is_known(told & _OTHERS, place):
        return False
    return not any(at in place.passage.labelled for at in clause)


def _clause(words: Sequence[Token], place: Place) -> range:
    """The tokens around a number, up to where another clause begins."""
    before = list(takewhile(lambda word: word.word not in _ENDS, words[: place.first][::-1]))
    after = list(takewhile(lambda word: word.word not in _ENDS, words[place.last :]))
    return range(place.first - len(before), place.last + len(after))


def _is_known(told: set[str], place: Place) -> bool:
    """Whether a table is about those very others."""
    return any(
        not known.title.isdisjoint(told)
        or not known.label_words.isdisjoint(told)
        or not known.label_names.isdisjoint(told)
        or any(not told.isdisjoint(phrase.words) for c in known.columns for phrase in c.phrases)
        for known in place.passage.catalogs
    )
