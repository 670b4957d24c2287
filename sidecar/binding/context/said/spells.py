"""Numbers that tell of a stretch of time or a streak rather than of what is measured.

"Five of their last seven games", "four straight", "with three minutes left", "after 90 minutes".
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.words import STOP, Token, is_numeral
from sidecar.text.vocabulary import one_of

SPANS = frozenset({"s", "min", "h", "day", "week", "month", "quarter", "year"})
"""Units of time."""

_RECENT = one_of("last past previous next final first opening recent")
_PICKED = one_of("top bottom best worst largest biggest smallest highest lowest leading first last")
_NO_SUPERLATIVES = one_of("west forest interest rest guest request harvest test east cost")
_STREAK = one_of("straight consecutive successive running")
_THE = one_of("the those these all")
_LASTING = one_of("after within for over lasting lasted")
_THROUGH = one_of("in over during across through within for")
_LEFT = one_of("left remaining later earlier ago")
_BEFORE = one_of("before previously")
_OWN = one_of("its their his her the our of in over across")
_REACH = 8
_TERMS = one_of("notice contract lease warranty guarantee term deadline subscription loan licence")
_TO_COME = one_of("will shall i'll we'll it'll they'll i’ll we’ll it’ll they’ll")
_COMPOUND = 3  # tokens of "38-hour"
_MOST = 3  # words in brackets before how long something is


def is_spell(place: Place, symbol: str, *, measured: bool = False) -> bool:
    """Whether a number, in a unit, measures a stretch of time or a streak.

    Args:
        place: Where the number stands.
        symbol: Its unit.
        measured: Whether data tell such times of what is named: "the calls lasted 9 minutes".
    """
    words, spans = place.passage.words, symbol in SPANS
    before, after = words[: place.first], words[place.last : place.last + _REACH]
    lasting = _LASTING if spans and not measured else frozenset[str]()
    if before and before[-1].word in lasting | _RECENT:
        return True
    if spans and _is_gloss(before, after):
        return True
    if spans and len(before) > 1 and before[-1].word in _THE:
        return before[-2].word in _THROUGH  # "in those thirty days"
    if spans and (_is_described(place, after) or _is_term(before, after)):
        return True
    near = [word.word for word in after[:3] if word.word != "-"]
    ago = _LEFT | _BEFORE if spans and not measured else _LEFT
    if any(word in _STREAK for word in near[:1]) or any(word in ago for word in near[:2]):
        return True
    return "in a row" in " ".join(word.word for word in after[:5]) or _is_part(after)


def _is_described(place: Place, after: Sequence[Token]) -> bool:
    """Whether a time tells what sort of thing follows: "a 38-hour week", "the 7-day trial"."""
    words = place.passage.words
    if place.last - place.first < _COMPOUND or words[place.first + 1].word != "-":
        return False
    follows = bool(after) and after[0].word.isalpha() and after[0].word not in STOP
    return follows and not any(m.start <= place.last < m.end for m in place.passage.columns)


def _is_term(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether a time is one that was agreed, or is still to come: "a notice of 6 months"."""
    told = [word.word for word in before[-_REACH:]]
    if told[-1:] in (["in"], ["within"]) and any(
        word.word in _TO_COME for word in (*before[-_REACH:], *after)
    ):
        return True
    return told[-1:] in (["of"], ["is"], ["for"]) and not _TERMS.isdisjoint(told[-3:])


def _is_gloss(before: Sequence[Token], after: Sequence[Token]) -> bool:
    """Whether brackets tell how long something is: "so far (that is eleven months)"."""
    if not after or after[0].word != ")":
        return False
    opened = next((at for at, w in enumerate(reversed(before)) if w.word == "("), _MOST + 1)
    return opened <= _MOST and not any(is_numeral(w.word) for w in before[len(before) - opened :])


def is_picked(place: Place) -> bool:
    """Whether a number says how many the text itself picks: "the top five", "after four rounds"."""
    words = place.passage.words
    before = [word.word for word in words[max(0, place.first - 2) : place.first]]
    if before[-1:] == ["after"]:
        return place.head() != "" and not place.passage.words[place.first].word.endswith("%")
    if before[-1:] == ["the"] and _is_most(place.passage.words[place.last : place.last + 1]):
        return place.passage.words[place.first].word.isalpha()  # "the two biggest"
    return before[-1:] != [] and before[-1] in _PICKED


def _is_most(words: Sequence[Token]) -> bool:
    """Whether a superlative stands there."""
    return any(
        word.word in _PICKED or (word.word.endswith("est") and word.word not in _NO_SUPERLATIVES)
        for word in words
    )


def _is_part(after: Sequence[Token]) -> bool:
    """Whether "of their last seven" follows."""
    for at, word in enumerate(after):
        if word.word in _RECENT:
            following = after[at + 1].word if at + 1 < len(after) else ""
            return at > 0 and after[at - 1].word in _OWN and is_numeral(following)
        if word.word in ",;.(":
            break
    return False
