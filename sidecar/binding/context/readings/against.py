"""Readings against a level that each row has: "four are below their reorder level".

Or against one that the text sets: "missed its target of 1,500 by 175".

The level is a column that is named; what is compared with it is left unsaid, so each column that is
measured alike may be meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import partial

from sidecar.binding.context.operands.levels import missed_by, sides
from sidecar.binding.context.operands.linked import is_linked
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings.bounded import counted
from sidecar.binding.context.said.aims import is_aimed
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import is_numeral
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.earlier import is_earlier
from sidecar.model.number import Form, Unit, is_integral
from sidecar.text.vocabulary import one_of

_CALENDAR = one_of("day week month quarter year")
_BELOW = one_of("below under beneath short")
_ABOVE = one_of("above over beyond past exceed exceeds exceeded")
_ITS = one_of("its their the a of own")
_CUTS = one_of(", ; .")
_REACH = 6  # words from a number to the word that holds it against a level
_NEAR = 4  # words from there to the level
_NAMED = 0.6  # how strongly columns are that words of their level name
_PLAINLY, _LINK = 0.35, 0.7  # how strongly a level is named, and all rows are linked
_PLAINLY_TOLD = 0.6  # how strongly a row is linked that is mentioned
_MOST = 3  # columns that may be compared with it
_SCOPES = 4


def readings(question: Question) -> Iterator[Candidate]:
    """How many rows are below, or above, their level, and how far each row is from it."""
    number = question.target.number
    counts = number.unit is Unit.COUNT and is_integral(number.value)
    held = list(_held(question)) if counts or number.symbol in _CALENDAR else []
    yield from held
    apart = Cue.APART in question.cues or number.sign != 0 or number.unit is Unit.PERCENT
    for table in question.scopes:
        for pair in missed_by(question.place, question.catalogs[table], apart=apart):
            yield from _distances(question, table, pair, Naming(_NAMED))
    yield from _from_set(question)
    told = _side(question)
    if told is None:
        return
    below, at = told
    for (table, place), naming in question.named.items():
        if not _is_level(question, naming, at):
            continue
        level = question.catalogs[table].columns[place]
        for column in _alike(question, table, level):
            few = counts and number.value <= question.catalogs[table].rows
            if few and not held and number.form in (Form.DIGITS, Form.WORDS):
                yield from _count(question, table, (column, level), naming, below=below)
            yield from _distances(question, table, (column, level), naming)


def _held(question: Question) -> Iterator[Candidate]:
    """How many rows are on the side of their level that words tell of."""
    for table in question.scopes:
        for one in sides(question.place, question.catalogs[table]):
            column, level = (question.name(table, c) for c in (one.column, one.level))
            formula = f"count({column} {one.sign} {level})"
            whole = Scope(table, None, _LINK, ())
            each = question.operand(table, one.column, Naming(), whole)
            if each is not None:
                yield counted(question, each, one.rows.size, formula)._replace(explicit=True)


def _side(question: Question) -> tuple[bool, int] | None:
    """Whether words hold a number against something that it is below; None where they do not.

    And the index of that word.
    """
    words, place = question.place.passage.words, question.place
    after = words[place.last : place.last + _REACH]
    listed = place.first > 0 and words[place.first - 1].word == ":"  # "Below their level: 4"
    before = words[max(0, place.first - _REACH) : place.first] if listed else []
    indexes = range(place.last, len(words)), range(place.first - 1, -1, -1)
    for near, at in zip((after, before[::-1]), indexes, strict=True):
        for index, word in zip(at, near, strict=False):
            if word.word in _BELOW or word.word in _ABOVE:
                return word.word in _BELOW, index
            if word.word in _CUTS or is_numeral(word.word):
                break
    return None


def _is_level(question: Question, naming: Naming, at: int) -> bool:
    """Whether a column is named right behind that word: "below their reorder level"."""
    if naming.source is None or naming.mention is None or naming.strength < _PLAINLY:
        return False
    words, start = question.place.passage.words, naming.mention.start
    if naming.source.first < 0:
        return False
    between = words[at + 1 : start]
    return at < start <= at + _NEAR and all(word.word in _ITS for word in between)


def _alike(question: Question, table: int, level: ColumnFacts) -> list[ColumnFacts]:
    """The columns that are measured as a level is."""
    known = question.catalogs[table]
    alike = [c for c in known.measures if c.scaling is level.scaling and c is not level]
    alike = [c for c in alike if not is_earlier(c)] or alike
    return alike[:_MOST] if len(alike) <= _MOST else []


def _count(
    question: Question,
    table: int,
    columns: tuple[ColumnFacts, ColumnFacts],
    naming: Naming,
    *,
    below: bool,
) -> Iterator[Candidate]:
    """How many rows are on that side of their level."""
    whole = Scope(table, None, _LINK, ())
    held, level = (question.operand(table, column, naming, whole) for column in columns)
    if held is None or level is None or held.vector.values.size != level.vector.values.size:
        return
    less = held.vector.values < level.vector.values
    more = held.vector.values > level.vector.values
    count = int(less.sum() if below else more.sum())
    formula = f"count({question.range_of(held)} {'<' if below else '>'} "
    formula += f"{question.range_of(level)})"
    show = partial(_shown, formula, Decimal(count), ())
    found = question.derived(Kind.COUNT, question.target.plain(float(count)), held, True, show)
    yield found._replace(unit=0, head=False, explicit=True)


def _distances(
    question: Question, table: int, columns: tuple[ColumnFacts, ColumnFacts], naming: Naming
) -> Iterator[Candidate]:
    """How far single rows, groups that a text picks, or all rows, are from their level."""
    relative = question.target.number.unit is Unit.PERCENT and not question.target.points
    whole = Scope(table, None, question.whole(table), ())
    for scope in (*question.scopes.get(table, ())[:_SCOPES], whole):
        held, level = (question.operand(table, column, naming, scope) for column in columns)
        if held is None or level is None or not (scope.link if scope is whole else scope.choices):
            continue
        several = held.vector.values.size > 1 and scope is not whole
        if several and not any(c.is_party for c in scope.choices):
            continue
        far = held.vector.sum - level.vector.sum
        if relative and level.column.unit.kind is not Unit.PERCENT and level.vector.sum:
            kind, agreement = Kind.GROWTH, question.target.growth(far / abs(level.vector.sum))
        else:
            kind = Kind.CHANGE
            agreement = question.target.linear(far, level.column, change=True)
        show = partial(_far, question, held, level, agreement)
        found = question.derived(kind, agreement, held, True, show)
        yield found._replace(explicit=scope.link >= _PLAINLY_TOLD)


def _from_set(question: Question) -> Iterator[Candidate]:
    """How far linked values are from what the text says is aimed at."""
    place, points = question.place, question.target.points
    by = place.first > 0 and place.passage.words[place.first - 1].word == "by"
    for one in question.beside if by or points or Cue.APART in question.cues else ():
        aim = one.target.number
        if (aim.unit is Unit.PERCENT) != points or not is_aimed(one.place, aim, question.catalogs):
            continue
        for held in question.operands:
            column, rates = held.column, held.column.scaling.unit.kind is Unit.PERCENT
            if held.naming.strength < _PLAINLY or not held.scope.choices or rates != points:
                continue
            far = held.vector.sum - float(aim.value / factor(column))
            short = "short" in place.words_after(_NEAR)  # which is no move: "came up 9 short"
            agreement = question.target.linear(-far if short else far, column, change=not short)
            formula = f"{question.range_of(held)} - {aim.value:f}"
            show = partial(_shown, formula, agreement.value, question.places(held, 10))
            found = question.derived(Kind.CHANGE, agreement, held, True, show)
            sure = is_linked(question, held.scope)
            yield found._replace(unit=0, head=False, explicit=sure, worded=sure)


def _far(question: Question, held: Operand, level: Operand, agreement: Agreement) -> Shown:
    formula = f"{question.range_of(held)} - {question.range_of(level)}"
    return _shown(formula, agreement.value, question.places(held, 1) + question.places(level, 1))


def _shown(formula: str, value: Decimal | None, places: tuple[str, ...]) -> Shown:
    return Shown(formula, value, formula, places)
