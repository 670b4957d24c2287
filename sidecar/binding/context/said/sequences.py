"""Numbers that are listed: whose turn each one's is, and which of them go on with what one told.

"Kadoun leads with 6,540 refusals, then Benguro with 4,815 and Lisq with 2,480": the first number
says what all of them are, the others only of whom.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.runs import runs
from sidecar.binding.context.passages.source import opens_whole
from sidecar.binding.context.said import held
from sidecar.binding.context.said.cues import COMPARING, Cue, asked_by
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language.lists import in_brackets, side_by_side, turns
from sidecar.binding.language.words import STOP, Token
from sidecar.model.number import Direction, Unit
from sidecar.text.vocabulary import one_of

_TWO = 2
_LONGEST = 12  # words between two numbers of a list
_UNKNOWN = 3  # of them that name nothing
_UNIT = 3  # words of what the number before counts
_ASKING = COMPARING | Cue.TOTAL | Cue.MEAN | Cue.MEDIAN | Cue.SHARE | Cue.RATIO | Cue.COUNT
_APART = one_of("which per each every . : ?")
_MARKS = one_of(", and &")
_PARTING = one_of(", ; – — and & then but while whereas followed")
_STEPS = frozenset({Direction.UP_BY, Direction.DOWN_BY})


def tell(numbers: Sequence[Stated]) -> None:
    """Tell the numbers of a sentence whose turn it is, and which of them they go on with."""
    _take_turns([one.place for one in numbers])
    for before, one in pairwise(numbers):
        if _leads_to(before.place, one.place):
            before.place.until = one.place.last
        if one.place.turn is None and _are_alike(before, one) and _goes_on(before, one):
            one.place.led_by = before.place.led_by or before.place
            one.place.since = _since(before.place, one.place)


def _take_turns(places: Sequence[Place]) -> None:
    """Tell the numbers of a sentence whose turn it is, where names and numbers are listed."""
    passage, spans = places[0].passage, [(place.first, place.last) for place in places]
    known = turns(passage.words, spans)
    if not known and len(spans) > 1:
        names = {(told.mention.start, told.mention.end) for told in passage.labels}
        known = side_by_side(passage.words, names, spans) if len(names) > 1 else {}
        dates = sorted((m.start, m.end) for m in passage.periods if m.until is None)
        known = known or in_brackets(passage.words, dates, sorted(spans))
        if len(dates) > _TWO:  # "in April, May and June: 12, 9 and 7"
            known = known or side_by_side(passage.words, dates, spans)
    its = runs(passage, spans)
    for place in places:
        place.turn = known.get((place.first, place.last))
        place.period = its.get((place.first, place.last))


def _leads_to(before: Place, place: Place) -> bool:
    """Whether two numbers are the ends of one move: "from 90 to 88"."""
    words = place.passage.words
    opened = words[before.first - 1 : before.first]
    between = words[before.last : place.first]
    return [word.word for word in (*opened, *between)] == ["from", "to"]


def _are_alike(before: Stated, one: Stated) -> bool:
    """Whether two numbers are written alike, and the second one tells no step of its own."""
    a, b = before.target.number, one.target.number
    unit = b.unit is Unit.COUNT or (a.unit, a.symbol) == (b.unit, b.symbol)
    return unit and a.form is b.form and b.direction not in _STEPS


def _goes_on(last: Stated, one: Stated) -> bool:
    """Whether nothing but another name, or nothing at all, stands between two numbers.

    A number that leaves out the unit of the one before it, or its verb ("Ayr lost 12 jobs and Bute
    9"), has a name and hardly a further word.
    """
    before, place = last.place, one.place
    passage, (a, b) = place.passage, (last.target.number, one.target.number)
    bare = a.unit is not b.unit or a.direction in _STEPS
    if a.direction in _STEPS and held.since(place) >= 0:
        return False
    between = range(before.last, place.first)
    words = [passage.words[at] for at in between]
    if len(words) > _LONGEST or before.in_table or [w.word for w in words[:1]] == ["of"]:
        return False
    if opens_whole(passage.words, before.first):
        return False  # "of the 412 orders in May, 57 came back"
    if all(word.word in _MARKS for word in words):
        return True
    named = {at for m in passage.periods for at in range(m.start, m.end)} | passage.labelled
    column = any(
        m.start >= before.last + _UNIT and m.start < place.first and not passage.in_label(m)
        for m in passage.columns
    )
    unknown = [passage.words[at] for at in between if at not in named]
    return (
        not named.isdisjoint(between)
        and not column
        and _say_little(unknown, _UNKNOWN * (a.direction in _STEPS) if bare else _UNIT + _UNKNOWN)
    )


def _since(before: Place, place: Place) -> int:
    """Where what follows a number, such as "in the north", ends and what leads the next begins."""
    words = place.passage.words
    parting = (at for at in range(before.last, place.first) if words[at].word in _PARTING)
    return next(parting, -1)


def _say_little(words: Sequence[Token], most: int) -> bool:
    """Whether words ask for nothing, and are few."""
    said = [word for word in words if word.word[0].isalpha() and word.word not in STOP]
    return (
        len(said) <= most
        and not any(word.word in _APART or word.word[0].isdigit() for word in words)
        and not any(asked_by(word.stem) & _ASKING for word in words)
    )
