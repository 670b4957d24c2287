"""Readings of a number as a quotient whose parts the words name: "14.2 pupils per teacher".

What is divided stands in a column, and so does what it is divided by: one row's, or the totals of
several. The words then name the quotient, and no longer the columns that they are made of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sidecar.binding.context.across import together
from sidecar.binding.context.agreement import Agreement, rounded
from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.columns import ColumnFacts, Role, factor
from sidecar.binding.context.compared import written
from sidecar.binding.context.cues import Cue
from sidecar.binding.context.divided import CUTS, Divided, divided
from sidecar.binding.context.naming import Naming
from sidecar.binding.context.operands import Operand, Question
from sidecar.binding.context.place import Place
from sidecar.binding.context.scopes import Scope
from sidecar.binding.context.source import Source
from sidecar.binding.context.words import STOP
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_SCOPES = 6
_PLAINLY = 0.6  # how near the words stand that leave little to other readings
_NAMED = 0.5  # of a column's name that must be said
_LEAST = 0.2  # of the name of what is divided
_QUOTIENTS = frozenset({Kind.RATIO, Kind.SHARE, Kind.SOME_RATIO, Kind.SOME_SHARE, Kind.SOME_PART})
_HEAD = 3  # words between a number and "a teacher"
_VERB = 5  # words between "a teacher" and a number
_PARTED = 0.5  # of how near the words stand that another number parts from it
_CHAINED = 0.8  # how near they stand to a number that is told as the one at the words is
_TOGETHER = 0.7  # how well all rows are linked where words sum them up
_APART = STOP - {"of"}
_FOR = one_of("for per to every each")
_FADED = 0.3  # how much words name a column that they name as a part of a quotient


class Told(NamedTuple):
    """A quotient that is told of a number.

    Attributes:
        divided: The quotient.
        source: Where it is told.
        near: How near.
        start: Index of the first token of its words, its numerator's among them.
    """

    divided: Divided
    source: Source
    near: float
    start: int


def told(question: Question) -> list[Told]:
    """The quotients of the nearest source that tells any."""
    number = question.target.number
    counts = any(question.place.head() in known.label_names for known in question.catalogs)
    if number.unit is Unit.PERCENT or number.form is Form.FRACTION or counts:
        return []
    for source in question.place.sources():
        found = [
            each
            for one in divided(source.passage)
            if one.by.table in question.scopes and _counts(question, one)
            for each in _told(question, source, one)
        ]
        if found:
            best = max(each.near for each in found)
            return [each for each in found if each.near >= best]
        if (source.first >= 0 or source.cell) and any(
            mention.strength >= _NAMED for mention in source.passage.columns
        ):
            return []  # what sentences before have divided is no longer spoken of
    return []


def _counts(question: Question, one: Divided) -> bool:
    """Whether what is divided by is an amount: rates and identifiers divide nothing."""
    by = question.catalogs[one.by.table].columns[one.by.column]
    return by.role is Role.MEASURE and not by.level


def _told(question: Question, source: Source, one: Divided) -> Iterator[Told]:
    words, place = source.passage.words, question.place
    if source.first < 0:
        if not one.loose and one.of:
            yield Told(one, source, source.worth, one.start)
        return
    if one.at < source.last and source.first < one.end:
        return
    after = one.at >= source.last
    start = max(one.start, source.last) if after else one.start
    between = words[source.last : start] if after else words[one.end : source.first]
    said = [w.word for w in between]
    at_once = after and not any(w in _APART or not w[0].isalpha() for w in said)
    close = at_once and (_is_counted(question, one, len(between)) or not between)
    shared_out = not after and bool(said) and _FOR.issuperset(said)
    first = _first(question, one)
    chained = not after and first is not place and _is_chained(question, source, first)
    leads = not after and one.opens and (first is place or chained) and _leads(source, one, first)
    if one.loose and not (close or shared_out or leads):
        return
    apart = any(w.word[0].isdigit() for w in between)
    near = source.near(start, one.end) * (_PARTED if apart else 1.0)
    near = 1.0 if close or shared_out else max(near, _CHAINED) if chained else near
    yield Told(one, source, near, place.last if close else one.start)


def _is_counted(question: Question, one: Divided, words: int) -> bool:
    """Whether what stands between a number and a denominator is what is divided."""
    table = one.by.table
    return words <= _HEAD and any(
        naming.head for (t, column), naming in question.named.items() if t == table
    )


def _first(question: Question, one: Divided) -> Place:
    """The first number behind the words of a quotient."""
    places = [question.place, *(other.place for other in question.beside)]
    return min((p for p in places if p.first >= one.end), key=lambda p: p.first, default=places[0])


def _is_chained(question: Question, source: Source, first: Place) -> bool:
    """Whether a number is told as an earlier one is: "a doctor in the north has 3, at sea 5"."""
    named = [m for m in source.passage.columns if m.strength >= _NAMED]
    alike = [one for one in question.beside if one.place is first]
    symbol = question.target.number.symbol
    return all(one.target.number.symbol == symbol for one in alike) and not any(
        first.last < mention.start < source.first for mention in named
    )


def _leads(source: Source, one: Divided, first: Place) -> bool:
    """Whether a denominator that opens a clause is what a number is told of: "a doctor has 3"."""
    passage = source.passage
    between = [
        word.word
        for at, word in enumerate(passage.words[one.end : first.first], one.end)
        if at not in passage.labelled
    ]
    return len(between) <= _VERB and all(word[0].isalpha() and word not in CUTS for word in between)


def readings(question: Question, quotients: Sequence[Told]) -> Iterator[Candidate]:
    """The quotients that are told, in each linked scope."""
    for one in quotients:
        table = one.divided.by.table
        known = question.catalogs[table]
        by = known.columns[one.divided.by.column]
        summed = _TOGETHER if Cue.TOTAL in question.cues else 0.0
        whole = Scope(table, None, max(summed, question.whole(table)), ())
        linked = [*question.scopes[table][:_SCOPES], whole]
        for column in _numerators(question, one, by):
            for scope in linked:
                yield from _readings(question, one, column, by, scope)


def _numerators(question: Question, one: Told, by: ColumnFacts) -> list[ColumnFacts]:
    """What is divided: what the words name, what the number counts, or else what is linked."""
    words = one.source.passage.words[one.divided.by.start : one.divided.by.end]
    noun = {word.stem for word in words}

    def may_be(column: ColumnFacts) -> bool:
        fits = column.role is Role.MEASURE and question.target.fits(column) is not False
        divided_already = any(noun.issubset(phrase.words) for phrase in column.phrases)
        return fits and not column.level and column.place != by.place and not divided_already

    if one.divided.of:
        columns = question.catalogs[one.divided.by.table].columns
        return [c for c in (columns[m.column] for m in one.divided.of) if may_be(c)]
    linked = {
        o.column.place: o
        for o in question.operands
        if o.table == one.divided.by.table
        and may_be(o.column)
        and (o.naming.strength >= _LEAST or o.naming.period > 0)
    }
    heads = [o.column for o in linked.values() if o.naming.head]
    return heads or [o.column for o in linked.values()]


def _readings(
    question: Question, one: Told, column: ColumnFacts, by: ColumnFacts, scope: Scope
) -> Iterator[Candidate]:
    table, known = one.divided.by.table, question.catalogs[one.divided.by.table]
    below = question.operand(table, by, Naming(), scope)
    if below is None or not below.vector.sum:
        return
    named, ranges = [period for period, _ in question.periods], question.ranges
    naming = question.named.get((table, column.place), Naming())
    above = question.operand(table, column, naming, scope)
    parts = [] if above is None else [above]
    for columns in together(known.family(column), named, ranges) if parts else ():
        several = question.across(parts[0], columns, scope)
        if several is not None:
            parts.append(several)
    for part in parts:
        value = part.vector.sum / (below.vector.sum * float(factor(by))) * one.divided.base
        agreement = question.target.linear(value, part.column)
        show = partial(_show, question, part, below, agreement, value)
        yield question.derived(Kind.QUOTIENT, agreement, part, True, show)._replace(
            row=scope.link, column=one.near, head=False, explicit=one.near >= _PLAINLY
        )


def faded(
    found: Sequence[Candidate], quotients: Sequence[Told], question: Question
) -> list[Candidate]:
    """The readings, those of columns that are only named as a part of a quotient less linked.

    Where a quotient is plainly told, no other one is meant: not the same upside down.
    """
    made = {one.table for one in found if one.kind is Kind.QUOTIENT}
    quotients = [one for one in quotients if one.divided.by.table in made]
    parts = {key for key, naming in question.named.items() if _is_part(naming, quotients)}
    parts |= {(one.divided.by.table, one.divided.by.column) for one in quotients if one.near == 1}
    plain = any(one.kind is Kind.QUOTIENT and one.explicit for one in found)
    return [
        one._replace(head=False, column=one.column * _FADED)
        if one.kind is not Kind.QUOTIENT
        and one.columns
        and all((one.table, column) in parts for column in one.columns)
        else one
        for one in found
        if not (plain and one.kind in _QUOTIENTS)
    ]


def _is_part(naming: Naming, quotients: Sequence[Told]) -> bool:
    """Whether the words that name a column name a part of a quotient."""
    source, mention = naming.source, naming.mention
    return (
        source is not None
        and mention is not None
        and any(
            one.source.passage is source.passage and one.start <= mention.start < one.divided.end
            for one in quotients
        )
    )


def _show(
    question: Question, above: Operand, below: Operand, agreement: Agreement, value: float
) -> Shown:
    what = f"{written(question, above)} / {written(question, below)}"
    places = question.places(above, 10) + question.places(below, 10)
    scaled = rounded(value * float(factor(above.column)))
    return Shown(what, scaled if agreement.value is None else agreement.value, what, places)
