"""Which numbers of a text are attributed to a quotient that its words name: "each doctor sees 31".

The words stand right at the number, or open what it is attributed to, or are attributed to an
earlier number as
well: "31 patients per doctor in the north, 28 at sea".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.divided import CUTS, Divided, divided
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.candidate import Kind
from sidecar.binding.language.words import STOP, Token, name_words
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.binding.tables.phrases import base_of
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_NAMED = 0.5  # of a column's name that must be said
_HEAD = 3  # words between a number and "a teacher"
_VERB = 5  # words between "a teacher" and a number
_PURPOSE = 2  # words of "to make", "to run"
_PARTED = 0.5  # of how near the words stand that another number parts from it
_CHAINED = 0.8  # how near they stand to a number that is stated as the one at the words is
_APART = STOP - {"of"}
_COUNTS = (None, Unit.COUNT)
_COMPARES = one_of("as the that what those its more less higher lower larger")
_MARKS = one_of(", ; and")
_PLACING = one_of("to in at on of for with from the")
_FOR = one_of("for per to every each")


class Told(NamedTuple):
    """A quotient that is attributed to a number.

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


def told(question: Question, *, apart: bool = False) -> list[Told]:
    """The quotients of the nearest source that tells any.

    Args:
        question: The number.
        apart: Whether it is how far two of them are apart.
    """
    number = question.target.number
    counts = any(question.place.head() in known.label_names for known in question.catalogs)
    if number.form is Form.FRACTION or counts or (not apart and _is_distance(question)):
        return []
    compares = bool(_COMPARES.intersection(question.place.words_after(1)))
    if number.form is Form.MULTIPLE and compares and not apart:
        return []
    for source in question.place.sources():
        found = [
            each
            for one in divided(source.passage)
            if one.by.table in question.scopes
            and (number.unit is not Unit.PERCENT or one.is_share or apart)
            and _counts(question, source, one)
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


def _is_distance(question: Question) -> bool:
    """Whether a number tells how far a quotient is from the one before: "€3 more than the Mill"."""
    told = any(one.kind is Kind.QUOTIENT for one in question.values)
    return told and Cue.APART in question.cues


def _counts(question: Question, source: Source, one: Divided) -> bool:
    """Whether what is divided by is an amount: rates and identifiers divide nothing.

    Nor does a price ("unit cost") by the word for what it is the price of.
    """
    by = question.catalogs[one.by.table].columns[one.by.column]
    said = source.passage.words[one.by.start : one.by.end]
    noun = frozenset(w.stem for w in said[-1:])
    tables = question.scopes
    if any(_is_divided(question, t, noun) or _is_rate(question, t, one.base) for t in tables):
        return False
    price = by.unit.kind is Unit.CURRENCY and [word.stem for word in said] == ["unit"]
    return by.role is Role.MEASURE and not by.level and not price


def _is_divided(question: Question, table: int, noun: frozenset[str]) -> bool:
    """Whether a column holds already what a number belongs to: "an hour" of ``usd_per_hour``."""
    target, known = question.target, question.catalogs[table]
    counts = target.number.unit is Unit.COUNT
    return any(
        (c.unit.kind in _COUNTS if counts else target.fits(c) is not False)
        and any("per" in words and noun.issubset(words) for words in _names(known, c.place))
        for c in known.measures
    )


def _is_rate(question: Question, table: int, base: float) -> bool:
    """Whether a column that is named tells of so many already: ``errors_per_10k``."""
    table_ = question.catalogs[table].table
    return base > 1 and any(
        base_of(name) == base
        for key, naming in question.named.items()
        if key[0] == table and naming.strength > 0
        for name in (table_.columns[key[1]].name, table_.columns[key[1]].label)
    )


def _names(known: Catalog, place: int) -> list[tuple[str, ...]]:
    """The words of each of the names of a column."""
    column = known.table.columns[place]
    return [name_words(name) for name in (column.name, column.label, *column.synonyms)]


def _told(question: Question, source: Source, one: Divided) -> Iterator[Told]:
    words, place = source.passage.words, question.place
    if source.first < 0:
        if not one.loose and one.of:
            yield Told(one, source, source.worth, one.start)
        return
    if one.at < source.last and source.first < one.end:
        return
    direct = _is_direct(question, one, place)
    owner = _owner(question, one)
    chained = owner is not place and _is_chained(question, source, one, owner)
    if one.loose and not (direct or chained):
        return
    after = one.at >= source.last
    start = max(one.start, source.last) if after else one.start
    between = words[source.last : start] if after else words[one.end : source.first]
    apart = any(w.word[0].isdigit() for w in between)
    near = source.near(start, one.end) * (_PARTED if apart else 1.0)
    near = 1.0 if direct else max(near, _CHAINED) if chained else near
    yield Told(one, source, near, place.last if direct and after else one.start)


def _is_direct(question: Question, one: Divided, place: Place) -> bool:
    """Whether the words of a quotient stand right at a number, or open what it is attributed to."""
    words = place.passage.words
    if one.at >= place.last:
        between = words[place.last : max(one.start, place.last)]
        if len(between) == _PURPOSE and between[0].word == "to":  # "€14 to make a MWh"
            return between[1].word not in STOP
        at_once = not any(w.word in _APART or not w.word[0].isalpha() for w in between)
        return at_once and (not between or _is_counted(question, one, len(between)))
    between = words[one.end : place.first]
    shared_out = bool(between) and all(word.word in _FOR for word in between)
    return shared_out or (one.opens and _leads(place, one))


def _is_counted(question: Question, one: Divided, words: int) -> bool:
    """Whether what stands between a number and a denominator is what is divided."""
    table = one.by.table
    return words <= _HEAD and any(
        naming.head for (t, column), naming in question.named.items() if t == table
    )


def _owner(question: Question, one: Divided) -> Place:
    """The number that the words of a quotient belong to: right before them, or else behind."""
    places = [question.place, *(other.place for other in question.beside)]
    before = next((p for p in places if p.last == one.start), None)
    behind = (p for p in places if p.first >= one.end)
    return before or min(behind, key=lambda p: p.first, default=places[0])


def _is_chained(question: Question, source: Source, one: Divided, owner: Place) -> bool:
    """Whether a number is stated as an earlier one is: "a doctor in the north has 3, at sea 5"."""
    if source.first < owner.last or not _is_direct(question, one, owner):
        return False
    passage = source.passage
    named = [m for m in passage.columns if m.strength >= _NAMED and not passage.in_label(m)]
    alike = [each for each in question.beside if each.place is owner]
    symbol = question.target.number.symbol
    return all(each.target.number.symbol == symbol for each in alike) and not any(
        max(owner.last, one.end) < mention.start < source.first
        and not _completes(passage, owner, mention.start)
        for mention in named
    )


def _completes(passage: Passage, owner: Place, start: int) -> bool:
    """Whether a name right behind a number says what it is of: "3 patients in its care, …"."""
    between = passage.words[owner.last : start]
    return len(between) <= _HEAD and all(word.word not in _MARKS for word in between)


def _leads(place: Place, one: Divided) -> bool:
    """Whether a denominator that opens a clause is what a number belongs to: "a doctor has 3"."""
    words, dated = place.passage.words, place.passage.periods
    named = place.passage.labelled.union(*(range(m.start, m.end) for m in dated))
    between = [
        word.word
        for at, word in enumerate(words[one.end : place.first], one.end)
        if at not in named and not (word.word in _PLACING and _before_name(words, named, at))
    ]
    if between[-1:] == ["of"]:  # "at a cost of 12"
        return False
    return len(between) <= _VERB and all(word[0].isalpha() and word not in CUTS for word in between)


def _before_name(words: Sequence[Token], named: Set[int], at: int) -> bool:
    """Whether the words from one of them on place something: "to the Gallery of Glass"."""
    while at < len(words) and words[at].word in _PLACING:
        at += 1
    return at in named
