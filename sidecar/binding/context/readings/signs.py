"""What tells that a number is about something that is in no query result."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages import strangers
from sidecar.binding.context.passages.counted_nouns import are_rows, is_part
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.readings import limits
from sidecar.binding.context.said import (
    aims,
    calculations,
    defined,
    given,
    lengths,
    numbers_in_names,
    outsiders,
    premises,
    stated,
    statistics,
    supposed,
)
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.said.spells import SPANS, is_picked, is_spell
from sidecar.binding.language.words import name_words
from sidecar.binding.sizes import step
from sidecar.binding.tables import counted_things, dimensions
from sidecar.binding.tables.columns import Role
from sidecar.model.number import Form, Number, Unit, is_integral
from sidecar.text.vocabulary import one_of

_NUMERAL = re.compile(r"([1-9][0-9]{0,300})[a-z]?")
_MANY = 100
"""What a text may count by itself: two reasons, five sites, but not 1,200 jobs."""

_TWO_DIGITS = 10
_IN_PART = 0.3  # how strongly a column is named of which a number stands in the name
_IS = one_of("is was were are of : =")
_LINES = one_of("mark level")  # that a number is, and none that it counts
_HALF = 0.5
"""How strongly a column is named that is the counted noun."""


def of(question: Question) -> list[str]:
    """The signs that a number shows, by the names of their weights."""
    return [*_said(question), *_given(question), *_counted(question)]


def _said(question: Question) -> Iterator[str]:
    """What the words at a number say of it."""
    number, place = question.target.number, question.place
    if stated.is_rate(place, number):
        yield "stated_rate"
    if stated.is_base(place, number):
        yield "base_of_rate"
    if stated.is_bound(number):
        yield "limit" if limits.chooses(question) else "bound"
    elif limits.is_of_band(question):
        yield "limit"
    named = (
        numbers_in_names.is_in_label(place)
        or numbers_in_names.is_name(place, number)
        or strangers.holds(place)
    )
    if named or _is_in_column(question) or _is_unit(place, number):
        yield "in_name"
    if place.passage.asks:
        yield "asked"
    if number.form is Form.ORDINAL:
        yield "ranked"
    if number.value == limits.HALVED and "median" in place.passage.unnamed:
        yield "limit"


def _given(question: Question) -> Iterator[str]:
    """What tells that the text sets a number rather than tells it."""
    number, place = question.target.number, question.place
    if Cue.APART not in question.cues and aims.is_planned(place):
        yield "planned"
    if aims.is_aimed(place, number, question.catalogs):
        yield "aimed"
    if (
        given.is_given(place, number)
        or lengths.is_given(place, number)
        or supposed.is_supposed(place)
        or outsiders.is_of_others(place)
        or outsiders.is_generic(place)
        or premises.is_taken_up(place)
        or defined.is_defining(place, number)
        or statistics.is_of_a_test(place, number)
        or calculations.scales(place, float(number.value))
    ):
        yield "given"


def _counted(question: Question) -> Iterator[str]:
    """What a number counts that no data tell."""
    number, place = question.target.number, question.place
    few = number.unit is Unit.COUNT and abs(number.value) < _MANY and is_integral(number.value)
    streak = few and not number.group
    if is_spell(place, number.symbol, measured=_is_measured(question)) and (
        streak or number.symbol in SPANS
    ):
        yield "spell"
    if few and is_picked(place):
        yield "picked"
    if given.is_group(place, number):
        yield "group"
    head = place.head()
    if few and (
        (head and head not in _LINES and not _is_known(head, question)) or is_part(question.place)
    ):
        yield "foreign_noun"
    if _is_listed(question):
        yield "listed"
    if number.unit is Unit.MEASURE and _is_foreign(question):
        yield "foreign_unit"


def _is_measured(question: Question) -> bool:
    """Whether a table of the rows that are named has a column in the unit of a number."""
    symbol = question.target.number.symbol
    return bool(symbol) and any(
        step(column.unit.symbol, symbol) is not None
        for table in {mention.table for mention in question.place.passage.labels}
        for column in question.catalogs[table].measures
    )


def _is_foreign(question: Question) -> bool:
    """Whether no table holds what a number's unit measures, and nothing is said to be so much."""
    place = question.place
    said = place.first > 0 and place.passage.words[place.first - 1].word in _IS
    if said and place.passage.columns and place.passage.labels:
        return False
    return not dimensions.is_held(question.target.number.symbol, question.catalogs)


def _is_unit(place: Place, number: Number) -> bool:
    """Whether a word for a size is the unit of a table's column: "Visitors, thousand"."""
    sized = number.scale > 0 and number.value == Decimal(10) ** number.scale
    return sized and number.form is Form.WORDS and place.in_header


def _is_in_column(question: Question) -> bool:
    """Whether a number stands in the name of a column that is named: 30 days of ``sold_30d``."""
    value = question.target.number.value
    if value < _TWO_DIGITS or not is_integral(value):
        return False
    return any(
        naming.strength >= _IN_PART
        and not question.catalogs[table].columns[place].period.known
        and int(value) in _numerals(question.catalogs[table].table.columns[place].name)
        for (table, place), naming in question.named.items()
    )


def _numerals(name: str) -> set[int]:
    """The numbers in a column's name, each of them alone or with a letter after it."""
    return {int(told[1]) for told in map(_NUMERAL.fullmatch, name_words(name)) if told}


def _is_listed(question: Question) -> bool:
    """Whether a number counts the names that the sentence lists after it: "Two: Alder, Birch"."""
    number, place = question.target.number, question.place
    if number.unit is not Unit.COUNT or [w.word for w in place.passage.words[place.last :][:1]] != [
        ":"
    ]:
        return False
    named: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for table, mention in place.passage.labels:
        if mention.start > place.last and mention.whole == 1:
            named[table, mention.column].add(mention.value)
    return any(len(values) == number.value for values in named.values())


def _is_known(word: str, question: Question) -> bool:
    """Whether a noun that is counted is what a column, a label or the rows are called."""
    measured = any(
        n.head
        and n.strength >= _HALF
        and question.catalogs[table].columns[column].role is Role.MEASURE
        for (table, column), n in question.named.items()
    )
    return (
        measured
        or are_rows(question.place, word)
        or _is_lone(word, question)
        or any(
            word in known.label_words
            or word in known.label_names
            or counted_things.are_rows(word, known)
            or any(word in labels.parts for labels in known.labels)
            for known in question.catalogs
        )
    )


def _is_lone(word: str, question: Question) -> bool:
    """Whether a result is one count, which may be of a noun and is stated nowhere else."""
    value = float(question.target.number.value)
    for known, lookups in zip(question.catalogs, question.lookups, strict=True):
        count = counted_things.lone_count(word, known)
        if count is not None and (count == value or count not in lookups.told):
            return True
    return False
