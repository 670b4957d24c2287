"""Whether a number is stated as what several things come to: "between them", "A + B = 12"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages.place import WHOLE, Place
from sidecar.binding.context.passages.source import opens_whole
from sidecar.binding.context.passages.wholes import stretches
from sidecar.binding.language.lists import lists
from sidecar.binding.language.words import is_numeral
from sidecar.text.vocabulary import one_of

_COMES = one_of("came comes come amounts amount amounted added adds")
_TOGETHER = frozenset({
    ("between", "them"), ("among", "them"), ("between", "us"), ("all", "told"), ("all", "in"),
    ("in", "complete"), ("in", "sum"), ("taken", "together"), ("put", "together"),
})  # fmt: skip
_PLACING, _LEADING = one_of("in at from by"), 4  # words between a number and a list of names
_JOINTLY = one_of("together combined jointly")
_ALL = one_of("the all our its")
_BESIDE = 2  # words between a list of names and what puts them together
_NEAR = 5  # words between a number and what says that it is of all
_VERB = 3  # words between a list in brackets and its total
_CUTS = frozenset({",", ";", ".", "(", "and"})
_EQUALS = one_of("= makes make equals")
_PLUS = one_of("+ plus")


def is_total(place: Place) -> bool:
    """Whether the words at a number say that it is a sum."""
    before, labelled = place.first - 1, place.passage.labelled
    if before > 0 and place.passage.words[before].word == ":":
        before -= 1  # "Network: 7.25 million"
    if place.first and place.passage.words[before].stem in WHOLE and before not in labelled:
        return True  # "the world's 6.25 billion"
    told = _sums_up(place) or _is_together(place) or _is_added(place) or _is_over_time(place)
    told = told or is_base(place) or _is_of_list(place) or _leads_to_list(place)
    return told or (_comes_to(place) and not place.has_subject)


def _is_together(place: Place) -> bool:
    """Whether it is attributed to several: "they have 50 between them", "jan had 4,638 all in"."""
    said = [word.word for word in place.passage.words]
    near = (said[max(0, place.first - _NEAR) : place.first], said[place.last : place.last + _NEAR])
    return any(map(_holds, near))


def _holds(words: Sequence[str]) -> bool:
    """Whether words say so with no number before them."""
    ahead = takewhile(lambda pair: not pair[0][0].isdigit(), pairwise(words))
    return not _TOGETHER.isdisjoint(ahead)


def _is_of_list(place: Place) -> bool:
    """Whether names were put together that it belongs to: "Together, A and B paid 9 and earned 12".

    Every number is, until another name follows.
    """
    words, labelled = place.passage.words, place.passage.labelled
    spans = {(m.start, m.end) for _, m in place.passage.labels if m.end <= place.first}
    for listed in lists(words, spans) if len(spans) > 1 else ():
        start, end = listed[0][0], listed[-1][1]
        near = [w.word for w in (*words[max(0, start - _BESIDE) : start], *words[end:][:_BESIDE])]
        jointly = not _JOINTLY.isdisjoint(near) or _holds(near[-_BESIDE:]) or _is_part(place)
        if len(listed) > 1 and jointly and labelled.isdisjoint(range(end, place.first)):
            return True
    return False


def _is_part(place: Place) -> bool:
    """Whether the number of all follows: "A and B have 38 of the 66 posts"."""
    after = [word.word for word in place.passage.words[place.last : place.last + _BESIDE + 1]]
    base = [word for word in after[1:] if word not in _ALL]
    return after[:1] == ["of"] and any(map(is_numeral, base[:1]))


def _leads_to_list(place: Place) -> bool:
    """Whether a list of names follows that one number belongs to: "of which 53 in A and B"."""
    words, labels = place.passage.words, place.passage.labels
    spans = {(m.start, m.end) for _, m in labels if m.start >= place.last}
    first = min(spans, default=(len(words), 0))[0]
    between = words[place.last : first]
    if not 0 < len(between) <= _LEADING or _PLACING.isdisjoint(w.word for w in between[-2:]):
        return False
    alone = not any(is_numeral(w.word) for w in (*between, *words[max(0, place.first - 2) :][:2]))
    named = next(lists(words, spans), [])
    return alone and len(named) > 1 and "respectively" not in place.passage.stems


def _is_over_time(place: Place) -> bool:
    """Whether it belongs to a stretch of time: "755 in six months", "over the nine months 12"."""
    return any(
        0 <= stretch.start - place.last < _VERB or 0 <= place.first - stretch.end < _VERB
        for stretch in place.passage.once(stretches)
    )


def _is_added(place: Place) -> bool:
    """Whether names are added up to it: "North + South = 12"."""
    words = place.passage.words[: place.first]
    if not words or words[-1].word not in _EQUALS:
        return False
    named = [m.mention for m in place.passage.labels if m.mention.end <= place.first]
    first, last = min((m.end for m in named), default=0), max((m.start for m in named), default=0)
    return any(word.word in _PLUS for word in words[first:last])


def _comes_to(place: Place) -> bool:
    """Whether a number is what something comes to: "rent came to 109 thousand"."""
    words = [word.word for word in place.passage.words[max(0, place.first - 2) : place.first]]
    return words[-1:] == ["to"] and words[0] in _COMES


def _sums_up(place: Place) -> bool:
    """Whether it is a sum: "Fruit (apples, pears): 12", "of the 213 tasks", "4 of our 25 vans"."""
    words = place.passage.words
    before = [word.word for word in words[max(0, place.first - _NEAR) : place.first]]
    if before[-2:] == ["of", "the"] or _is_whole(before) or opens_whole(words, place.first):
        return True
    near = reversed(range(max(0, place.first - _VERB - 1), place.first))
    close = next((at for at in near if words[at].word == ")"), -1)
    if close < 0 or any(word.word in _CUTS for word in words[close + 1 : place.first]):
        return False
    begin = next((at for at in reversed(range(close)) if words[at].word == "("), close)
    named = {m.mention.start for m in place.passage.labels if begin < m.mention.start < close}
    return len(named) > 1


def is_base(place: Place) -> bool:
    """Whether another number is stated right before as a part of it: "21 of the 66 staff"."""
    before = [word.word for word in place.passage.words[max(0, place.first - _NEAR) : place.first]]
    while before and before[-1] in _ALL:
        before.pop()
    if before[-_BESIDE:-1] and before[-_BESIDE].isalpha() and not is_numeral(before[-_BESIDE]):
        del before[-_BESIDE]  # "12 vans of the 30"
    return before[-1:] == ["of"] and any(map(is_numeral, before[-_BESIDE:]))


def _is_whole(before: Sequence[str]) -> bool:
    """Whether another number is stated as a part of it: "9 of the operator's 25 vans"."""
    at = next((at for at in reversed(range(len(before))) if before[at] == "of"), 0)
    owner = before[at + 1 :]
    return at > 0 and is_numeral(before[at - 1]) and bool(owner) and not _CUTS & set(owner)
