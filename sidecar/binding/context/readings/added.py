"""Readings of a number as what columns come to that a sentence adds up: "wages and rent together".

Further columns may be put on top of them: "wages and rent came to 12, with energy to 14".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue, asked_by
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.lists import Span, lists
from sidecar.binding.tables.columns import ColumnFacts, Role
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_PLAINLY = 0.6  # how strongly columns are named that are added up
_JOINS = one_of(", and & plus + with")
_ADDS = one_of("come comes came amount amounts amounted add adds added plus + summed sums")
_PAIR = 2
_SCOPES = 3
_SHOWN = 20

_Columns = tuple[ColumnFacts, ...]


def readings(question: Question) -> Iterator[Candidate]:
    """The sums of columns that the sentence names in a list, where its words ask for a total."""
    number = question.target.number
    if number.unit is Unit.PERCENT or number.form is Form.MULTIPLE or not _is_asked(question):
        return
    for table, scopes in question.scopes.items():
        for columns in _sums(question, table):
            whole = Scope(table, None, question.whole(table), ())
            for scope in (*(s for s in scopes[:_SCOPES] if s.choices), whole):
                first = question.operand(table, columns[0], Naming(1.0), scope)
                one = None if first is None else question.across(first, columns, scope)
                if one is not None:
                    yield _reading(question, one)
                    if Cue.MEAN in question.cues:
                        yield _reading(question, one, one.vector.values.size // len(columns))


def _is_asked(question: Question) -> bool:
    """Whether words before a number, or near it, ask for a sum."""
    passage, place = question.place.passage, question.place
    told = Cue.TOTAL in question.cues and any(asked_by(s) & Cue.TOTAL for s in passage.unnamed)
    return told or any(word.word in _ADDS for word in passage.words[: place.first])


def _sums(question: Question, table: int) -> list[_Columns]:
    """The columns that are added up: those of the last list before a number, and all before it."""
    passage, known = question.place.passage, question.catalogs[table]
    named = {
        span: known.columns[column]
        for span, column in _named(passage, table).items()
        if span[1] <= question.place.first
    }
    listed = [one for one in lists(passage.words, named, _JOINS) if _is_list(passage, one)]
    found = (tuple(named[span] for span in spans) for spans in (*listed[-1:], list(named)[:_SHOWN]))
    return list(dict.fromkeys(filter(_are_alike, found if listed else ())))


def _is_list(passage: Passage, spans: Sequence[Span]) -> bool:
    """Whether names are joined, and not two clauses: "largest by revenue, and employ 194"."""
    between = passage.words[spans[0][1] : spans[-1][0]]
    return len(spans) > 1 and (len(spans) > _PAIR or all(word.word != "," for word in between))


def _named(passage: Passage, table: int) -> dict[tuple[int, int], int]:
    """The columns of a query result that a sentence plainly names, by where it does, in order."""
    found: dict[tuple[int, int], tuple[float, int]] = {}
    for one in passage.columns:
        if one.table == table and one.strength >= _PLAINLY:
            span = one.start, one.end
            found[span] = max(found.get(span, (0.0, 0)), (one.strength, -one.column))
    return {span: -column for span, (_, column) in sorted(found.items())}


def _are_alike(columns: _Columns) -> bool:
    """Whether columns are different amounts that are measured alike."""
    amounts = all(c.role is Role.MEASURE and not c.level for c in columns)
    distinct = len({c.place for c in columns}) == len(columns) > 1
    return amounts and distinct and len({id(c.scaling) for c in columns}) == 1


def _reading(question: Question, one: Operand, among: int = 1) -> Candidate:
    """The sum, or the mean of those of some rows."""
    agreement = question.target.linear(one.vector.sum / among, one.column)
    show = partial(_show, question, one, agreement, among)
    kind = Kind.SUM if among == 1 else Kind.MEAN
    return question.derived(kind, agreement, one, True, show)._replace(explicit=True)


def _show(question: Question, one: Operand, agreement: Agreement, among: int) -> Shown:
    parts = [question.operand(one.table, c, one.naming, one.scope) for c in one.across]
    formula = f"sum({', '.join(question.range_of(part) for part in parts if part is not None)})"
    formula += f" / {among}" if among > 1 else ""
    value = agreement.value if agreement.value is not None else rounded(one.vector.sum / among)
    return Shown(formula, value, formula, question.places(one, _SHOWN))
