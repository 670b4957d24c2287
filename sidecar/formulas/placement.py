"""Formulas that come with a narrative, and whether one is of the row and period of its words."""

from __future__ import annotations

import calendar
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sidecar.model.evidence import Table
from sidecar.model.formula import Formula
from sidecar.model.text import Span, Text
from sidecar.text.footnotes import blank_footnotes, find_footnotes


class DeclaredFormulas(NamedTuple):
    """A narrative whose footnotes with queries were read.

    Attributes:
        text: What is judged: footnotes with queries, and what refers to them, are spaces in it.
        formulas: Those of the request, then those of footnotes. The span of a footnote's is empty,
            where a marker begins: the number before it is intended.
        written: The narrative as it was written, where ``text`` differs from it.
    """

    text: Text
    formulas: Sequence[Formula]
    written: Text | None


def locate(narrative: Text, words: str) -> Span:
    """Where the words of a number stand, which a formula names it by.

    Raises:
        ValueError: With a sentence: they stand there not at all, or more than once.
    """
    wanted = words.encode("utf-8", "replace")
    start = narrative.data.find(wanted) if wanted else -1
    if start < 0:
        raise ValueError("it is not in the narrative")
    if narrative.data.find(wanted, start + 1) >= 0:
        raise ValueError("it stands there more than once: give the span of the right one")
    return Span(start, start + len(wanted))


def read_declared(narrative: Text, given: Sequence[Formula]) -> DeclaredFormulas:
    """Read the formulas of a narrative beside those that the request gives."""
    notes = find_footnotes(narrative.string)
    if not notes:
        return DeclaredFormulas(narrative, given, None)
    offset = narrative.byte_offset
    formulas = [
        Formula(Span(offset(place), offset(place)), note.query)
        for note in notes
        for place, _ in note.markers
    ]
    return DeclaredFormulas(
        Text(blank_footnotes(narrative.string, notes)), [*given, *formulas], narrative
    )


# Is a formula of the row and period that the words name?
#
# A query may give the very number of the text and still be of another row: the value of South,
# stated of North. What the query picks by equality is compared with what the words name of the same
# column. Where the clause of the number names labels, and the query picks others that its sentence
# names not even in part ("LB" is load balancing), it is misplaced. Words that name nothing say
# nothing.

_WORD = re.compile(r"\w+")
_BORDER = re.compile(
    r"[,;:()–—]\s|[.!?]\s|\n|\b(?:and|but|while|vs|versus|than|from|to|as)\b", re.IGNORECASE
)
_PLAIN = 4
"""Characters from which a label is found whatever its case: "IT" and "All" are words as well."""
_PART = 3
"""Characters from which the beginning of a word stands for it: "Econ" is Economics."""
_DATE = re.compile(r"((?:1[5-9]|2[01])\d\d)-(0[1-9]|1[0-2])(?:-\d\d(?:[T ].*)?)?$")
_MONTH_NAMES = [
    f" {name.lower()} " for name in (*calendar.month_name[1:], *calendar.month_abbr[1:])
]
_MOST_LABELS = 10_000
"""Distinct labels of a column that are looked for; one with more has no plain names."""


class EqualityFilter(NamedTuple):
    """A value that a query picks by equality.

    Attributes:
        query_id: Of the query result.
        column: The name of the column that it is compared with.
        literal: The value, as the query writes it.
    """

    query_id: str
    column: str
    literal: str


class Misplacement(NamedTuple):
    """What a query picks beside what the words name.

    Attributes:
        column: The column.
        picked: What the query picks of it.
        named: What the words name of it.
    """

    column: str
    picked: str
    named: str

    def __str__(self) -> str:
        return f"the words name {self.named}, and the formula reads {self.picked} ({self.column})"


def find_misplacement(
    selects: Iterable[EqualityFilter], sentence: str, number: int, tables: Sequence[Table]
) -> Misplacement | None:
    """The first column of which a query picks nothing that the words name, but others.

    Args:
        selects: What the query picks.
        sentence: The sentence of the number.
        number: Where the number stands in it.
        tables: The query results of the request.
    """
    picked: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for one in selects:
        picked[one.query_id, one.column].add(one.literal)
    by_id = {table.query_id: table for table in tables}
    clause, whole = _Words(_clause(sentence, number)), _Words(sentence)
    for (query_id, column), literals in picked.items():
        if any(whole.hints_at(literal) for literal in literals):
            continue
        named = sorted(label for label in _labels(by_id.get(query_id), column) if label in clause)
        if named:
            return Misplacement(column, ", ".join(sorted(literals)), ", ".join(named))
    return None


# The same of the median and the mean, which differ by little and are easily taken for each other.

_STATISTICS = (
    ("the median", re.compile(r"\bmedian\b", re.IGNORECASE), re.compile(r"(?i)\bmedian\s*\(")),
    (
        "the mean",
        re.compile(r"\b(?:mean|averag(?:e|ed|es|ing))\b", re.IGNORECASE),
        re.compile(r"(?i)\b(?:avg|mean)\s*\("),
    ),
)


def find_other_statistic(query: str, sentence: str, number: int) -> str:
    """What is wrong where the words name the median and a query takes the mean, or vice versa.

    Args:
        query: The query.
        sentence: The sentence of the number.
        number: Where the number stands in it.
    """
    clause = _clause(sentence, number)
    named = [name for name, words, _ in _STATISTICS if words.search(clause)]
    taken = [name for name, _, call in _STATISTICS if call.search(query)]
    if len(named) == 1 and taken and named[0] not in taken:
        return f"the words name {named[0]}, and the formula takes {taken[0]}"
    return ""


def _clause(sentence: str, number: int) -> str:
    """The clause of a number."""
    borders = list(_BORDER.finditer(sentence))
    start = max((border.end() for border in borders if border.end() <= number), default=0)
    end = min((border.start() for border in borders if border.start() > number), default=None)
    return sentence[start:end]


class _Words:
    """Words of a text, in which labels are looked for."""

    def __init__(self, text: str) -> None:
        self._exact = _padded(text)
        self._folded = _padded(text.casefold())

    def __contains__(self, label: object) -> bool:
        told = str(label)
        if month := _month(told):
            name, year = month
            return any(one in self._folded for one in (f" {name} {year} ", f" {name[:3]} {year} "))
        if len(told) < _PLAIN:
            return _padded(told) in self._exact
        return _padded(told.casefold()) in self._folded

    def hints_at(self, label: str) -> bool:
        """Whether some of the words may stand for a label: a word of it, or its initials."""
        if (month := _month(label)) and any(name in self._folded for name in _MONTH_NAMES):
            return f" {month[0]} " in self._folded or f" {month[0][:3]} " in self._folded
        parts = _WORD.findall(label.casefold())
        initials = "".join(part[0] for part in parts)
        for word in self._folded.split():
            if len(parts) > 1 and word == initials:
                return True
            if len(word) >= _PART and any(_alike(word, part) for part in parts):
                return True
        return label in self


def _month(label: str) -> tuple[str, str] | None:
    """The month and year of a date in digits: "2014-12" is December 2014."""
    match = _DATE.match(label)
    return (calendar.month_name[int(match[2])].lower(), match[1]) if match else None


def _alike(word: str, part: str) -> bool:
    """Whether a word is a part of a name, or one begins as the other: "greens" is Green."""
    return part.startswith(word) or (len(part) >= _PART and word.startswith(part))


def _padded(text: str) -> str:
    return f" {' '.join(_WORD.findall(text))} "


def _labels(table: Table | None, column: str) -> Iterator[str]:
    """The distinct labels of a column; none where it holds numbers that are no years."""
    for at, known in enumerate(() if table is None else table.columns):
        if known.name == column and table is not None:
            distinct = {value for value in table.data[at] if isinstance(value, str | int)}
            if len(distinct) <= _MOST_LABELS:
                yield from (told for told in map(str, sorted(distinct, key=str)) if _is_name(told))


def _is_name(told: str) -> bool:
    """Whether a value is one that words can name: with a letter, a month, or a year."""
    if any(char.isalpha() for char in told) or _DATE.match(told):
        return True
    return told.isdecimal() and 1500 <= int(told) <= 2200
