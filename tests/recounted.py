"""The gold of the generated bench, computed anew from the rows of its tables.

Nothing here uses the bench's own arithmetic or its way of writing numbers.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from bench.generated import __main__ as command
from bench.generated.facts import FactPlace, FactTable
from bench.generated.statements import GeneratedStatement, Slot
from bench.generated.tables import tables
from sidecar.text.vocabulary import listed

WORDS = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
RANKS = listed("- first second third fourth fifth sixth seventh eighth ninth tenth")
MULTIPLES = {"doubled": 2, "tripled": 3, "quadrupled": 4}
POWERS = {"thousand": 3, "k": 3, "million": 6, "M": 6, "m": 6, "mn": 6, "billion": 9, "bn": 9}
NUMBER = re.compile(
    r"(?P<minus>[-−]|minus )?[^\d\w-]*(?P<digits>\d[\d,]*(?:\.\d+)?|\b[a-z]+\b)"
    r"(?:(?P<glued>k|M|m|bn)\b| (?P<scale>thousand|million|billion|mn)\b)?"
)
ABOUT = re.compile(r"^(about|around|over|more than|nearly) ")


def made(seed: int = 1) -> list[GeneratedStatement]:
    """A few hundred statements about tables of all sizes."""
    return _made(seed)


@cache
def _made(seed: int) -> list[GeneratedStatement]:
    return [
        statement
        for size in (10, 100, 2000)
        for table in tables(size, 8, seed)
        for statement in command.statements(table, 14, seed)
    ]


def read(text: str) -> tuple[Fraction, Fraction]:
    """A written number, and the value of its last digit."""
    bare = ABOUT.sub("", text)
    bare = re.sub(r"^[A-Z]{3} ", "", bare)
    if bare.split("-")[0] in RANKS:
        return Fraction(RANKS.index(bare)), Fraction(0)
    if rank := re.fullmatch(r"(\d+)(?:st|nd|rd|th)", bare):
        return Fraction(int(rank[1])), Fraction(0)
    if bare in MULTIPLES:
        return Fraction(MULTIPLES[bare]), Fraction(1, 10)
    match = NUMBER.search(bare)
    assert match, text
    scale = 10 ** POWERS.get(match["glued"] or match["scale"] or "", 0)
    digits = match["digits"].replace(",", "")
    size = Fraction(WORDS.index(digits) if digits in WORDS else digits)
    step = Fraction(scale, 10 ** len(digits.partition(".")[2]))
    return (-size if match["minus"] else size) * scale, step


def cell(table: FactTable, place: FactPlace) -> Fraction:
    """A fact, out of the rows as they are sent."""
    row, column = table.where[place]
    value = Fraction(str(table.rows[row][column]))
    return value * Fraction(table.facts.measures[place.measure].factor)


def recomputed(table: FactTable, slot: Slot) -> Fraction:
    """The right value of a number, from its operands."""
    values = [cell(table, place) for place in slot.operands]
    first = values[0]
    head = slot.formula.partition(" of ")[0]
    named = values[0] if slot.formula == "share" else None
    results = {
        "cell": lambda: first,
        "sum": lambda: sum(values, Fraction(0)),
        "mean": lambda: statistics.mean(values),
        "median": lambda: statistics.median(values),
        "max": lambda: max(values),
        "min": lambda: min(values),
        "difference": lambda: first - values[1],
        "ratio": lambda: first / values[1],
        "share": lambda: 100 * (named or Fraction(0)) / sum(values[1:], Fraction(0)),
        "growth": lambda: 100 * (values[1] - first) / first,
        "yearly growth": lambda: Fraction(
            100 * (float(values[1] / first) ** (1 / (len(table.facts.periods) - 1)) - 1)
        ),
        "multiple": lambda: values[1] / first,
        "points": lambda: values[1] - first,
        "rows": lambda: Fraction(len(values)),
    }
    return Fraction(results[head]())


def counted(statement: GeneratedStatement) -> Fraction:
    """How many cells are above the limit that the sentence names."""
    (limit,) = (slot for slot in statement.slots if slot.formula == "limit")
    (count,) = (slot for slot in statement.slots if slot.formula == "count above")
    border = read(limit.written.text)[0]
    return Fraction(sum(cell(statement.table, place) > border for place in count.operands))


def ranked(statement: GeneratedStatement, slot: Slot) -> Fraction:
    """The rank of the subject that the sentence begins with or names."""
    table = statement.table
    names = [
        name
        for name in table.facts.subjects
        if re.search(rf"\b{re.escape(name)}\b", statement.text)
    ]
    own = max(names, key=len)
    values = {table.facts.subjects[p.subject]: cell(table, p) for p in slot.operands}
    return Fraction(1 + sum(value > values[own] for value in values.values()))


def numbers(seed: int = 1) -> Iterator[tuple[GeneratedStatement, Slot, Fraction]]:
    """Every number with its right value."""
    for statement in made(seed):
        for slot in statement.slots:
            if slot.formula == "limit":
                continue
            if slot.formula == "count above":
                right = counted(statement)
            elif slot.formula == "rank":
                right = ranked(statement, slot)
            else:
                right = recomputed(statement.table, slot)
            if slot.formula == "difference" and slot.ways is None:
                right = abs(right)
            yield statement, slot, right


def said(slot: Slot, statement: GeneratedStatement) -> tuple[Fraction, Fraction]:
    """What the text says, its words for the direction included."""
    value, step = read(slot.written.text)
    falling = (
        slot.ways is not None and slot.ways[1].replace("~", slot.written.text) in statement.text
    )
    return (-value if falling else value), step
