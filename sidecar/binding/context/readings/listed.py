"""Readings of a number as a count of what a cell lists: "three colours" of "Red, Blue, White"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from decimal import Decimal
from functools import partial

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import name_words
from sidecar.binding.tables.catalog import Catalog

_BETWEEN = re.compile(r"\s*[,;/|]\s+|\s+(?:and|or)\s+|\s*/\s*")
_SCOPES = 5
_MOST = 20  # things that a text counts rather than calls many


def readings(
    question: Question, table: int, known: Catalog, counted: Collection[str]
) -> Iterator[Candidate]:
    """How many things the cells of a row list whose name or column is what is ``counted``."""
    number = question.target.number
    if not counted or number.symbol or not 1 < number.value <= _MOST:
        return
    rows = {
        int(scope.rows[0]): scope.link
        for scope in reversed(question.scopes.get(table, ())[:_SCOPES])
        if scope.rows is not None and scope.rows.size == 1
    }
    for row, link in rows.items():
        texts = {
            column.place: cell
            for column in known.columns
            if isinstance(cell := known.table.data[column.place][row], str)
        }
        for place, cell in texts.items():
            things = _BETWEEN.split(cell)
            names = [known.table.columns[place].name, *(t for p, t in texts.items() if p != place)]
            called = {word for name in names for word in name_words(name)}
            if len(things) > 1 and not called.isdisjoint(counted):
                yield _reading(question, table, known, place, row, len(things), link)


def _reading(
    question: Question, table: int, known: Catalog, place: int, row: int, count: int, link: float
) -> Candidate:
    where = f"items({known.table.columns[place].name}[{row}])"
    agreement = question.target.plain(float(count))
    shown = partial(Shown, where, Decimal(count), where)
    return Candidate(
        Kind.COUNT, agreement, link, 0.0, False, 0, True, 0.0, 1.0, table, (), (), shown
    )
