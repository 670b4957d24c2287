"""Numbers that are only supposed: "if we added 3 vans", "it would then cost €1,064".

A sentence may suppose in one clause and tell in the next: "should rents rise by 3%, a flat would
cost €900; today it costs €870".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language import verbs
from sidecar.binding.language.words import Token
from sidecar.text.vocabulary import one_of

_SUPPOSING = one_of("suppose supposing assume assuming imagine imagining presuming")
_IF = one_of("if unless")
_INVERTED = one_of("should were")
"""Verbs that suppose where a clause begins with them: "should it rain"."""

_ASKING = one_of("mean meant want wanted ask asked refer referred wonder wondered prefer")
_MODAL = one_of("would could might")
_MAY = _MODAL | one_of("can should were will")
_PROPOSING = one_of("recommend suggest propose advise estimate anticipate expect")
_ADVISING = _PROPOSING | one_of("should must ought need")
_ORDERS = one_of("raise reduce lower add hire try keep limit aim increase consider target spend")
_ADDING = one_of("with without at by given under")
_MORE = one_of("more fewer less extra further another additional growth higher lower")
_CHOICES = one_of("option alternative scenario")
_EXAMPLES, _SAY = one_of("forexample forinstance eg"), "say"
_TELLING = one_of("example instance e say to") | (
    _ADVISING | _ORDERS | _SUPPOSING | _IF | _INVERTED | _MODAL | _CHOICES
)
_RECKONED = one_of("cost pay need ask have require take save reach become mean fill make fetch be")
_THE = one_of("the these those its their his her our your my")
_NOW = one_of("from current present existing")
_NOTING = one_of("note know see notice remember forget mention report say seem appear recall")
_SPEAKER = one_of("i we you they")
_ENDS = one_of("; . ? ! which who while whereas but instead today now currently")
_BREAKS = _ENDS | one_of(": , ( ) – — that")
_REACH = 9  # words before a number in which a verb governs it
_FAR = 14  # words of a condition
_BESIDE = 2


def is_supposed(place: Place) -> bool:
    """Whether a number is of a condition, or of what would follow from it."""
    if not place.passage.once(_may_suppose):
        return False
    words = place.passage.words
    before = words[: place.first][::-1]
    clause = list(takewhile(lambda word: word.word not in _BREAKS, before))
    sentence = list(takewhile(lambda word: word.word not in _ENDS, before))
    told = _is_told(clause) or any(word.word in _NOTING for word in clause[:_REACH])
    asked = len(clause) < len(sentence) and (told or _asks(sentence, clause))
    if _is_coming(clause) or (_opens(sentence) and not asked):
        return True
    if _has_if(clause[:_FAR]) and any(word.word in _MAY for word in words):
        return all(word.word not in _NOW for word in clause[:1])
    if told:
        return False
    if _is_example(sentence, place):
        return True
    return not _is_known(clause, place) and (
        _is_advised(clause)
        or _is_added(sentence, place)
        or _is_reckoned(clause, sentence)
        or _is_choice(clause, place)
    )


def _is_told(clause: Sequence[Token]) -> bool:
    """Whether a clause, read backwards, tells a fact: nothing that supposes is nearer."""
    at = next((i for i, word in enumerate(clause) if verbs.is_told(word.word)), -1)
    if at < 0:
        return False
    near = {word.word for word in clause[: at + 1 + _BESIDE]}  # "would have sold", "we need is"
    return near.isdisjoint(_MODAL | _ADVISING)


def _is_known(clause: Sequence[Token], place: Place) -> bool:
    """Whether a number is one that there is: "look into the 5.6%", "cut it from 9"."""
    last = clause[0].word if clause else ""
    if last == "with" and len(clause) > 1:
        passage, at = place.passage, place.first - 2
        return at in passage.labelled or any(m.start <= at < m.end for m in passage.periods)
    return last in _THE | _NOW or last.endswith(("'s", "’s", "s'", "s’"))


def _asks(sentence: Sequence[Token], clause: Sequence[Token]) -> bool:
    """Whether only what is asked is supposed: "assuming you mean May, it is 1,688"."""
    asking = any(word.word in _ASKING for word in sentence[-_REACH:])
    return asking and all(word.word not in _MAY for word in clause)


def _is_reckoned(clause: Sequence[Token], sentence: Sequence[Token]) -> bool:
    """Whether a number is what something would come to."""
    at = next((i for i, word in enumerate(clause[:_REACH]) if word.word in _MODAL), -1)
    if at < 0:
        return False
    return _has_if(sentence) or any(w.word in _RECKONED for w in clause[max(0, at - _BESIDE) : at])


def _is_coming(clause: Sequence[Token]) -> bool:
    """Whether a number is only to be reached: "output is to exceed 2"."""
    near = [word.word for word in clause[: _BESIDE + 2]][1:]
    return any(to == "to" and verb in ("is", "are") for to, verb in pairwise(near))


def _is_choice(clause: Sequence[Token], place: Place) -> bool:
    """Whether a clause, read backwards, tells of a choice that there is: "option 2 costs 9"."""
    told = [word for word in clause[-_BESIDE:] if word.word in _CHOICES]
    return any(
        all(word.stem not in known.label_names for known in place.passage.catalogs) for word in told
    ) and not any(word.word in _CHOICES for word in clause[:1])


def _is_advised(clause: Sequence[Token]) -> bool:
    """Whether a clause, read backwards, advises: "raise prices by 5%", "you should hire 2"."""
    for word, before in zip(clause[:_REACH], [*clause[1:], None], strict=False):
        if word.word in _PROPOSING and before is not None and before.word not in _SPEAKER | _MODAL:
            continue  # "the data suggest"
        if word.word in _ADVISING:
            return True
    first, second = clause[-1:], clause[-2:-1]
    return any(word.word in _ORDERS for word in first) and all(w.word != "of" for w in second)


def _is_added(sentence: Sequence[Token], place: Place) -> bool:
    """Whether something is only thought of as added: "with 2 more waiters we could open"."""
    words = place.passage.words
    after = words[place.last :]
    added = any(word.word in _ADDING for word in sentence[-1:]) and any(
        word.word in _MORE for word in (*sentence[:_BESIDE], *after[:_BESIDE])
    )
    return added and any(word.word in _MODAL for word in after)


def _is_example(sentence: Sequence[Token], place: Place) -> bool:
    """Whether a sentence, read backwards, gives an example and names no row: "say a shop has 9"."""
    first = "".join(word.word for word in sentence[:-3:-1])
    told = first in _EXAMPLES or first.startswith(_SAY)
    return told and not (place.passage.labelled or place.passage.periods)


def _may_suppose(passage: Passage) -> bool:
    """Whether a sentence has any word of a supposition."""
    return any(word.word in _TELLING for word in passage.words)


def _opens(sentence: Sequence[Token]) -> bool:
    """Whether a sentence, read backwards, begins by supposing something: "should it rain, ..."."""
    first, second = sentence[-1:], sentence[-2:-1]
    told = any(word.word in _SUPPOSING for word in first)
    return told or any(
        word.word in _INVERTED and next_.word.isalpha()
        for word, next_ in zip(first, second, strict=False)
    )


def _has_if(words: Sequence[Token]) -> bool:
    return any(word.word in _IF or word.word in _SUPPOSING for word in words)
