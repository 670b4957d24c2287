"""Whether the words at a number make it the distance of two values: "12 more than", "a gap of 12".

Only what stands at the number itself counts, so that it outweighs what is named: "its 27 cranes to
our 23" tells cells, "4 cranes fewer" tells none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said import losses
from sidecar.binding.language import moves
from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.text.vocabulary import one_of

GAPS = one_of(
    "difference gap margin lead spread distance gulf swing shortfall surplus deficit advantage "
    "excess overrun overspend underspend cushion headroom turnaround variance differential "
    "disparity edge deviation slippage"
)
"""Nouns of what lies between two values, wherever they stand before a number in its clause."""

_TURNS = one_of(
    "increase decrease rise fall drop decline improvement reduction jump growth change addition "
    "advance dip climb slump deterioration rebound recovery uptick downturn turnaround contraction "
    "expansion"
)
_STEPS = frozenset(map(stem, _TURNS | {"gain", "loss"}))  # a loss of 12 may be a value as well
"""Nouns of a movement: of the same, where they lead to the number at once."""

_JOINTS = one_of("of is was were at by = came comes amounts amounted to put a an only just the")
_FROM = frozenset({"from"})
_MORE = one_of(
    "more fewer less ahead behind above below beyond better worse up down apart extra additional "
    "adverse favourable favorable unfavourable unfavorable adrift"
)
_MORE_OF = one_of("clear short shy")
_ENDING = one_of(
    "bigger larger higher stronger longer heavier faster quicker dearer smaller lower weaker "
    "shorter lighter slower cheaper clear short shy light under over"
)
"""What compares a number with something stated before, where nothing follows: "is 9 bigger"."""
_THEN = one_of("in between since on at by from during despite compared year")
_OPENING = one_of("a an the its their his her this that")
_MUCH = one_of("many few much little long short high low late early")
_PAST = one_of("over under off past")
_AIMS = one_of("budget plan target forecast quota schedule standard norm limit on")
_PAIRS = {**dict.fromkeys(_PAST, _AIMS), "too": _MUCH, "still": one_of("to")}
"""What compares by two words: "9 too many", "9 over budget", "9 still to come"."""

_NOT = one_of("or and from than are is were was")
_NO_COMPARATIVES = one_of(
    "other another over under after number member customer quarter winter summer order her per "
    "former latter whether either neither rather together offer water power paper border river"
)
_NO_SUPERLATIVES = one_of("forest harvest interest request guest contest latest west rest test")
_HEDGES = one_of(
    "about around approximately roughly nearly almost some just over under only another a an the "
    "full mere further more than $ € £"
)
_AGAIN = one_of("another further")
_CUTS = one_of(". ; ( ) , while whereas but")
_MOVES = frozenset({Direction.UP_BY, Direction.DOWN_BY})
_SIGNS, _HYPHENS = one_of("$ € £"), one_of("- –")
_OPENED, _NOUN = 3, 4  # words from an article to its number, and from there to the noun
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_AFTER, _BEFORE = 4, 14
_THAN = "than"
_BEHIND = 2  # words from "more" to another number
_FURTHER = 10  # words from a number to "than"


def tells_distance(place: Place, number: Number, *, compared: bool) -> bool:
    """Whether a number is plainly stated as a difference or change.

    Args:
        place: Where it stands.
        number: The number.
        compared: Whether words near it ask for a comparison, so that "by" tells by how much.
    """
    relative = number.unit is Unit.PERCENT or number.form is Form.MULTIPLE
    measured = not relative and (number.unit is not Unit.COUNT or bool(number.symbol))
    signed = number.sign and not losses.may_have(number.sign, place)
    if signed or (relative and number.direction in _MOVES):
        return True
    if number.sign < 0 and losses.is_lost(place):
        return False  # a result below nothing
    words = place.passage.words
    subject = not place.first and number.form is Form.WORDS  # "Three gave less than in 2023"
    after = words[place.last : place.last + (1 if subject else _FURTHER)]
    named = place.passage.naming | {
        at for at in place.passage.labelled if words[at].word in GAPS or words[at].stem in _STEPS
    }  # "wage change" as the name of a row; other names part "led by Ash's 12" from "led by 12"
    move = moves.before(words, place.first)  # "the gap narrowed from 12 in May to 9"
    first = place.first if move is None else move.start + 1
    reach = range(max(0, first - _BEFORE), first)
    before = [words[at] for at in reach if at not in named or words[at].word in _JOINTS]
    gaps = number.symbol != "%"  # a margin of 16% is a share
    if _is_compared(after) or _is_led(before, compared=compared or measured, gaps=gaps):
        return True
    return _is_opened(before) and _is_of_gap(after)


def has_both_ends(passage: Passage) -> bool:
    """Whether a sentence has two superlatives: "between the tightest market and the slackest"."""
    told = (
        a.word == "the" and b.word.endswith("est") and b.word not in _NO_SUPERLATIVES
        for a, b in pairwise(passage.words)
    )
    return sum(told) > 1


def _is_compared(after: Sequence[Token]) -> bool:
    """Whether what follows a number compares: "12 more than", "12 points clear of"."""
    told = [w.word for w in takewhile(lambda w: w.word[0].isalnum() or w.word in "%-–", after)]
    for at, word in enumerate(told[:_AFTER]):
        following = "".join(told[at + 1 : at + 2])
        if is_numeral(word) or word in _NOT or following == "to":
            return False  # "12 up to June"
        then = word.endswith("er") or word in _MORE_OF  # "12 short in June"
        ends = at + 1 == len(told) or (following in _THEN and then)
        if following in _PAIRS.get(word, ()) or (word in _ENDING and ends):
            return True
        if word in _MORE or (word in _MORE_OF and following == "of"):
            behind = told[at + 1 : at + 1 + _BEHIND]
            return not any(map(_is_amount, behind))  # "three have more than twenty"
        if _is_comparative(word) and _THAN in takewhile(_is_no_amount, told[at + 1 :]):
            return True  # "12 higher in the north than in the south"
    return False


def _is_amount(word: str) -> bool:
    """Whether a word is a number other than a year: "12 more than in 2023"."""
    return is_numeral(word) and _YEAR.fullmatch(word) is None


def _is_no_amount(word: str) -> bool:
    return not _is_amount(word)


def _is_opened(before: Sequence[Token]) -> bool:
    """Whether a number stands in front of a noun: "a 12", "its narrow 12"."""
    words = [word.word for word in before[-_OPENED:] if word.word not in _SIGNS]
    return any(word in _OPENING for word in words)


def _is_of_gap(after: Sequence[Token]) -> bool:
    """Whether the noun that a number stands in front of is a gap: "12-point cushion"."""
    nouns = takewhile(lambda w: w.word[0].isalpha() or w.word in _HYPHENS, after)
    return any(w.word in GAPS or w.word in _TURNS for w in list(nouns)[:_NOUN])


def _is_comparative(word: str) -> bool:
    return word.endswith("er") and len(word) > 4 and word not in _NO_COMPARATIVES


def _is_led(before: Sequence[Token], *, compared: bool, gaps: bool) -> bool:
    """Whether what leads to a number says so: "a gap of 12", "lags by 12"."""
    words = list(before)
    while words and words[-1].word in _HEDGES:
        compared = compared or words[-1].word in _AGAIN
        words.pop()
    if compared and words and words[-1].word == "by":
        return True
    clause = list(takewhile(lambda w: not (w.word in _CUTS or is_numeral(w.word)), words[::-1]))
    if not clause or clause[0].word not in _JOINTS | _FROM:
        return False
    if gaps and any(word.word in GAPS for word in clause):
        return True
    if clause[0].word in _FROM:
        return False
    led = list(takewhile(lambda w: w.word in _JOINTS, clause))
    to = any(word.word == "to" for word in led) and not any(w.stem == "come" for w in led)
    return not to and len(led) < len(clause) and clause[len(led)].stem in _STEPS
