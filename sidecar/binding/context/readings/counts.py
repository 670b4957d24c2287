"""Readings of a number as a count: of rows, of the rows that a label names, of distinct labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import dropwhile, pairwise, takewhile

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.choices import Choice
from sidecar.binding.context.passages.counted_nouns import ROWS, is_one_of_several, is_part
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings import bounded, enumerated, listed, movers, steps
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.said.stated import counts_rest, is_bound
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.row_sets import row_key
from sidecar.binding.language.words import STOP, is_numeral
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.evidence.location import of_rows
from sidecar.model.number import Form, Unit, is_integral
from sidecar.text.vocabulary import one_of

GRAINS = {
    "year": 0, "annual": 0, "half": 1, "halv": 1, "quarter": 2, "quart": 2, "month": 3,
    "monthly": 3, "day": 4,
}  # fmt: skip
"""Words for periods, and the part of a period that tells them apart."""

_DAYS = GRAINS["day"]
_PASSED = one_of("out of the these those its their our your all other more")
"""Words between a number and the noun that it counts."""

_OF = ("of", "out of")
_OTHERS = one_of("other remaining")  # which are not all
_NUMBER_OF = ("number", "of")
_IS = one_of("is was : stands stood")
_REACH = 12  # words from the noun that is counted to its number
_DEFINITE = one_of("the all these those its our their")
_SCOPES, _WIDENED = 5, 3
_PERIODS = frozenset({"h", "day", "week", "month", "quarter", "year"})


def readings(question: Question) -> Iterator[Candidate]:
    """What a number may count."""
    number = question.target.number
    counted = number.unit is Unit.COUNT or number.symbol in _PERIODS
    score = number.group and Cue.RANGE not in question.cues  # "4-3" counts nothing
    written = number.form in (Form.DIGITS, Form.WORDS)
    if not counted or score or not written or not is_integral(number.value):
        return
    heads = _counted(question.place.words_after(4)) or _told_of(question.place)
    if number.symbol:
        heads.insert(0, number.symbol)
    called = [not known.label_names.isdisjoint(heads[:2]) for known in question.catalogs]
    rows = not question.place.counts_things or any(called) or _are_periods(heads)
    for table, known in enumerate(question.catalogs):
        if number.value > most(known):
            continue
        named, whole = called[table], _is_whole(question)
        every = () if _leaves_out(question.place) else _distinct(question, table, known, heads)
        counts = (*_rows(question, table, known, heads), *every)
        explicit = named and whole
        for one in counts:  # "of the five districts": not of the one that is named
            yield one._replace(explicit=True) if explicit and one.agreement.raw != 1 else one
        yield from _periods(question, table, known, heads)
        yield from listed.readings(question, table, known, heads[:3])
        if named or not heads or number.symbol or _are_periods(heads):
            yield from enumerated.readings(question, table)
        if table in question.scopes and not whole:
            counting = named or " ".join(question.place.words_after(2)).startswith(_OF)
            counting = counting and not is_bound(number) and not _is_definite(question)
            yield from bounded.readings(question, table, known, counting=counting)
            if not is_bound(number):
                yield from steps.readings(question, table, known)
            meant = named if any(called) else rows
            if meant and not (is_bound(number) or _is_definite(question)):
                yield from movers.readings(question, table, known, counting=counting)


def _leaves_out(place: Place) -> bool:
    """Whether a number tells of less than all: "four of the seven", "the other three"."""
    before = place.passage.words[max(0, place.first - 1) : place.first]
    return is_part(place) or any(word.word in _OTHERS for word in before)


def _are_periods(heads: Sequence[str]) -> bool:
    """Whether what a number counts may be rows because these are of periods."""
    return not GRAINS.keys().isdisjoint(heads[:2])


def most(known: Catalog) -> int:
    """What a number may count of a table at most: a little more than all rows, twice."""
    return 2 * known.rows + 10


def _counted(words: Sequence[str]) -> list[str]:
    """What a number counts: the nouns right after it, "of the" before them passed over."""
    rest = list(dropwhile(lambda word: word in STOP, words))
    return list(takewhile(lambda word: word not in STOP, rest)) if _leads(words, rest) else []


def _told_of(place: Place) -> list[str]:
    """What a number counts whose noun stands before it: "the number of sites that grew is four"."""
    words = place.passage.words[max(0, place.first - _REACH) : place.first]
    if not words or words[-1].word not in _IS:
        return []
    pairs = list(pairwise(word.word for word in words))
    at = next((at for at in reversed(range(len(pairs))) if pairs[at] == _NUMBER_OF), len(words))
    told = words[at + 2 :]
    return [] if any(is_numeral(word.word) for word in told) else [w.stem for w in told[:1]]


def _leads(words: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether what stands between a number and its noun lets it count that noun."""
    between = words[: len(words) - len(rest)]
    return all(word in _PASSED for word in between)


def _rows(question: Question, table: int, known: Catalog, heads: list[str]) -> Iterator[Candidate]:
    """The rows of each scope."""
    for scope in _counted_scopes(question, question.scopes.get(table, ())):
        if scope.rows is None and _leaves_out(question.place):
            continue
        size = scope.size(known)
        party = next((choice for choice in scope.choices if choice.is_party), None)
        if party is not None:
            if not _is_its_own(question, party):
                continue
            size = known.entities.count(party.rows)
        if counts_rest(question.place):
            size = known.rows - size
        said = (
            _is_whole(question)
            or party is not None
            or any(
                stem in ROWS or stem in known.title or stem in known.label_words for stem in heads
            )
        )
        for choice in scope.choices:  # "two yellow cards": the label is what is counted
            several = choice.dimension >= 0 and not known.labels_of(choice.dimension).identifying
            counted = question.place.counts(choice.start) or is_one_of_several(
                question.place, choice.start
            )
            said = said or ((several or len(known.measures) != 1) and counted)
        if known.rows == 1 and known.measures and not said:
            continue  # a record is no list
        yield _reading(
            question.target,
            Kind.COUNT,
            table,
            size,
            scope.link,
            said,
            partial(_rows_of, known, scope),
        )


def _is_its_own(question: Question, party: Choice) -> bool:
    """Whether a number tells how many a group has: "the other four"."""
    place = question.place
    words = party.mention
    return words is not None and words.start <= place.first < words.end


def _counted_scopes(question: Question, scopes: Sequence[Scope]) -> Iterator[Scope]:
    """The best scopes, what the very best lie in, and all rows: many events are of one kind."""
    wider = [parent for scope in scopes[:_WIDENED] for parent in question.parents(scope)]
    seen: set[bytes | None] = set()
    for scope in (*scopes[:_SCOPES], *(s for s in wider if s.choices), *scopes[_SCOPES:][-1:]):
        own = row_key(scope.rows)
        if own not in seen:
            seen.add(own)
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


def _is_definite(question: Question) -> bool:
    """Whether a number tells how many there are of what is known: "the eight listed partners"."""
    words, at = question.place.passage.words, question.place.first - 1
    return at >= 0 and words[at].word in _DEFINITE


def _distinct(
    question: Question, table: int, known: Catalog, heads: list[str]
) -> Iterator[Candidate]:
    """The distinct labels of a column, where the number counts what its name says."""
    for labels in known.labels:
        if labels.is_flag:
            continue
        words = {w for p in known.columns[labels.column].phrases for w in p.words}
        said = bool(words.intersection(heads[:2]))
        if said:
            name = known.table.columns[labels.column].name
            yield _reading(
                question.target,
                Kind.COUNT,
                table,
                len(labels.values) - len(known.totals.of(labels.column)),
                0.5,
                True,
                partial("distinct({})".format, name),
            )
    for column in known.columns:
        if column.role is Role.PERIOD and "day" in heads[:2]:
            days = known.index.days.get(column.place)
            if days:
                name = known.table.columns[column.place].name
                what = partial("days({})".format, name)
                yield _reading(question.target, Kind.COUNT, table, days, 0.5, True, what)


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
            what = partial(str, "periods")
            yield _reading(question.target, Kind.COUNT, table, span, 0.5, True, what)


def _rows_of(known: Catalog, scope: Scope) -> str:
    return "" if scope.rows is None else f"count({where(known, scope.choices)})"


def where(known: Catalog, choices: Sequence[Choice]) -> str:
    """What restricts the rows that are counted, as formulas show it."""
    parts = []
    for choice in choices:
        if choice.period is not None:
            parts.append("period")
        elif choice.dimension < 0:  # rows of several keys that the text picked out
            parts.append(of_rows(choice.rows))
        else:
            column = known.table.columns[choice.dimension].name
            labels = dict.fromkeys(known.table.data[choice.dimension][row] for row in choice.rows)
            parts.append(f"{column}={' or '.join(map(str, labels))}")
    return ", ".join(parts)


def _reading(
    target: Target,
    kind: Kind,
    table: int,
    count: int,
    link: float,
    cue: bool,
    formula: Callable[[], str],
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


def _show(formula: Callable[[], str], count: int) -> Shown:
    what = formula()
    return Shown(what or "row_count", Decimal(count), what)
