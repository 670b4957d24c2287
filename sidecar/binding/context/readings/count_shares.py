"""Readings of a percentage as a share of counted rows: "three orders, 21.4% of all".

Or of those that a condition, a label or a move tells: "half of the shops have under 15 staff".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.readings import bounded, movers
from sidecar.binding.context.readings.counts import GRAINS, where
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.words import STOP
from sidecar.model.number import Form, Unit, is_integral

_REACH = 4  # words from a part to what it is a part of: "half of all the shops"
_TOLD = frozenset({"(", "or"})
_SCOPES = 4
_LINK = 0.5
"""How strongly rows are linked that the sentence itself counts."""


def readings(question: Question) -> Iterator[Candidate]:
    """What is counted, as a part of all rows."""
    number, place = question.target.number, question.place
    if number.unit is not Unit.PERCENT and number.form is not Form.FRACTION:
        return
    if number.unit is Unit.PERCENT and place.words_after(2) in (["of", "all"], ["of", "them"]):
        yield from _told_before(question)
    nouns = _counted(question)
    for table, known in enumerate(question.catalogs):
        names = known.label_names.union(GRAINS if known.has_periods else ())
        if table in question.scopes and not names.isdisjoint(nouns):
            yield from bounded.readings(question, table, known, counting=True)
            yield from movers.readings(question, table, known, counting=True)
            for scope in question.scopes[table][:_SCOPES]:
                if scope.rows is not None and scope.choices:
                    formula = f"count({where(known, scope.choices)}) / row_count"
                    yield _share(question, table, scope.size(known) / known.rows, scope, formula)


def _counted(question: Question) -> Sequence[str]:
    """What a share may be of: "half of the shops", "four shops (50%)", a column before its own."""
    place = question.place
    heads = place.words_after(_REACH)
    if question.target.number.unit is not Unit.PERCENT or heads[:1] == ["of"]:
        return [stem for stem in heads if stem not in STOP][:1]
    before = [one.place for one in question.beside if one.place.last < place.first]
    last = max(before, key=lambda one: one.first, default=None)
    if last is None or last.passage is not place.passage:
        return []  # "20% a year"
    if place.in_table:
        headers = [source.passage.stems for source in last.sources() if source.cell]
        return sorted(frozenset[str]().union(*headers))
    between = place.passage.words[last.last : place.first]
    if between[-1].word not in _TOLD or any(word.word == "," for word in between[:-1]):
        return []
    nouns = between[:-1] or place.passage.words[: last.first]  # "of the 8 shops, three (38%)"
    return [word.stem for word in nouns]


def _told_before(question: Question) -> Iterator[Candidate]:
    """What the sentence has counted before."""
    for table, known in enumerate(question.catalogs):
        for one in question.beside:
            counted = int(one.target.number.value)
            if _is_count(one, known.rows) and one.place.last <= question.place.first:
                told = _share(question, table, counted / known.rows, None, f"{counted} / row_count")
                yield told._replace(column=_LINK)


def _share(
    question: Question, table: int, share: float, scope: Scope | None, formula: str
) -> Candidate:
    """A part of all rows; what a label tells of them is plainly meant."""
    agreement = question.target.ratio(share)
    return Candidate(
        Kind.SHARE,
        agreement,
        _LINK if scope is None else scope.link,
        0.0,
        False,
        0,
        True,
        0.0,
        1.0,
        table,
        (),
        (),
        partial(Shown, formula, agreement.value, formula),
        explicit=scope is not None,
    )


def _is_count(one: Stated, rows: int) -> bool:
    """Whether a number may count some of the rows."""
    number = one.target.number
    plain = number.unit is Unit.COUNT and number.form in (Form.DIGITS, Form.WORDS)
    return plain and is_integral(number.value) and 0 < number.value <= rows
