"""Words around a number that hedge it or give it a direction.

What a word does is in tables; the compiled pass (``hedged``) reads the same ones. A hedge stands
right before its number: one that a bracket or a comma parts from it ("takes over (4,125 trips)")
belongs to what was said before, and so does the second half of a verb ("turned over 1,200").
"""

from __future__ import annotations

import re

from sidecar.model.number import Direction, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_REACH = 56  # code points before a number that are looked at
_CLAUSE_ENDS = ".;:!?"
_PARTING = frozenset("([,")  # between a hedge and a number that it does not belong to
_PARAGRAPH = re.compile(r"\n[\s()\[\],\"'*_]*\n")
# Marks that are no part of a word, and signs that are words.
_SPACED = str.maketrans(
    dict.fromkeys("()[],\"'“”*_", " ") | {mark: f" {mark} " for mark in "~≈<>≥≤"}
)
DEFINITE = "the"
ARTICLES = ("a", "an", DEFINITE)
TARGETS = ("to", "at")
APART = ("from", "between", "than", "in", "with")
NEGATIONS = ("no", "not")

_Q = Qualifier
ONE_WORD = {
    "about": _Q.ABOUT, "around": _Q.ABOUT, "roughly": _Q.ABOUT, "approximately": _Q.ABOUT,
    "approx": _Q.ABOUT, "approx.": _Q.ABOUT, "some": _Q.ABOUT, "circa": _Q.ABOUT, "ca.": _Q.ABOUT,
    "c.": _Q.ABOUT, "near": _Q.CLOSE_TO, "estimated": _Q.ABOUT, "~": _Q.ABOUT, "≈": _Q.ABOUT,
    "over": _Q.OVER, "above": _Q.OVER, "exceeding": _Q.OVER, "exceeded": _Q.OVER,
    "exceeds": _Q.OVER, "exceed": _Q.OVER, "surpassing": _Q.OVER, "surpassed": _Q.OVER,
    "surpass": _Q.OVER, ">": _Q.OVER, "≥": _Q.AT_LEAST,
    "under": _Q.UNDER, "below": _Q.UNDER, "<": _Q.UNDER, "≤": _Q.AT_MOST,
    "nearly": _Q.NEARLY, "almost": _Q.NEARLY, "nearing": _Q.NEARLY, "approaching": _Q.NEARLY,
    "exactly": _Q.EXACTLY, "precisely": _Q.EXACTLY,
}  # fmt: skip
TWO_WORDS = {
    "more than": _Q.OVER, "greater than": _Q.OVER, "higher than": _Q.OVER, "larger than": _Q.OVER,
    "well over": _Q.OVER, "north of": _Q.OVER, "excess of": _Q.OVER,
    "less than": _Q.UNDER, "fewer than": _Q.UNDER, "lower than": _Q.UNDER,
    "smaller than": _Q.UNDER, "well under": _Q.UNDER, "at least": _Q.AT_LEAST,
    "minimum of": _Q.AT_LEAST, "at most": _Q.AT_MOST, "up to": _Q.AT_MOST,
    "maximum of": _Q.AT_MOST, "close to": _Q.CLOSE_TO, "close on": _Q.CLOSE_TO,
    "> =": _Q.AT_LEAST, "< =": _Q.AT_MOST,
    "just shy": _Q.NEARLY, "shy of": _Q.NEARLY, "short of": _Q.NEARLY, "not quite": _Q.NEARLY,
}  # fmt: skip
OR_WORDS = {
    **dict.fromkeys(("more", "greater", "higher", "above", "over"), _Q.AT_LEAST),
    **dict.fromkeys(("less", "fewer", "lower", "below"), _Q.AT_MOST),
}
NEGATED = {_Q.OVER: _Q.AT_MOST, _Q.UNDER: _Q.AT_LEAST}
SLIGHTLY = one_of("just slightly little bit barely marginally narrowly fractionally")
"""Before a bound: it is a near one, "just over 1,300" or "a little more than 5". "Slightly below
the 4.2% of May" is compared with that number, and hedges nothing."""

TIGHTENED = {_Q.OVER: _Q.JUST_OVER, _Q.UNDER: _Q.NEARLY}
PARTICLE = "over"
"""The hedge that is the second half of some verbs as well."""

_ANY = frozenset(Unit)
_GOODS = frozenset({Unit.COUNT, Unit.CURRENCY})  # "took over 20 minutes" is a bound
PARTICLE_VERBS = {
    **dict.fromkeys(one_of("turn turns turned turning hand hands handed handing"), _ANY),
    **dict.fromkeys(one_of("roll rolls rolled rolling chosen preferred"), _ANY),
    **dict.fromkeys(one_of("take takes took taken taking"), _GOODS),
    **dict.fromkeys(one_of("carry carries carried carrying"), frozenset({Unit.CURRENCY})),
}
"""Verbs that make one word with "over", and before which units: what follows is no bound."""

CHANGES = one_of(
    "increase decrease rise fall drop gain decline jump improvement reduction growth advance"
)
"""Nouns of change: "an increase over the 1,200 of May" tells a baseline and bounds nothing."""

UP = one_of(
    "rose rise rises risen rising grew grow grows grown growing increase increased increases "
    "increasing climbed climb climbs climbing gained gain gains gaining jumped jump jumps "
    "surged surge surges soared soar soars advanced advance improved improve improves "
    "improvement growth expanded expand expansion up added adding uptick hike raised raise raises "
    "raising"
)
DOWN = one_of(
    "fell fall falls fallen falling dropped drop drops dropping declined decline declines "
    "declining decreased decrease decreases decreasing reduced reduce reduction "
    "slipped slip slid slide lost lose loses losing loss shrank shrink shrunk contracted "
    "contraction down plunged plunge plummeted tumbled tumble dipped dip dips cut cuts eased "
    "slumped slump sank lowered lowers lowering reduces reducing cutting trimmed shed slashed"
)
NOT_AFTER = one_of("up down added adding lost loss cut gains gain")
PASSED_WORDS = one_of("a an the of by from further another additional roughly another")
CUES = frozenset(ONE_WORD).union(
    UP, DOWN, (word for pair in TWO_WORDS for word in pair.split()[1:])
)
_WALK = 6  # words between a verb and its number
_NEXT = re.compile(r"[ \u00a0-]([A-Za-z-]{1,24})(?: ([a-z]{1,24}))?")
_GAP = re.compile(r"[\s()\[\],\"'“”*_]*\Z")
_OR = re.compile(rf"\s(?:or|and) ({'|'.join(OR_WORDS)})\b")


def read_context(string: str, start: int, end: int, unit: Unit) -> tuple[Qualifier, Direction]:
    """How the words around ``string[start:end]`` hedge it, and which movement they give it.

    Args:
        string: The text.
        start: Where a number begins.
        end: Where it ends.
        unit: Its unit.
    """
    floor = max(0, start - _REACH)
    floor = max(
        (floor + gap.end() for gap in _PARAGRAPH.finditer(string[floor:start])), default=floor
    )
    words = string[floor:start].lower().translate(_SPACED).split()
    if floor and string[floor - 1].isalpha() and string[floor].isalpha():
        del words[0]  # the end of a word is none
    del words[: -_WALK - 2]
    following = _NEXT.match(string, end)
    if CUES.isdisjoint(words):  # most numbers
        qualifier, words = Qualifier.NONE, []
    else:
        gap = _GAP.search(string, floor, start)
        parted = gap is not None and not _PARTING.isdisjoint(gap[0])
        qualifier = _hedge(words, unit, parted=parted)
    if qualifier is Qualifier.NONE:
        qualifier = _after(string, end)
    return qualifier, _direction(words, following)


def _hedge(words: list[str], unit: Unit, *, parted: bool) -> Qualifier:
    """The hedge right before a number, taken off the end of the words; cuts them to its clause."""
    for index in range(len(words) - 1, -1, -1):
        if words[index][-1] in _CLAUSE_ENDS and words[index] not in ONE_WORD:
            del words[: index + 1]
            break
    definite = False
    while words and words[-1] in ARTICLES:
        definite |= words.pop() == DEFINITE
    if not words or parted:
        return Qualifier.NONE
    qualifier, used = _qualifier(words, unit, definite=definite)
    del words[len(words) - used :]
    return qualifier


def _qualifier(words: list[str], unit: Unit, *, definite: bool) -> tuple[Qualifier, int]:
    """The hedge that the words end with, and how many of them it takes."""
    before, last = (words[-2] if len(words) > 1 else ""), words[-1]
    pair = TWO_WORDS.get(f"{before} {last}")
    if pair is not None:
        degree = words[-3] if len(words) > 2 else ""
        if degree in NEGATIONS:
            return NEGATED.get(pair, pair), 3
        return _tightened(pair, 2, "" if definite else degree)
    one = ONE_WORD.get(last)
    if one is None or (last == PARTICLE and _is_particle(before, unit, definite=definite)):
        return Qualifier.NONE, 0
    return _tightened(one, 1, "" if definite else before)


def _tightened(qualifier: Qualifier, used: int, degree: str) -> tuple[Qualifier, int]:
    """A hedge with the word of degree before it, if there is one: "just over"."""
    if degree in SLIGHTLY:
        return TIGHTENED.get(qualifier, qualifier), used + 1
    return qualifier, used


def _is_particle(before: str, unit: Unit, *, definite: bool) -> bool:
    """Whether "over" belongs to the word before it, and is no hedge of what follows."""
    is_span = definite and unit is Unit.COUNT  # "over the 12 shops": across them
    return is_span or unit in PARTICLE_VERBS.get(before, ()) or (definite and before in CHANGES)


def _after(string: str, end: int) -> Qualifier:
    """The hedge after a number: "5 or more", "20+"."""
    following = string[end : end + 1]
    if following == "+" and not string[end + 1 : end + 2].isalnum():
        return Qualifier.AT_LEAST
    if following != " " or string[end + 1 : end + 2] not in ("o", "a"):
        return Qualifier.NONE
    match = _OR.match(string, end)
    return OR_WORDS[match[1]] if match else Qualifier.NONE


def _direction(words: list[str], following: re.Match[str] | None) -> Direction:
    """The movement of the verb or noun before a number, or of the noun after it."""
    if words and words[-1] in TARGETS:
        return _moved_to(words)
    moved = _moved_by(words)
    return _move_after(following) if moved is Direction.NONE and following else moved


def _moved_to(words: list[str]) -> Direction:
    """The movement to a number, told anywhere in the words before it: "fell sharply in May to"."""
    for word in words[: -_WALK - 1 : -1]:
        if word in UP:
            return Direction.UP_TO
        if word in DOWN:
            return Direction.DOWN_TO
    return Direction.NONE


def _moved_by(words: list[str]) -> Direction:
    """The movement by a number, told right before it: "rose by a further"."""
    if words and words[-1] in APART:
        return Direction.NONE
    for word in words[:-4:-1]:
        if word in UP:
            return Direction.UP_BY
        if word in DOWN:
            return Direction.DOWN_BY
        if word not in PASSED_WORDS and not word.endswith("ly"):
            break
    return Direction.NONE


def _move_after(following: re.Match[str]) -> Direction:
    """The movement that the two words after a number tell: "a 5 % wage rise"."""
    for word in following.groups():
        if word in NOT_AFTER:
            break
        if word in UP:
            return Direction.UP_BY
        if word in DOWN:
            return Direction.DOWN_BY
    return Direction.NONE
