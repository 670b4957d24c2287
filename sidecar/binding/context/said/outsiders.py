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
            "economists experts consultants union "
            "inflation vat gdp loan mortgage discount interest"
        ),
    )
)
_ABSENT = ("not in the data", "not in the table", "not in the sheet", "isn't in the data")
_PHRASES = ("across europe", "in europe", "the whole country", "rule of thumb")
_TELLING = _OTHERS | set(map(stem, one_of("europe country thumb data table sheet")))
_ENDS = one_of("; : . ( ) but while whereas")
_HAS = one_of("costs cost weighs lasts measures holds carries takes")
_OPENING = one_of(". , ; : ( and but")
_SUBJECT, _OBJECT = 7, 3  # words from a thing to the number, and from the verb to it
_OURS = one_of("our we us ours here")


def is_of_others(place: Place) -> bool:
    """Whether the clause of a number tells of others, and of nothing that a table names."""
    if _TELLING.isdisjoint(place.passage.stems):
        return False
    words = place.passage.words
    if any(phrase in place.passage.string for phrase in _ABSENT):
        return True
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


def is_generic(place: Place) -> bool:
    """Whether a number tells of any such thing, of which no table is: "a coffee costs €3.20"."""
    begin = max(0, place.first - _SUBJECT)
    before = place.passage.words[begin : place.first]
    if not place.passage.labelled.isdisjoint(range(begin, place.first)):
        return False
    verb = next((at for at in reversed(range(len(before))) if before[at].word in _HAS), -1)
    if verb < 1 or len(before) - verb > _OBJECT:
        return False
    start = next((at for at in range(verb) if before[at].word in ("a", "an")), -1)
    noun = {word.stem for word in before[start + 1 : verb]}
    opens = start == 0 or (start > 0 and before[start - 1].word in _OPENING)
    return opens and bool(noun) and not _is_known(noun, place)


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
