"""What two numbers of a sentence come to: "from $1.34m to $1.30m, a decline of 3.4%".

The cells that the two agree with are compared, not the numbers as they are written: so a change
that follows from wrong numbers supports nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import numpy as np

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import Comparison
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import COMPARING
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.language import moves
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.number import Form
from sidecar.text.vocabulary import one_of

_AROUND = 2  # numbers before, and as many after
_MOST = 3  # cells that one of them may be
_LINK = 0.9
_SURELY, _LESS = 0.9, 0.3  # how strongly another column is named than that of two numbers
_OLD = one_of("from than against versus vs was")
_HEDGES = one_of("about around approximately roughly nearly almost some just over under")
_TO_BASE = one_of("the of its their his her those that than as")
_CUTS = one_of(", ; ( ) and but while whereas with")
_APART = one_of("; and but while whereas")
_REACH = 8  # words from a multiple to the number that it multiplies


def base(question: Question) -> Stated | None:
    """The number that a multiple multiplies: "18 times the 9,200"; None where it names none."""
    place = question.place
    after = [each for each in question.beside if each.place.first >= place.last]
    if question.target.number.form is not Form.MULTIPLE or not after:
        return None
    nearest = min(after, key=lambda each: each.place.first)
    words = [word.word for word in place.passage.words[place.last : nearest.place.first]]
    said = [word for word in words if word not in _HEDGES]
    leads = len(words) <= _REACH and not _TO_BASE.isdisjoint(said[-1:])
    return nearest if leads and _CUTS.isdisjoint(said) else None


def result(question: Question) -> Stated | None:
    """The number that a multiple of another one comes to: "164,300, 18 times the 9,200"."""
    place = question.place
    before = [each for each in question.beside if each.place.last <= place.first]
    if not before:
        return None
    nearest = max(before, key=lambda each: each.place.first)
    between = range(nearest.place.last, place.first)
    if any(at in place.passage.labelled for at in between):
        return None  # "the North had 31,000, the South 18 times the 9,200 of the West"
    return None if any(place.passage.words[at].word in _APART for at in between) else nearest


def moved_from(question: Question) -> Stated | None:
    """The number that a value moved from to another: "from 40 to 52", "52, up from 40"."""
    place, near = question.place, neighbours(question)
    before = [each for each in near if each.place.first < place.first]
    moved = moves.before(place.passage.words, place.first) is not None
    nearest = before[-1:] if moved else near[len(before) : len(before) + 1]
    return next((each for each in nearest if each.place.is_left), None)


def rows(question: Question, stated: Stated, table: int, column: int) -> list[int]:
    """The rows in which a column has what a number states."""
    return question.lookups[table].hits(stated.target).rows(column, rounded=True)


def comparisons(question: Question) -> Iterator[Comparison]:
    """The cells of two neighbours of a number, as far as its words ask for a comparison."""
    if not question.cues & COMPARING:
        return
    multiplied = question.once(base)
    for one, two in combinations(neighbours(question), 2):
        if one.target.number.symbol != two.target.number.symbol:
            continue
        exchanged = two is multiplied or (_is_old(two) and not _is_old(one))
        old, new = (two, one) if exchanged else (one, two)
        yield from _compared(question, old, new)


def neighbours(question: Question) -> Sequence[Stated]:
    """The nearest numbers around a number, in their order."""
    here = question.place.first
    around = sorted(question.beside, key=lambda each: each.place.first)
    before = [each for each in around if each.place.first < here][-_AROUND:]
    return before + [each for each in around if each.place.first > here][:_AROUND]


def _is_old(one: Stated) -> bool:
    """Whether a number is what something was before: "from 40", "up on the 40", "than 40"."""
    words = one.place.passage.words
    at = one.place.first - 1
    while at >= 0 and words[at].word in _HEDGES:
        at -= 1
    return at >= 0 and words[at].word in _OLD


def _compared(question: Question, old: Stated, new: Stated) -> Iterator[Comparison]:
    words, at = question.place.passage.words, question.place.first
    signed = any(word.word == "(" for word in words[max(0, at - 2) : at])
    told = signed and question.target.way and _is_old(old)
    for table in question.scopes:
        if told:
            yield from _in_one_row(question, table, old, new)
        known, lookups = question.catalogs[table], question.lookups[table]
        first, second = lookups.hits(old.target), lookups.hits(new.target)
        best = max((n.strength for (t, _), n in question.named.items() if t == table), default=0.0)
        for column in known.measures:
            naming = question.named.get((table, column.place), Naming())
            if best >= _SURELY and naming.strength < best - _LESS:
                continue  # "the yield slipped from 4.35% to 4.21% and the spread by 9 bps"
            rows = first.rows(column.place)[:_MOST], second.rows(column.place)[:_MOST]
            for before, after in product(*rows):
                if before == after:
                    continue
                sides = [_operand(question, table, column, row) for row in (before, after)]
                if sides[0] is not None and sides[1] is not None:
                    yield Comparison(sides[0], sides[1], _LINK, True, "stated")


def _in_one_row(question: Question, table: int, old: Stated, new: Stated) -> Iterator[Comparison]:
    """Two columns of one row: "588 against 620 planned (-5.2%)"."""
    known, lookups = question.catalogs[table], question.lookups[table]
    first, second = lookups.hits(old.target), lookups.hits(new.target)
    for before, after in permutations(known.measures, 2):
        if before.scaling is not after.scaling:
            continue
        both = {*first.rows(before.place)[:_MOST]} & {*second.rows(after.place)[:_MOST]}
        for row in sorted(both):
            sides = [_operand(question, table, column, row) for column in (before, after)]
            if sides[0] is not None and sides[1] is not None:
                yield Comparison(sides[0], sides[1], _LINK, True, "stated")


def _operand(question: Question, table: int, column: ColumnFacts, row: int) -> Operand | None:
    named = question.named.get((table, column.place), Naming())
    naming = named._replace(strength=max(named.strength, _LINK))
    return question.operand(table, column, naming, Scope(table, np.array([row]), _LINK, ()))
