"""Readings of a number as a count: of rows, of the rows that a label names, of distinct labels."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import dropwhile, takewhile

from sidecar.binding.context.agreement import Target
from sidecar.binding.context.candidate import Candidate, Kind, Shown
from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.choices import Choice
from sidecar.binding.context.columns import Role, factor
from sidecar.binding.context.cues import Cue
from sidecar.binding.context.naming import Naming
from sidecar.binding.context.operands import Operand, Question
from sidecar.binding.context.scopes import Scope
from sidecar.binding.context.stated import is_bound
from sidecar.binding.context.words import STOP, stem
from sidecar.model.number import Form, Qualifier, Unit
from sidecar.text.vocabulary import one_of

GRAINS = {
    "year": 0,
    "annual": 0,
    "half": 1,
    "halv": 1,
    "quarter": 2,
    "quart": 2,
    "month": 3,
    "monthly": 3,
    "day": 4,
}
"""Words for periods, and the part of a period that tells them apart."""

_DAYS = GRAINS["day"]

_PASSED = frozenset({"of", "the", "these", "those", "its", "their", "all", "other", "more"})
"""Words between a number and the noun that it counts."""

_ROWS = frozenset(map(stem, one_of("row record entry item line observation result")))
_PAST = {
    Qualifier.OVER: (">", operator.gt),
    Qualifier.AT_LEAST: (">=", operator.ge),
    Qualifier.UNDER: ("<", operator.lt),
    Qualifier.AT_MOST: ("<=", operator.le),
}
"""What is counted by the word before a bound."""

_SCOPES, _WIDENED = 5, 3
_PERIODS = frozenset({"h", "day", "week", "month", "quarter", "year"})


def readings(question: Question) -> Iterator[Candidate]:
    """What a number may count."""
    number = question.target.number
    counted = number.unit is Unit.COUNT or number.symbol in _PERIODS
    score = number.group and Cue.RANGE not in question.cues  # "4-3" counts nothing
    if not counted or score or number.form not in (Form.DIGITS, Form.WORDS) or number.value % 1:
        return
    heads = _counted(question.place.words_after(4))
    if number.symbol:
        heads.insert(0, number.symbol)
    for table, known in enumerate(question.catalogs):
        if number.value > most(known):
            continue
        yield from _rows(question, table, known, heads)
        yield from _distinct(question, table, known, heads)
        yield from _periods(question, table, known, heads)
        if table in question.scopes:
            yield from _filtered(question, table, known)


def most(known: Catalog) -> int:
    """What a number may count of a table at most: a little more than all rows, twice."""
    return 2 * known.rows + 10


def _counted(words: Sequence[str]) -> list[str]:
    """What a number counts: the nouns right after it, "of the" before them passed over."""
    rest = list(dropwhile(lambda word: word in STOP, words))
    return list(takewhile(lambda word: word not in STOP, rest)) if _leads(words, rest) else []


def _leads(words: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether what stands between a number and its noun lets it count that noun."""
    between = words[: len(words) - len(rest)]
    return all(word in _PASSED for word in between)


def _rows(question: Question, table: int, known: Catalog, heads: list[str]) -> Iterator[Candidate]:
    """The rows of each scope."""
    scopes = question.scopes.get(table, ())
    for scope in _counted_scopes(question, scopes):
        size = scope.size(known)
        said = _is_whole(question) or any(
            stem in _ROWS or stem in known.title or stem in known.label_words for stem in heads
        )
        for choice in scope.choices:  # "two yellow cards": the label is what is counted
            several = choice.dimension >= 0 and not known.labels_of(choice.dimension).identifying
            said = said or (
                (several or len(known.measures) != 1)
                and question.place.counts(choice.start, choice.end)
            )
        if known.rows == 1 and known.measures and not said:
            continue  # a record is no list
        yield _reading(
            question.target,
            Kind.COUNT,
            table,
            size,
            scope.link,
            said,
            "row_count" if scope.rows is None else f"count({_where(known, scope.choices)})",
        )


def _counted_scopes(question: Question, scopes: Sequence[Scope]) -> Iterator[Scope]:
    """The best scopes, what the very best lie in, and all rows: many events are of one kind."""
    wider = [parent for scope in scopes[:_WIDENED] for parent in question.parents(scope)]
    seen: set[bytes | None] = set()
    for scope in (*scopes[:_SCOPES], *(s for s in wider if s.choices), *scopes[_SCOPES:][-1:]):
        key = None if scope.rows is None else scope.rows.tobytes()
        if key not in seen:
            seen.add(key)
            yield scope


def _is_whole(question: Question) -> bool:
    """Whether a number is the whole that something is said of: "four of the seven"."""
    words, at = question.place.passage.words, question.place.first - 1
    if at > 0 and words[at].word == "the":
        at -= 1
    if at < 0 or words[at].word != "of":
        return False
    named = {mention.end for mention in question.place.passage.columns}
    return at not in named  # "a goal difference of two"


def _filtered(question: Question, table: int, known: Catalog) -> Iterator[Candidate]:
    """The rows past a bound that the sentence states, or with more, or less, than before."""
    bounds = _bounds(question)
    if not bounds and not question.cues & (Cue.DIFFERENCE | Cue.CHANGE):
        return
    operands = [o for o in question.groups if o.table == table and not o.across]
    operands += _of_unit(question, table, known, bounds, operands)
    for operand in operands:
        values = operand.vector.values
        name = question.range_of(operand)
        for bound in bounds:
            if bound.fits(operand.column) is not True and any(
                bound.fits(o.column) for o in operands
            ):
                continue  # "above €200" is said of the amounts in euro
            limit = float(bound.number.value) / float(factor(operand.column))
            sign, past = _PAST[bound.number.qualifier]
            count = int(past(values, limit).sum())
            yield _reading(
                question.target,
                Kind.COUNT,
                table,
                count,
                operand.scope.link,
                True,
                f"count({name} {sign} {limit:g})",
            )
    for old in operands if not bounds else ():
        for new in operands:
            if old.column is new.column or old.scope.rows is not new.scope.rows:
                continue
            if new.column not in known.family(old.column):
                continue
            if old.vector.values.size != new.vector.values.size:
                continue
            count = int((new.vector.values > old.vector.values).sum())
            formula = f"count({question.range_of(new)} > {question.range_of(old)})"
            yield _reading(question.target, Kind.COUNT, table, count, new.scope.link, True, formula)


def _bounds(question: Question) -> list[Target]:
    """The bounds that the sentence states, each once however often it says so."""
    told = [one.target for one in question.beside if is_bound(one.target.number)]
    return list({(t.number.value, t.number.symbol, t.number.qualifier): t for t in told}.values())


def _of_unit(
    question: Question,
    table: int,
    known: Catalog,
    bounds: Sequence[Target],
    operands: Sequence[Operand],
) -> Iterator[Operand]:
    """The columns that a bound names by its unit alone: "orders above €200"."""
    said = {operand.column.place for operand in operands}
    for column in known.measures:
        if column.place not in said and any(bound.fits(column) for bound in bounds):
            for scope in question.scopes[table][-1:]:  # the whole table is the last one
                whole = scope._replace(link=max(scope.link, question.whole(table)))
                operand = question.operand(table, column, Naming(), whole)
                if operand is not None:
                    yield operand


def _distinct(
    question: Question, table: int, known: Catalog, heads: list[str]
) -> Iterator[Candidate]:
    """The distinct labels of a column, where the number counts what its name says."""
    for labels in known.labels:
        words = {w for p in known.columns[labels.column].phrases for w in p.words}
        said = bool(words.intersection(heads[:2]))
        if said:
            name = known.table.columns[labels.column].name
            yield _reading(
                question.target,
                Kind.COUNT,
                table,
                len(labels.values),
                0.5,
                True,
                f"distinct({name})",
            )
    for column in known.columns:
        if column.role is Role.PERIOD and "day" in heads[:2]:
            days = known.index.days.get(column.place)
            if days:
                name = known.table.columns[column.place].name
                yield _reading(question.target, Kind.COUNT, table, days, 0.5, True, f"days({name})")


def _periods(
    question: Question, table: int, known: Catalog, heads: Sequence[str]
) -> Iterator[Candidate]:
    """The years, quarters or months that the data, or the periods that are named, cover."""
    grain = next((GRAINS[h] for h in heads if h in GRAINS), None)
    if grain is None:
        return
    inside = [p for p in known.period_order if known.has_periods] if known.has_periods else []
    inside += [c.period for c in known.pivoted]
    distinct = sorted({p[: grain + 1] for p in inside if p[grain] is not None}, key=str)
    spans = [len(distinct)]
    for first, last in question.ranges:
        if first[0] is not None and last[0] is not None and grain == 0:
            spans += [last[0] - first[0], last[0] - first[0] + 1]
    years = sorted({p[0] for p in inside if p[0] is not None})
    named = sorted({m.period[0] for m in question.place.passage.periods if m.period[0] is not None})
    if grain == 0 and named and years:
        spans += [years[-1] - named[0], named[-1] - named[0], named[-1] - named[0] + 1]
    if grain == 0 and len(years) > 1:
        spans.append(years[-1] - years[0])
    if grain == _DAYS and known.calendar is not None:
        spans.append(known.calendar.span)
    for span in dict.fromkeys(spans):
        if span > 0:
            yield _reading(question.target, Kind.COUNT, table, span, 0.5, True, "periods")


def _where(known: Catalog, choices: Sequence[Choice]) -> str:
    parts = []
    for choice in choices:
        if choice.period is not None:
            parts.append("period")
        else:
            column = known.table.columns[choice.dimension].name
            labels = dict.fromkeys(known.table.data[choice.dimension][row] for row in choice.rows)
            parts.append(f"{column}={' or '.join(map(str, labels))}")
    return ", ".join(parts)


def _reading(
    target: Target, kind: Kind, table: int, count: int, link: float, cue: bool, formula: str
) -> Candidate:
    agreement = target.plain(float(count))
    return Candidate(
        kind,
        agreement,
        link,
        0.0,
        False,
        0,
        cue,
        0.0,
        1.0,
        table,
        (),
        (),
        partial(_show, formula, count),
    )


def _show(formula: str, count: int) -> Shown:
    return Shown(formula, Decimal(count), "" if formula == "row_count" else formula)
