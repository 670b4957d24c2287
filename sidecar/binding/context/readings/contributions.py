"""Readings of a share as a part of a change: "the mill brought 45% of the increase"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.over_time import over_time
from sidecar.binding.context.operands.two_values import Comparison, written
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.weighing.agreed import Agreement
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_REACH = 4  # words from "of" to the change
_LINKED, _PLAINLY = 0.4, 0.9  # how strongly a row is linked that may have, or plainly has, a part
_TIMES = one_of("days weeks months quarters years decades")
_CHANGES = one_of(
    "increase rise growth gain decline drop fall decrease change improvement reduction "
    "loss jump extra additional increases gains declines decreases changes losses"
)
"""As nouns: "the share of sales fell to 4%" tells of no part of a fall."""


def readings(question: Question) -> Iterator[Candidate]:
    """What part each linked group of rows has in the change of all."""
    target = question.target
    share = target.number.unit is Unit.PERCENT or target.number.form is Form.FRACTION
    if not share or target.points or target.steps or not _is_of_change(question.place):
        return
    for part in question.operands:
        link = part.scope.link
        if not part.scope.choices or link < _LINKED or part.column.level:
            continue
        whole = question.operand(
            part.table, part.column, part.naming, Scope(part.table, None, link, ())
        )
        if whole is not None:
            yield from _parts(question, part, whole)


def _is_of_change(place: Place) -> bool:
    """Whether a sentence tells what something is a part of: "of the increase".

    Time is part of none: "after three quarters of improvement".
    """
    words = place.passage.words
    return any(
        word.word == "of"
        and not (at and words[at - 1].word in _TIMES)
        and any(after.word in _CHANGES for after in words[at + 1 : at + 1 + _REACH])
        for at, word in enumerate(words)
    )


def _parts(question: Question, part: Operand, whole: Operand) -> Iterator[Candidate]:
    """The change of a part over that of the whole, of the same two periods."""
    pairs = ([*over_time(question, each, question.periods)] for each in (part, whole))
    for own, all_ in zip(*pairs, strict=False):
        if own.new.column is not all_.new.column or own.old.column is not all_.old.column:
            continue
        moved = _change(all_)
        if moved and own.new.vector.values.size < all_.new.vector.values.size:
            agreement = question.target.ratio(_change(own) / moved)
            show = partial(_show, question, own, all_, agreement)
            found = question.derived(Kind.SHARE, agreement, own.new, True, show)
            yield found._replace(row=own.link, unit=0, explicit=own.link >= _PLAINLY)


def _change(one: Comparison) -> float:
    return one.new.vector.sum - one.old.vector.sum


def _show(question: Question, own: Comparison, all_: Comparison, agreement: Agreement) -> Shown:
    new, old = written(question, own.new), written(question, own.old)
    formula = f"({new} - {old}) / ({written(question, all_.new)} - {written(question, all_.old)})"
    places = question.places(own.new, 4) + question.places(own.old, 4)
    return Shown(formula, agreement.value, formula, places)
