"""Whether words name what a number counts: as its noun, or as a verb that tells its fate."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import JOINTS, Stretch, end_of_pair, opens_whole
from sidecar.binding.language.words import STOP, Token, is_numeral, stem
from sidecar.text.vocabulary import one_of

_AUXILIARIES = one_of(
    "was were is are be been being has have had got get did arrived came went left ran stayed "
    "remained"
)
_SMALL = one_of("on in off out as")
_SCALES = one_of("thousand million billion trillion k m bn mn")
_JOINED = one_of("and but while , ; (")
_REACH = 8  # words from a number to what became of what it counts
_WHOM = [["them"], ["which"], ["whom"], ["these"], ["those"]]
_PAST = one_of("sold lent spent paid won lost left made built born held drawn met kept sent gave")
_BOUNDS = one_of(
    "more fewer less than at least most over under about around nearly only just up to"
)
_THAN = one_of("more fewer less extra additional")
_OPENS = 9  # words in which a whole is stated that opens a sentence
_HEAD_GAP = 2  # words between a number and the noun that it counts
_CUTS = one_of(
    ", ; ( ) . and with to from on while but under amid despite than against versus vs compared"
)
_RATE_GAP = 3
_PERCENT = frozenset({"percent", "%"})
_SEVERAL = one_of("several multiple numerous many various some different")
"""Words that tell of more than one thing without saying how many."""

_OF = frozenset({"from", "of", "on"})


_OF_TABLES = frozenset(map(stem, one_of("row record entry")))
ROWS = _OF_TABLES | frozenset(map(stem, one_of("item line observation result")))
"""What rows are called, whatever they are of."""

_TABLES = frozenset(map(stem, one_of("table list query data dataset output returned found")))


def is_counted(place: Place, mention: Stretch) -> bool:
    """Whether words name what the number counts: right after it or its pair, or in it.

    Or tell as a verb what became of that: "refused 2,075 applications", "18 of them were refused".
    """
    words, start = place.passage.words, mention.start
    if start < place.last:
        return _is_led_by(place, mention)
    last = end_of_pair(words, place.last)
    if _is_whole(words, place.first) and (
        not words[start].word.endswith("s")
        or any(word.word in _AUXILIARIES for word in words[start : mention.end])
    ):
        return False  # "35 of 36 beds are occupied"
    if _is_verb(words[start].word) and _leads_to_verb(words[place.last : start]):
        return True
    if start < last:
        return False
    rate = last > place.last or _is_second(words, place.first)
    rate = rate or any(w.word in _PERCENT for w in words[place.first : place.last])
    between = words[last:start]
    if len(between) > (_RATE_GAP if rate else _HEAD_GAP):
        return False
    cuts = _CUTS - _OF if rate else _CUTS  # "38 percent from the field", "7-of-10 from the field"
    return not any(w.word in cuts or w.word[0].isdigit() for w in between)


def _is_led_by(place: Place, mention: Stretch) -> bool:
    """Whether words in or before a number name what it counts: "won 310 customers"."""
    words, start = place.passage.words, mention.start
    if [word.word for word in words[mention.end : mention.end + 1]] == ["/"]:
        return False  # "96 km/h"
    until = start + 1 if mention.end > place.last else mention.end
    bound = all(word.word in _BOUNDS for word in words[until : place.first])
    before = until <= place.first and bound and _is_verb(words[start].word)
    than = _THAN.intersection(w.word for w in words[place.last : place.last + 1])
    return place.first <= start or (before and not than)  # "refused 18 more than Coast"


def tells_fate(place: Place, mention: Stretch) -> bool:
    """Whether words say which of the things that a number counts are intended, or what they became.

    "lost 12 parcels", "4,527 shipments were on time", "83 arrived late": neither is all of them.
    """
    words, start = place.passage.words, mention.start
    if start < place.last:
        return mention.end <= place.first and is_counted(place, mention)
    after = [word.word for word in words[mention.end : mention.end + 2]]
    if any(map(is_numeral, after[:1] if _JOINED.intersection(after[:1]) else after)):
        return False  # it has a number of its own
    paired = end_of_pair(words, place.last) > place.last
    far = start > place.last + _REACH or not words[start].word[0].isalpha()
    if paired or far or _is_whole(words, place.first):
        return False
    between = words[place.last : start]
    while between and between[-1].word in _SMALL:
        between = between[:-1]
    unit = words[place.last - 1].word if place.last > place.first + 1 else ""
    measured = unit.isalpha() and unit not in _SCALES  # "drove 33,920 km empty"
    return (bool(between) or measured) and _leads_to_verb(between)


def is_of_whole(place: Place, mention: Stretch) -> bool:
    """Whether words name the whole that a number is a part of: "of the 412 orders, 57 failed"."""
    first, last = place.passage.once(_opening)
    return first <= mention.start < last <= place.first


def _opening(passage: Passage) -> tuple[int, int]:
    """From where to where a whole is named that opens a sentence; nowhere where none is."""
    words = passage.words[:_OPENS]
    comma = next((at for at, word in enumerate(words) if word.word == ","), 0)
    numerals = (at for at in range(comma) if words[at].word[0].isdigit())
    first = next((at for at in numerals if opens_whole(words, at)), comma)
    return first, comma


def is_part(place: Place) -> bool:
    """Whether a number is stated as a part of another one: "four of the seven"."""
    after = [word.word for word in place.passage.words[place.last :][:3]]
    return after[:1] == ["of"] and any(map(is_numeral, after[1:]))


def is_one_of_several(place: Place, start: int) -> bool:
    """Whether a number takes up what words of its sentence tell several of.

    "Several strikes hit the ports, with Genoa seeing five walkouts and Bari three."

    Args:
        place: The number's.
        start: Where those words begin in the text; negative where they stand elsewhere.
    """
    if start < 0:
        return False
    at = place.passage.at(start)
    told = any(word.word in _SEVERAL for word in place.passage.words[max(0, at - 2) : at])
    return told and at < place.first and not _lists_digits(place)


def _lists_digits(place: Place) -> bool:
    """Whether a number is one of a list of figures that say what things are called: "1, 3, 5"."""
    words, first, last = place.passage.words, place.first, place.last
    before, after = words[max(0, first - 2) : first], words[last : last + 2]
    beside = [[w.word for w in before[::-1]], [w.word for w in after]]
    return any(len(near) > 1 and near[0] == "," and near[1].isdigit() for near in beside)


def _is_verb(word: str) -> bool:
    """Whether a word tells what was done."""
    return word in _PAST or (word.endswith("ed") and len(word) > len("need"))


def _leads_to_verb(between: Sequence[Token]) -> bool:
    """Whether a number's noun is the subject of what follows: "applications have been refused"."""
    said = [word.word for word in between]
    while said and said[-1] in _AUXILIARIES:
        said.pop()
    nouns = said[2:] if said[:1] == ["of"] and said[1:2] in _WHOM else said
    return len(nouns) <= _HEAD_GAP and all(w[0].isalpha() and w not in STOP for w in nouns)


def _is_whole(words: Sequence[Token], first: int) -> bool:
    """Whether a number is what another one is a part of: of "8 of 22 late" only 8 are late."""
    return first > 1 and words[first - 1].word == "of" and words[first - 2].word[0].isdigit()


def _is_second(words: Sequence[Token], first: int) -> bool:
    """Whether a number is the second one of a pair."""
    at = first
    while at > 0 and words[at - 1].word in JOINTS:
        at -= 1
    return 0 < at < first and words[at - 1].word[0].isdigit()


def are_rows(place: Place, noun: str) -> bool:
    """Whether a noun stands for the rows of a table, by itself or by what is attributed to them."""
    return noun in _OF_TABLES or (noun in ROWS and not _TABLES.isdisjoint(place.passage.stems))
