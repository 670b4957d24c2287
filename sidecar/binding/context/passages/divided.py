"""What a text divides by what: "14 pupils per teacher", "each doctor sees 31", "cost-income ratio".

A denominator is a column that is named in the singular as one of many (per, each, every, one, a),
by its name or by its unit; a numerator is named before it, or else is what the number counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language.words import STOP, Token, is_numeral, name_words, stem
from sidecar.binding.sizes import step
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.model.number import Unit
from sidecar.text.units import POWERS, SPELLED, UNITS
from sidecar.text.vocabulary import one_of

_LEAST = 0.5  # of a column's name that must be said
_PER = one_of("per each every")
_ONE = one_of("a an one single")
_EACH = one_of("each apiece")
_ARTICLES = one_of("a an")
_AN_AVERAGE = one_of("a an the our its their")
_HAS = one_of("has had have")
_PLACING = one_of("against with by at of versus vs than as is was")
_ADJECTIVES = one_of("net gross total new average mean")
_OPENS = one_of("for on in , ; : ( while whereas but so")
CUTS = one_of("and or but while with from to by than as that which")
"""Words that part what is divided from what it is divided by."""

_HEADS = one_of("head capita person")
_PEOPLE = frozenset(
    map(stem, one_of("headcount head employee staff fte workforce population inhabitant resident"))
)
_MODIFIERS = 4  # words between the determiner and the noun: "per square metre of floor"
_INSIDE = one_of("- of")
_MONEY = one_of("$ € £ ¥")
_BETWEEN = 4  # words between numerator and denominator: "pupils enrolled per teacher"
_ROUND = frozenset({100.0, 1e3, 1e4, 1e5, 1e6, 1e9})
_THOUSANDS = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_JOINTS = (
    ["to"], ["-"], ["–"], ["-", "to", "-"], ["/"], ["over"], ["divided", "by"], ["relative", "to"],
    ["divided", "by", "the"], ["relative", "to", "the"], ["over", "the"], ["to", "the"],
)  # fmt: skip
_PARTS = one_of("share proportion percentage percent fraction part portion multiple ratio")
_NEEDS_RATIO = (["to"], ["-"], ["–"], ["-", "to", "-"], ["over"], ["over", "the"], ["to", "the"])
_DIVIDES = "divid"
_RATIO = 4  # words between a ratio and its parts
TIMES = one_of("ms ns s min h hr day week fortnight month quarter year decade")
"""Units that rates are stated for rather than divided by."""


class Divided(NamedTuple):
    """A quotient that words name.

    Attributes:
        by: What is divided by.
        of: What is divided; nothing where the words do not name it.
        start: Index of the first token of the words, a numerator before them included.
        at: Index of the first token of the denominator, its determiner included.
        end: Index past the last one.
        base: How many of what is divided by are intended: 1,000 in "per 1,000 inhabitants".
        loose: Whether the words mean it only right after a number ("1.4 beds a doctor"), or where
            they open a clause ("a doctor has 1.4 beds").
        opens: Whether they open a clause.
    """

    by: ColumnMention
    of: tuple[ColumnMention, ...]
    start: int
    at: int
    end: int
    base: float = 1.0
    loose: bool = False
    opens: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it may be a percentage: "costs as a share of sales", "the ratio of A to B"."""
        return bool(self.of) and self.at == self.by.start


def divided(passage: Passage) -> list[Divided]:
    """The quotients that a passage names."""
    return passage.once(_all)


def _all(passage: Passage) -> list[Divided]:
    return list(_narrowed(list(_find(passage))))


def _narrowed(found: Sequence[Divided]) -> Iterator[Divided]:
    """The quotients; words that say more of a noun only choose among what that means.

    "An hour of labour" is one of ``labour_hours`` and none of ``labour_cost``.
    """
    for one in found:
        same = [each.by for each in found if each.at == one.at and each.by.table == one.by.table]
        first = min(by.start for by in same)
        nouns = {by.column for by in same if by.start == first}
        more = {by.column for by in same if by.start > first}
        if one.by.column in (nouns & more or nouns):
            yield one


def _find(passage: Passage) -> Iterator[Divided]:
    words = passage.words
    named = [m for m in passage.columns if m.strength >= _LEAST and not passage.in_label(m)]
    for by, size in (*((m, 1.0) for m in named), *_measured(passage)):
        told = _determined(words, by.start, passage.labelled)
        if told is None or _is_said_more(words, named, told[0], by):
            continue
        at, many = told
        if words[at].word in _ARTICLES and _is_said_of_another(words, at, by):
            continue
        if words[at].word == "per" or many > 1 or _is_one(words[by.end - 1].word):
            of = tuple(m for m in named if _leads(words, m, at))
            said = {(m.start, m.end) for m in of}
            own = (m for m in passage.columns if m.table == by.table and (m.start, m.end) in said)
            of = tuple(own) or of  # another result's may be called so more exactly
            of = of or tuple(_in_unit(passage, at))
            start = min((m.start for m in of), default=at)
            shared = many > 1 and "for" in (words[at].word, words[at - 1].word)
            loose = words[at].word not in _PER and not shared
            if loose and many > 1:
                continue
            dated = {period.end for period in passage.periods}  # "in 2023 a doctor saw 9"
            opens = any(
                first in {0, *dated} or words[first - 1].word in _OPENS for first in (at, start)
            )
            yield Divided(by, of, start, at, by.end, many * size, loose, opens)
    yield from _apiece(words, named)
    for of_, by in pairwise(named):
        if of_.table == by.table and of_.column != by.column and _is_ratio(words, of_, by):
            yield Divided(by, (of_,), of_.start, by.start, by.end)


def _apiece(words: Sequence[Token], named: Sequence[ColumnMention]) -> Iterator[Divided]:
    """What is stated for each of what was counted before: "1,958 orders, worth £17.28 each"."""
    for at, word in enumerate(words):
        number = next((i for i in (at - 1, at - 2) if i >= 0 and is_numeral(words[i].word)), -1)
        if word.word not in _EACH or number < 0:
            continue
        before = [m for m in named if m.end <= number and not _is_one(words[m.end - 1].word)]
        if number == at - 2 and any(m.start == at - 1 for m in named):  # "the nurses had 9 shifts"
            before = [m for m in before if all(_is_plain(w) for w in words[m.end : number])]
        last = max((m.start for m in before), default=-1)
        for by in before:
            if by.start == last:
                yield Divided(by, (), at, at, at + 1, loose=True)


def _is_plain(word: Token) -> bool:
    """Whether a word may stand between who does something and how much each of them does."""
    return word.word[0].isalpha() and word.word not in CUTS


def _measured(passage: Passage) -> Iterator[tuple[ColumnMention, float]]:
    """The columns that words name by their unit: "per hectare"; and one of it in theirs."""
    for at, word in enumerate(passage.words):
        unit = UNITS.get(word.word) or SPELLED.get(word.word)
        if word.word not in _HEADS and (unit is None or unit.unit is not Unit.MEASURE):
            continue
        before = {w.word for w in passage.words[max(0, at - _MODIFIERS) : at]}
        if before.isdisjoint(_PER | _ONE):
            continue
        if unit is None:
            yield from ((ColumnMention(*each, 1.0, at, at + 1), 1.0) for each in _people(passage))
            continue
        end, power = at + 1, POWERS.get(passage.words[at - 1].word if at else "", "")
        if [each.word for each in passage.words[end : end + 2]] == ["-", "hour"]:
            unit, end = UNITS.get(f"{unit.symbol}h", unit), end + 2  # "per megawatt-hour"
        unit = UNITS.get(f"{unit.symbol}{power}", unit)  # "per square metre"
        for table, known in enumerate(passage.catalogs):
            for column in known.measures:
                size = _size(known, column, word, unit.symbol)
                if size is not None:
                    yield ColumnMention(table, column.place, 1.0, at, end), size


def _people(passage: Passage) -> Iterator[tuple[int, int]]:
    """The columns that count people who live or work somewhere, with their tables."""
    for table, known in enumerate(passage.catalogs):
        for column in known.measures:
            if not column.level and not _PEOPLE.isdisjoint(known.named[column.place]):
                yield table, column.place


def _in_unit(passage: Passage, at: int) -> Iterator[ColumnMention]:
    """The columns in the unit right before a denominator: "kWh per 100 orders"."""
    word = passage.words[at - 1].word if at else ""
    unit = UNITS.get(word) or SPELLED.get(word)
    if unit is None or unit.unit is not Unit.MEASURE:
        return
    for table, known in enumerate(passage.catalogs):
        for column in known.measures:
            if column.unit.symbol == unit.symbol and not column.level:
                yield ColumnMention(table, column.place, 1.0, at - 1, at)


def _size(known: Catalog, column: ColumnFacts, word: Token, symbol: str) -> float | None:
    """How many of its own units one of another is in a column; None where it is in unlike ones.

    Rates are stated for times: one divides only by hours of a column that is called so.
    """
    unit = column.unit
    if unit.kind is not Unit.MEASURE or column.level:
        return None
    if word.stem in name_words(known.table.columns[column.place].name):
        return float(factor(column))  # as its cells are written: "per Ml"
    size = None if symbol in TIMES else step(unit.symbol, symbol)
    return None if size is None else 1 / float(size)


def _determined(
    words: Sequence[Token], start: int, labelled: frozenset[int]
) -> tuple[int, float] | None:
    """Where the determiner of a noun stands that tells it as one of many, and of how many."""
    base, counted = 1.0, False
    for at in range(start - 1, max(-1, start - 2 - _MODIFIERS), -1):
        word = words[at].word
        if word in _MONEY:
            continue  # "for every $1 spent"
        if word in _PER or word in _ONE:
            return at, base
        if word == "average" and words[at - 1 : at] and words[at - 1].word in _AN_AVERAGE:
            return (at - 1, base) if _does(words, start) else None
        if counted and not (word in _THOUSANDS or word[0].isdigit()):
            round_ = word == "for" and base in _ROUND  # "for 10,000 inhabitants"
            return (at, base) if round_ else None  # "per member 8.4 visits" divides by no visits
        counted = counted or word in _THOUSANDS or word[0].isdigit()
        if word in _THOUSANDS:
            base *= _THOUSANDS[word]
        elif word[0].isdigit():
            if not word.replace(",", "").isdecimal():
                return None  # "one in every 5.4 members" is a share of them, "h²" no number
            base *= float(word.replace(",", ""))
        elif at not in labelled and word not in _INSIDE and (word in STOP or not word[0].isalpha()):
            return None
    return None


def _does(words: Sequence[Token], start: int) -> bool:
    """Whether a noun does something: "the average site sold 9", but not "the average price is"."""
    after = words[start + 1 : start + 2]
    return any(w.word in _HAS or (w.word[0].isalpha() and w.word not in STOP) for w in after)


def _is_said_of_another(words: Sequence[Token], at: int, by: ColumnMention) -> bool:
    """Whether an article opens no denominator: "against a budget", "a net gain", "a cost of 9".

    Nor does that of who does what the column tells: "a driver delivered 9".
    """
    placed = at > 0 and words[at - 1].word in _PLACING
    of = [word.word for word in words[by.end : by.end + 2]]
    done = by.start > at + 1 and words[by.end - 1].word.endswith("ed")
    adjective = words[by.end - 1].word in _ADJECTIVES
    return placed or done or adjective or (of[:1] == ["of"] and is_numeral(of[-1]))


def _is_said_more(
    words: Sequence[Token], named: Sequence[ColumnMention], at: int, by: ColumnMention
) -> bool:
    """Whether a word only says more of what is stated as one of many: "per passenger carried"."""
    participle = words[by.end - 1].word.endswith("ed")
    return participle and any(at < m.start and m.end <= by.start for m in named)


def _is_one(word: str) -> bool:
    """Whether a noun is in the singular."""
    return not word.endswith("s") or word.endswith(("ss", "us", "is"))


def _leads(words: Sequence[Token], mention: ColumnMention, at: int) -> bool:
    """Whether a column is named right before a denominator."""
    between = words[mention.end : at]
    return 0 <= at - mention.end <= _BETWEEN and all(
        w.word[0].isalpha() and w.word not in CUTS for w in between
    )


def _is_ratio(words: Sequence[Token], of: ColumnMention, by: ColumnMention) -> bool:
    """Whether two names are stated as a quotient: "the ratio of A to B", "A divided by B"."""
    between = [w.word for w in words[of.end : by.start]]
    if between[:2] == ["as", "a"] and between[2:3] and between[2] in _PARTS:
        return between[3:] in (["of"], ["of", "the"], ["of", "total"])
    if between in (["by"], ["by", "the"]):  # "dividing the rent by the guests"
        return any(word.stem == _DIVIDES for word in words[max(0, of.start - _RATIO) : of.start])
    if between not in _JOINTS:
        return False
    before, after = words[max(0, of.start - _RATIO) : of.start], words[by.end : by.end + _RATIO]
    said = any(word.stem == "ratio" for word in (*before, *after))
    return said or between not in _NEEDS_RATIO
