"""Readings as what is left of one amount after another: "net additions", "the shortfall", "leaks".

One such word asks for the difference of two amounts that are measured alike and names neither of
them: what came in and what went out. They stand in two columns of the same rows, or in the rows of
the two labels that a column has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, combinations

from sidecar.binding.context.operands.levels import PLANS
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.two_values import written
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.row_sets import Rows, common
from sidecar.binding.language.words import Token, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts
from sidecar.model.number import Form, Unit
from sidecar.model.report import Grade
from sidecar.text.vocabulary import one_of

_NET = frozenset(
    map(
        stem,
        one_of(
            "net netted surplus deficit shortfall shortage balance leak drain excess overspend "
            "underspend overrun outflow inflow saving underwater arrears backlog outnumber "
            "unused headroom"
        ),
    )
)
_AHEAD = frozenset(map(stem, one_of("margin majority ahead clear lead victory")))
_SPARE = frozenset(
    map(stem, one_of("free spare unspent vacant unoccupied unfilled idle left remaining"))
)
"""What says that something is left of a room, a plan or a limit, and in other data says less."""
_ROOM = PLANS | frozenset(map(stem, one_of("capacity limit quota allowance places")))
_TAKEN = frozenset(
    map(stem, one_of("used occupied booked taken filled spent sold committed allocated actual"))
)
_PHRASES = {"water": ["under"], "red": ["in", "the"], "black": ["in", "the"], "hand": ["in"]}
"""Phrases that say so, by their last word: "under water"."""

_LEAST = 0.15  # how strongly a column is named
_NEAR = 0.5  # how near such a word stands
_SCOPES, _UNIONS = 3, 1
_COLUMNS = 12  # measures of a table of which two are compared with each other
_TWO = 2
_ROUGH = frozenset({Form.MULTIPLE, Form.FRACTION, Form.ORDINAL})


def readings(question: Question) -> Iterator[Candidate]:
    """The differences of amounts that are measured alike, where a word asks for what is left."""
    number = question.target.number
    if number.unit is Unit.PERCENT or number.form in _ROUGH:
        return
    asked = _said(question, _NET)
    ahead = Cue.APART in question.cues and bool(_said(question, _AHEAD))
    before = question.place.passage.words[: question.place.first][-1:]
    verb = [word.word for word in before] == ["left"]  # "those within budget left 9 unspent"
    spare = not (asked or verb) and bool(_said(question, _SPARE))
    for table, scopes in question.scopes.items() if asked or ahead or spare else ():
        known = question.catalogs[table]
        if len(known.measures) > _COLUMNS or not known.title.isdisjoint(asked):
            continue  # of "net sales" all amounts are net
        whole = Scope(table, None, question.whole(table), ())
        rows = [scope for scope in scopes[:_SCOPES] if scope.choices]
        if question.place.speaks_of_several or not rows:
            rows += question.unions(table)[:_UNIONS]
        for scope in (*rows, *([whole] if whole.link and (asked or spare) else [])):
            if spare:
                yield from _of_rooms(question, known, scope)
            elif asked:
                yield from _of_columns(question, known, scope)
                yield from _of_labels(question, known, scope)
            else:
                yield from _ahead(question, known, scope)


def _said(question: Question, stems: frozenset[str]) -> list[str]:
    """Those of some words, or of the phrases, that stand near a number and in no name."""
    place = question.place
    if place.passage.stems.isdisjoint(stems | _PHRASES.keys()):
        return []
    words, whole = place.passage.words, [m for _, m in place.passage.labels if m.whole == 1]
    named = place.passage.naming.union(*(range(m.start, m.end) for m in whole))
    return [
        word.stem
        for at, word in enumerate(words)
        if (word.stem in stems or _ends_phrase(words, at))
        and at not in named
        and place.own.near(at, at + 1) >= _NEAR
    ]


def _ends_phrase(words: Sequence[Token], at: int) -> bool:
    """Whether several words say so: "under water"."""
    before = _PHRASES.get(words[at].word)
    return before is not None and before == [word.word for word in words[:at]][-len(before) :]


def _of_columns(question: Question, known: Catalog, scope: Scope) -> Iterator[Candidate]:
    """What one column leaves of another."""
    pairs = list(_alike(question, known))
    akin = [pair for pair in pairs if _are_akin(*pair) or _is_one_planned(known, *pair)]
    for columns in akin or pairs:
        sides = [_operand(question, column, scope) for column in columns]
        if sides[0] is not None and sides[1] is not None:
            yield _left(question, sides[0], sides[1])


def _of_rooms(question: Question, known: Catalog, scope: Scope) -> Iterator[Candidate]:
    """What is left of a room or plan after what was taken of it: "148 free positions"."""
    if not _SPARE.isdisjoint(chain.from_iterable(known.named)):
        return  # a column tells it itself
    for pair in _alike(question, known):
        for room, taken in (pair, pair[::-1]):
            used = known.named[taken.place]
            if used.isdisjoint(_ROOM) and not _ROOM.isdisjoint(known.named[room.place]):
                sides = [_operand(question, column, scope) for column in (room, taken)]
                if (_are_akin(*pair) or not _TAKEN.isdisjoint(used)) and None not in sides:
                    yield _left(question, *filter(None, sides))._replace(explicit=True)


def _ahead(question: Question, known: Catalog, scope: Scope) -> Iterator[Candidate]:
    """How far the most of a row is ahead of the next: "a margin of 230 decided the ward"."""
    akin = {c for pair in _alike(question, known) if _are_akin(*pair) for c in pair}
    sides = [_operand(question, column, scope) for column in sorted(akin, key=lambda c: c.place)]
    first = sorted(filter(None, sides), key=lambda side: -side.vector.sum)[:_TWO]
    if len(sides) > _TWO and len(first) == _TWO:
        yield _left(question, *first)


def _alike(question: Question, known: Catalog) -> Iterator[tuple[ColumnFacts, ColumnFacts]]:
    """Two columns that are measured alike, of the unit of the number where there are such."""
    held = [c for c in known.measures if _may_be_left(question, c)]
    held = [c for c in held if question.target.fits(c)] or held
    return ((a, b) for a, b in combinations(held, _TWO) if a.scaling is b.scaling)


def _may_be_left(question: Question, column: ColumnFacts) -> bool:
    """Whether something may be left of the amounts of a column in the unit of the number."""
    counted = question.target.number.unit is Unit.COUNT and column.unit.kind is Unit.CURRENCY
    fits = question.target.fits(column) is not False
    return fits and not (counted or column.level or column.change or column.fraction)


def _is_one_planned(known: Catalog, a: ColumnFacts, b: ColumnFacts) -> bool:
    """Whether one of two columns holds plans, and the other what became of them."""
    plans = [not PLANS.isdisjoint(known.named[column.place]) for column in (a, b)]
    return plans[0] is not plans[1]


def _are_akin(a: ColumnFacts, b: ColumnFacts) -> bool:
    """Whether two names differ in one word: trips in, trips out."""
    for mine in (phrase.words for phrase in a.phrases if phrase.weight == 1):
        for theirs in (phrase.words for phrase in b.phrases if phrase.weight == 1):
            apart = sum(x != y for x, y in zip(mine, theirs, strict=False))
            if len(mine) == len(theirs) > 1 and apart == 1:
                return True
    return False


def _of_labels(question: Question, known: Catalog, scope: Scope) -> Iterator[Candidate]:
    """What the rows of one of two labels leave of those of the other, in columns that are named."""
    taken = {choice.dimension for choice in scope.choices}
    for labels in known.labels:
        if len(labels.values) != _TWO or labels.column in taken:
            continue
        for column in known.measures:
            if not _is_meant(question, scope.table, column):
                continue
            sides = [
                _operand(question, column, scope._replace(rows=_within(scope, rows)))
                for rows in labels.rows
            ]
            if sides[0] is not None and sides[1] is not None:
                yield _left(question, sides[0], sides[1])


def _within(scope: Scope, rows: Rows) -> Rows:
    """Those of some rows that lie in a scope."""
    return rows if scope.rows is None else common(scope.rows, rows)


def _is_meant(question: Question, table: int, column: ColumnFacts) -> bool:
    """Whether words name a column, or the unit of the number is its own."""
    named = question.named.get((table, column.place), Naming()).strength >= _LEAST
    told = named or question.target.fits(column) is True
    return told and _may_be_left(question, column)


def _operand(question: Question, column: ColumnFacts, scope: Scope) -> Operand | None:
    naming = question.named.get((scope.table, column.place), Naming())
    return question.operand(scope.table, column, naming, scope)


def _left(question: Question, one: Operand, two: Operand) -> Candidate:
    """What is left of one of two amounts after the other."""
    one, two = _ordered(question, one, two)
    agreement = question.target.linear(one.vector.sum - two.vector.sum, one.column)
    show = partial(_show, question, one, two, agreement)
    found = question.derived(Kind.NET, agreement, one, True, show)
    return found._replace(
        row=one.scope.link,
        column=max(one.naming.strength, two.naming.strength),
        head=False,
    )


def _ordered(question: Question, one: Operand, two: Operand) -> tuple[Operand, Operand]:
    """Two amounts, the one first that is stated first, or else the one that a sign asks for."""
    told = [_told(question, side) for side in (one, two)]
    if min(told) >= 0 and question.target.number.sign:
        return (one, two) if told[0] < told[1] else (two, one)
    less = question.target.number.value < 0
    return (one, two) if (one.vector.sum < two.vector.sum) is less else (two, one)


def _told(question: Question, side: Operand) -> int:
    """Where an amount is stated before the number in its sentence; -1 where it is not."""
    before = [each for each in question.beside if each.place.first < question.place.first]
    return next(
        (
            each.place.first
            for each in reversed(before)
            if each.target.linear(side.vector.sum, side.column).grade is Grade.EXACT
        ),
        -1,
    )


def _show(question: Question, one: Operand, two: Operand, agreement: Agreement) -> Shown:
    formula = f"{written(question, one)} - {written(question, two)}"
    places = question.places(one, 10) + question.places(two, 10)
    return Shown(formula, agreement.value, formula, places)
