"""``PlainBindings`` to their messages: a compiled pass writes the bytes of most of them at once.

An object of protobuf for each costs eight microseconds, which are half of a reply on a short text
(ADR 14).
"""

from __future__ import annotations

from collections.abc import Sequence

from verifyd.v1 import numeric_pb2

from fastpath.message_steps import DECIMAL, INTEGER, NUMBER, OWN, TEXT, Step
from sidecar.model import plain_bindings as column
from sidecar.model.plain_bindings import BindingGroup, PlainBindings
from sidecar.model.report import Bindings, Grade, SettledBy, Verdict
from sidecar.wire import programs
from sidecar.wire.bindings import BindingWriter, Common
from sidecar.wire.programs import Texts, field, span, tag

_BINDINGS = tag(numeric_pb2.NumericDetail, "bindings")
_SPAN, _VALUE, _SENTENCE, _LOCATION, _MATCHED = (
    tag(numeric_pb2.ClaimBinding, name)
    for name in ("span", "value", "sentence", "matched_location", "matched_value")
)
_OF_VALUE = [(DECIMAL, column.MANTISSA, 0)]
_PLACE = [(TEXT, column.PLACE, 0), (INTEGER, column.ROW, 0), (OWN, column.TAIL, 0)]
_OPEN, *_NUMBER, _CLOSE = field(_BINDINGS, span(_SPAN, column.START), field(_VALUE, _OF_VALUE))
_CELL = [*field(_LOCATION, _PLACE), *field(_MATCHED, _OF_VALUE)]
_OF_SENTENCE = (NUMBER, column.SENTENCE, _SENTENCE)


def written(writer: BindingWriter, bindings: Bindings, plain: PlainBindings) -> bytes:
    """Bindings as they are sent: those that are plain from arrays, the others one by one.

    Args:
        writer: Writes single ones.
        bindings: All of them.
        plain: The same as arrays.
    """
    rows = plain.rows.copy()
    for cited in dict.fromkeys(plain.cited.tolist()):  # numbered in the order of the text
        writer.citation(plain.citations[cited])
    rows[:, column.SENTENCE] = writer.sentences(map(tuple, plain.sentences.tolist()))
    texts = Texts(plain.texts)
    kinds = [_program(each, writer.common(_common(each, plain)), texts) for each in plain.alike]
    return programs.written(rows, kinds, texts, lambda place: writer.single(bindings[place]))


def verdict(alike: BindingGroup) -> tuple[Verdict, Grade]:
    """What the evidence says about plain bindings, and how closely it agrees."""
    if alike.query_id is None:
        return Verdict.UNSUPPORTED, Grade.NONE
    return Verdict.SUPPORTED, Grade.EXACT


def _program(alike: BindingGroup, shared: Sequence[bytes], texts: Texts) -> list[Step]:
    """Writes a binding; what it shares with others stands before, between and behind its own."""
    before, between, behind, last = map(texts.step, shared)
    cell = [] if alike.query_id is None else _CELL
    own = (*before, _OF_SENTENCE, *between, *cell, *behind, *last)
    return [_OPEN, *_NUMBER, *own, _CLOSE]


def _common(alike: BindingGroup, plain: PlainBindings) -> Common:
    """What plain bindings have in common."""
    (unit, symbol, _, form, direction, _), qualifier, cited, query_id = alike
    said = unit, symbol, form, qualifier, direction
    told, grade = verdict(alike)
    by = SettledBy.CELL if told is Verdict.SUPPORTED else SettledBy.NOTHING
    return Common(*said, plain.citations[cited], told, grade, query_id or "", by)
