"""Words that ask for a derivation: totals, means, extremes, differences, shares, growth."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import Flag, auto
from functools import cache
from itertools import pairwise

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.wholes import is_over_the_year
from sidecar.binding.context.said import apart, compound, courses, ends, held, losses
from sidecar.binding.context.said.totals import is_total
from sidecar.binding.language import moves
from sidecar.binding.language.subjects import SURPASSING
from sidecar.binding.language.words import Token, is_numeral, stem
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_REACH = 24  # words on either side
_NEAR = 0.5


class Cue(Flag):
    """What the words around a number ask for."""

    NONE = 0
    TOTAL = auto()
    MEAN = auto()
    MEDIAN = auto()
    HIGH = auto()
    LOW = auto()
    DIFFERENCE = auto()
    SHARE = auto()
    CHANGE = auto()
    COMPOUND = auto()
    RATIO = auto()
    COUNT = auto()
    FIRST = auto()
    LAST = auto()
    RANK = auto()
    RANGE = auto()
    STEADY = auto()
    APART = auto()

    def __and__(self, other: Cue) -> Cue:
        return _made(self._value_ & other._value_)

    def __or__(self, other: Cue) -> Cue:
        return _made(self._value_ | other._value_)

    def __contains__(self, other: Cue) -> bool:
        return other._value_ & self._value_ == other._value_


_made = cache(Cue)
"""The cues of a value: asked for at every word, and found without what flags of ``enum`` cost."""


_WORDS = {
    Cue.TOTAL: "total totalled combine combined altogether sum together overall aggregate "
    "cumulative cumulatively entire whole full jointly add all collectively worldwide nationwide",
    Cue.MEAN: "average averaged avg mean typical typically normally usually generally per weighted "
    "unweighted",
    Cue.MEDIAN: "median middle midpoint",
    Cue.HIGH: "high highest peak peaked maximum top most largest biggest best record greatest max "
    "strongest hottest hot warmest widest leader fastest longest heaviest upper busiest "
    "dearest expensive costliest tallest oldest",
    Cue.LOW: "low lowest minimum least smallest bottom weakest fewest trough worst min coolest "
    "coldest cold slowest shortest lightest narrowest cheapest youngest "
    "quietest",
    Cue.DIFFERENCE: "difference gap margin more few fewer less lead ahead behind exceed exceeded "
    "exceeds variance high higher low lower than spread large larger small smaller differ differed "
    "miss overshoot overshot undershoot undershot wide apart lag "
    "outscored outpaced short surplus deficit balance net advantage range swing "
    "beat edge separate victory defeat extra additional overrun overspend underspend unspent "
    "unused headroom cushion turnaround",
    Cue.SHARE: "share percent percentage proportion account represent fraction part make "
    "contributed contribution comprise constitute portion ratio rate out every penetration "
    "occupancy margin coverage hold capture responsible",
    Cue.CHANGE: "grow growth rise increase increased decline declined fall drop change changed "
    "gain jump climb surge shrink shrank contract slip lose loss up down add expand expansion "
    "improve deteriorate worsen weaken strengthen reduce reduction cut widen narrow compared yoy "
    "advance plunge soar slide slid eased slump decrease decreased recover rebound swing uptick "
    "hike since versus annual previous shed shave trim knock claw raise slash "
    "hire regain recoup forfeit deepen",
    Cue.COMPOUND: "compound cagr cqgr cmgr cwgr annualised annualized annual annually",
    Cue.RATIO: "time twice double doubled triple tripled quadrupled fold multiple per ratio each "
    "every half apiece",
    Cue.COUNT: "out only number count there",
    Cue.FIRST: "begin began start open opened initial initially first from",
    Cue.LAST: "end close closed final finish last latest now to",
    Cue.RANK: "rank ranked",
    Cue.RANGE: "range ranged ranging between vary varied fluctuated span",
}
DERIVING = (
    Cue.TOTAL | Cue.MEAN | Cue.MEDIAN | Cue.HIGH | Cue.LOW | Cue.DIFFERENCE | Cue.SHARE
    | Cue.CHANGE | Cue.COMPOUND | Cue.RATIO | Cue.RANK
)  # fmt: skip
"""Cues that ask for something else than a cell."""

COMPARING = Cue.CHANGE | Cue.DIFFERENCE
"""Cues that hold two values against each other."""

_ENDS = Cue.HIGH | Cue.LOW
_NOUNS = one_of("high highs low lows")  # what "higher" and "lower" ask for, these do not
_APART = frozenset(map(stem, one_of("lie lies lay separate separates separating minus")))
"""Words that hold the highest and the lowest against each other."""

_POINTS_PAST = tuple(["point", stem(past)] for past in ("above", "below", "over", "under"))

_UNITS = frozenset({"min", "percent", "percentage"})
"""What asks for nothing where it is the unit of a number."""

_BY_STEM: dict[str, Cue] = {}
for _cue, _words in _WORDS.items():
    for _word in map(stem, _words.split()):
        _BY_STEM[_word] = _BY_STEM.get(_word, Cue.NONE) | _cue


_EACH = one_of("per each every apiece")
_SHARED = (["each"], ["apiec"])
_CLOSED = frozenset(":;.!?")
_WITH, _NOUN = (["with", "an"], ["with", "a"], ["at", "an"], ["at", "a"]), 7
_VERBS = one_of("recorded recording missing")  # what is recorded is no record

FALLING = frozenset(
    map(
        stem,
        one_of(
            "fall drop decline decrease reduce reduction shrink contract lose loss slip slide cut "
            "plunge plummet tumble dip ease slump sink lower down deficit negative minus less "
            "fewer behind below weaken worsen deteriorate outflow shortfall under "
            "out pull withdraw redeem leave left bleed bled drain burn red"
        ),
    )
)
"""Words of a fall, or of less than nothing: after them a number needs no sign."""


def cues(place: Place, number: Number) -> Cue:
    """What the words near a number, and its own form, ask for."""
    found = _near(place)
    if place.question is not None:
        found |= _all(place.question)
    for source in place.sources() if place.in_table else ():
        if source.cell:  # the header of its column
            found |= _all(source.passage)
    if number.qualifier is Qualifier.AT_MOST and "median" in place.passage.unnamed:
        found |= Cue.MEDIAN  # "half had at most 12 in May, the median"
    found |= _of_form(place, number)
    if apart.tells_distance(place, number, compared=bool(found & COMPARING)):
        found |= Cue.APART | COMPARING
    return found


def _all(passage: Passage) -> Cue:
    """What all words of a passage ask for."""
    found = Cue.NONE
    for at, word in enumerate(passage.words):
        found |= Cue.NONE if at in passage.naming else asked_by(word.stem)
    return found


def _phrase(words: Sequence[Token], at: int) -> Cue | None:
    """What a word asks for as a part of a phrase: "they put on 20%", "20 as a rule"."""
    if " ".join(word.word for word in words[at : at + 2]) in courses.PAIRS:
        return Cue.CHANGE
    rule = words[at].word == "rule" and [w.word for w in words[:at]][-2:] == ["as", "a"]
    return Cue.MEAN if rule else None


def asked_by(word: str) -> Cue:
    """What a word asks for, by its stem."""
    return _BY_STEM.get(word, Cue.NONE)


def _of_word(word: Token) -> Cue | None:
    """What a word asks for; "topped" asks for a difference, as "top 3" does not."""
    found = _BY_STEM.get(word.stem)
    return (found or Cue.NONE) | Cue.DIFFERENCE if word.word in SURPASSING else found


def _of_form(place: Place, number: Number) -> Cue:
    """What the form of a number asks for."""
    found = Cue.RANGE if ends.is_end(place) else Cue.NONE
    if is_total(place) or (_is_amount(number) and place.passage.once(is_over_the_year)):
        found |= Cue.TOTAL
    signed = number.sign > 0 and not losses.may_have(number.sign, place)
    if signed or number.direction in (Direction.UP_BY, Direction.DOWN_BY):
        found |= Cue.CHANGE
    if place.words_after(3)[:2] in _POINTS_PAST:
        found |= Cue.DIFFERENCE  # "12.8 points above"
    after = place.words_after(3)
    if after[:1] in _SHARED or after[1:] in _SHARED:
        found |= Cue.MEAN  # "the six shops sold 138 each", "138 bikes each"
    if compound.is_asked(place, number):
        found |= Cue.COMPOUND | Cue.STEADY
    if number.form is Form.MULTIPLE:
        found |= Cue.RATIO | Cue.CHANGE
    if number.form is Form.FRACTION or _is_part(place, number):
        found |= Cue.SHARE
    if number.unit is Unit.PERCENT and number.symbol in ("pp", "bps"):
        found |= Cue.CHANGE | Cue.DIFFERENCE
    return found


def _is_amount(number: Number) -> bool:
    """Whether a number may be what came together in a time: no share, and no change."""
    return number.unit is not Unit.PERCENT and not number.direction and not number.sign


def _is_part(place: Place, number: Number) -> bool:
    """Whether a percentage is attributed to what it is a part of: "3.8% of the budget"."""
    return number.unit is Unit.PERCENT and place.words_after(1) == ["of"]


def _near(place: Place) -> Cue:
    """What the words near a number ask for; of "highest" and "lowest" the nearer one decides."""
    words, own, asking = place.passage.words, place.own, place.passage.once(_asking)
    found, best, end, ends, changed = Cue.NONE, 0.0, Cue.NONE, Cue.NONE, held.since(place)
    first, last = place.first - _REACH, place.last + _REACH
    for at, asked in asking[bisect_left(asking, (first,)) : bisect_left(asking, (last,))]:
        near = own.near(at, at + 1)
        if near < _NEAR or _is_of_next(place, at):
            continue
        told = asked & ~Cue.CHANGE if at < changed or moves.is_side(words, at) else asked
        parts = Cue.TOTAL in told and _is_before_parts(words[at + 1 : place.first])
        cue = told & ~Cue.TOTAL if parts else told
        found |= cue & ~(_ENDS | Cue.DIFFERENCE if words[at].word in _NOUNS else _ENDS)
        ends |= cue & _ENDS
        if cue & _ENDS and near > best:
            best, end = near, cue & _ENDS
    ends = _ENDS if place.passage.once(apart.has_both_ends) else ends
    if ends == _ENDS and (Cue.DIFFERENCE in found or not _APART.isdisjoint(place.passage.stems)):
        return found | Cue.DIFFERENCE | Cue.RANGE  # "the largest exceeds the smallest by 12"
    return found | end


def _is_before_parts(words: Sequence[Token]) -> bool:
    """Whether what follows a total are its parts: "366 in all, of which the north 107"."""
    return any(a.word == "of" and b.word == "which" for a, b in pairwise(words))


def _is_of_next(place: Place, at: int) -> bool:
    """Whether a word belongs to another number: "109 thousand: per head, 223", "30, median 13".

    Or says what that is counted for: "109 thousand, or 223 per head".
    """
    words = place.passage.words
    between = words[place.last : at]
    if any(word.word in _CLOSED for word in between):
        return True
    led = [word.word for word in between[-2:]] in _WITH  # "12 orders, with an average value of 9"
    if led and any(is_numeral(word.word) for word in words[at + 1 : at + _NOUN]):
        return True
    if words[at].word not in _EACH:
        after = [word.word for word in words[at + 1 : at + 3]]
        told = after[1:] if after[:1] in (["of"], ["by"]) else after  # "…, an increase of 13"
        return at >= place.last and bool(told) and is_numeral(told[0])
    return any(word.word[0].isdigit() for word in between)


def _asking(passage: Passage) -> list[tuple[int, Cue]]:
    """The words of a passage that ask for something, by their places, and what for."""
    words, named = passage.words, passage.labelled | passage.naming
    opened = {mention.start - 1 for mention in passage.periods}  # "between January and March"
    return [
        (at, cue)
        for at, word in enumerate(words)
        if (cue := _phrase(words, at) or _of_word(word)) is not None
        and at not in named
        and word.word not in _VERBS
        and not (word.word == "between" and at in opened)
        and not (word.word in _UNITS and at and is_numeral(words[at - 1].word))
        and not _is_beside(words, at)
        and not (word.word == "per" and (not at or _is_percent(words, at)))  # "Per CENSUS: …"
    ]


def _is_beside(words: Sequence[Token], at: int) -> bool:
    """Whether a word only sets a number beside another: "was 12, compared with 9"."""
    after = [word.word for word in words[at + 1 : at + 4]]
    return (
        words[at].word == "compared"
        and after[:1] in (["with"], ["to"])
        and any(map(is_numeral, after[1:]))
    )


def _is_percent(words: Sequence[Token], at: int) -> bool:
    """Whether "per" is a part of "per cent", which asks for no mean and no quotient."""
    return at + 1 < len(words) and words[at + 1].word == "cent"
