"""Which way a number is said to go where no verb right before it says so.

"Alder plus 12", "they put on 12", "going down with 8%", "32% less than", "by 640, others by 68".
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.periods import order
from sidecar.binding.language.words import STOP, Token, is_numeral, stem
from sidecar.model.number import Direction, Number, Unit
from sidecar.text.context import DOWN, UP
from sidecar.text.vocabulary import one_of

PAIRS = {
    **dict.fromkeys(
        ("put on", "puts on", "putting on", "piled on", "won back", "clawed back"), Direction.UP_BY
    ),
    **dict.fromkeys(
        (
            "shaved off", "knocked off", "lopped off", "wiped off", "gave up", "given up",
            "gave back", "given back", "laid off", "let go",
        ),
        Direction.DOWN_BY,
    ),
}  # fmt: skip
"""Verbs of two words; a number may stand between them: "let 12 people go"."""

_BETWEEN = 3  # words behind such a number
_LESS = one_of("less fewer lower down")
_MORE = one_of("more higher up")
_HIGHER = frozenset(map(stem, one_of("higher more above larger greater longer bigger")))
_LOWER = frozenset(map(stem, one_of("lower fewer less below smaller shorter")))
_THAN = "than"
_BETTER = one_of("improved improve improves improving improvement")
_BAD = frozenset(
    map(
        stem,
        one_of(
            "churn attrition turnover absence cost expense debt arrears "
            "late delay wait waiting downtime outage defect scrap error reject complaint "
            "ticket incident accident injury breach backlog vacancy vacant unemployment poverty "
            "crime emission consumption waste time duration days latency default overdue cancel "
            "cancellation gap spread narrow fell drop"
        ),
    )
)
"""Things of which less is better, so that to improve is to go down."""
_EITHER = frozenset(map(stem, one_of("return loss shortfall deficit")))
"""Things that improve one way or the other: goods return and money does, losses have signs."""
_CARRIED = 12  # words from a verb to the second number that it moves by
_WALK = 6  # words from a verb to its number
_SUBJECT = 5  # words of what improves, before the verb
_CLAUSES = one_of("; but while whereas and")
_PARTED = _CLAUSES | one_of(", (")
_IMPROVEMENT = "improvement"
_ON = ["on", "-"]  # deliveries that are on-time
_HYPHEN = 3  # words from a number to the hyphen of "the runner-up with"
_RISING = one_of(
    "recovered recovers recover rebounded rebounds rebound bounced swelled spiked leapt leaped "
    "rocketed strengthened appreciated accelerated"
)
"""Verbs of a rise that tell it only with "by": debts are recovered as well."""
_CUTS = one_of(". ; before after while then but")


def directed(said: Number, place: Place) -> Number:
    """A number with the sign, or the way, that words spell out."""
    words = place.passage.words
    before = [word.word for word in words[max(0, place.first - 2) : place.first]]
    hyphened = place.first > _HYPHEN and words[place.first - _HYPHEN].word == "-"
    if before[-1:] == ["plus"] and not said.sign and not is_numeral(before[0]):
        return said._replace(sign=1)  # but "9 plus 12" is a sum
    if before[-1:] == [","] and said.unit is not Unit.PERCENT:  # "prices crept up, $40 at Lido"
        return said._replace(direction=Direction.NONE)
    way = PAIRS.get(" ".join(before), Direction.NONE)  # "gave up 12" goes down
    if said.direction is Direction.UP_BY:
        said = said._replace(direction=_improved(words, place.first))
    if said.sign or (said.direction is not Direction.NONE and way is Direction.NONE):
        return said
    way = way or _parted(place, before)
    if way is Direction.NONE and before[1:] == ["with"] and not hyphened:
        way = _of(before[0])
    if way is Direction.NONE and before[-1:] == ["by"]:
        way = _carried(words, place.first)
    if way is Direction.NONE and said.symbol == "%":
        way = _behind([word.word for word in words[place.last : place.last + 2]])
    return said if way is Direction.NONE else said._replace(direction=way)


def _improved(words: Sequence[Token], first: int) -> Direction:
    """The way of what rose by a number: "late arrivals improved by 12" tells that they fell.

    What is called an improvement stands anywhere before it in its clause: "the late rate narrowed
    from 5.2% to 4.1%, an improvement of 1.1 points".
    """
    near = range(max(0, first - _WALK), first)
    at = next((at for at in reversed(near) if words[at].word in _BETTER), -1)
    if at < 0:
        return Direction.UP_BY
    called = words[at].word == _IMPROVEMENT
    start = max(0, 0 if called else at - _SUBJECT)
    cuts = [i for i in range(start, at) if words[i].word in (_CLAUSES if called else _PARTED)]
    about = range(cuts[-1] + 1 if cuts else start, first)
    stems = {words[i].stem for i in about if [w.word for w in words[max(0, i - 2) : i]] != _ON}
    if not stems.isdisjoint(_BAD):
        return Direction.DOWN_BY
    return Direction.UP_BY if stems.isdisjoint(_EITHER) else Direction.NONE


def _parted(place: Place, before: Sequence[str]) -> Direction:
    """The way of a verb of two words that a number parts: "put 12 on", "let 12 people go"."""
    after = place.passage.words[place.last : place.last + _BETWEEN]
    ways = (PAIRS.get(f"{verb} {word.word}") for verb in before[-1:] for word in after)
    return next(filter(None, ways), Direction.NONE)


def compared(place: Place) -> int:
    """Which way a number is said to differ: 1 for "12 more than", -1 for "8% less money", else 0.

    Of two periods the later one differs from the earlier, unless the sentence turns that round. Of
    what may be less than nothing, words do not tell which is more.
    """
    way = differing(place)
    if not way or place.may_be_below or _names_owner(place):
        return 0
    dated = [m for m in place.passage.periods if m.until is None and m.period.year is not None]
    own = [order(m.period) for m in dated if m.end <= place.first]
    other = [order(m.period) for m in dated if m.start >= place.last]
    return -way if own and other and own[-1] < other[0] else way


def differing(place: Place) -> int:
    """Which way the words after a number say that something differs by it."""
    after = place.words_after(2)
    after = after[:1] if after and after[0] in STOP else after  # "12 points more", "12 below"
    return bool(_HIGHER.intersection(after)) - bool(_LOWER.intersection(after))


def _names_owner(place: Place) -> bool:
    """Whether what has more, or less, is named behind a number: "which is 12 less in Oslo"."""
    words = place.passage.words
    starts = [m.mention.start for m in place.passage.labels if m.mention.start >= place.last]
    return bool(starts) and all(word.word != _THAN for word in words[place.last : min(starts)])


def _of(verb: str) -> Direction:
    if verb in DOWN:
        return Direction.DOWN_BY
    return Direction.UP_BY if verb in UP else Direction.NONE


def _carried(words: Sequence[Token], first: int) -> Direction:
    """The way of the verb that a sentence tells once for several: "fell by 640, those by 68"."""
    for word in reversed(words[max(0, first - _CARRIED) : first]):
        way = Direction.UP_BY if word.word in _RISING else _of(word.word)
        if way is not Direction.NONE:
            return way
        if word.word in _CUTS or word.word.endswith("ing"):  # "fell by 2 before rebounding by 9"
            break
    return Direction.NONE


def _behind(after: Sequence[str]) -> Direction:
    """What a clause ends with behind a percentage: "32% less.", but not "32% less than Alder"."""
    if not after or any(word[0].isalnum() for word in after[1:]):
        return Direction.NONE
    if after[0] in _LESS:
        return Direction.DOWN_BY
    return Direction.UP_BY if after[0] in _MORE else Direction.NONE
