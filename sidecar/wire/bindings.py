"""Bindings of claims as messages: from rows at once, or one by one, which can write them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.descriptor import FieldDescriptor
from numpy.typing import NDArray
from verifyd.v1 import common_pb2, numeric_pb2

from fastpath import message_bytes
from fastpath.message_steps import (
    CLOSE,
    DECIMAL,
    INTEGER,
    NUMBER,
    OPEN,
    OWN,
    TEXT,
    MessagePrograms,
    Step,
)
from sidecar.model import plain_bindings as column
from sidecar.model.formatting import format_plain
from sidecar.model.number import Citation, Direction, NumberForm, Qualifier, Unit
from sidecar.model.plain_bindings import BindingGroup, PlainBindings
from sidecar.model.report import Bindings, ClaimBinding, Grade, SettledBy, Verdict
from sidecar.wire import formulas
from sidecar.work import check_abandoned

_SIZED, _VARINT = 2, 0
_TYPES = {
    FieldDescriptor.TYPE_STRING: _SIZED,
    FieldDescriptor.TYPE_MESSAGE: _SIZED,
}
"""How fields of a type are written; all others as numbers of seven bits a byte."""


def field_tag(message: Any, name: str) -> int:
    """What stands in front of a field of a message type."""
    field = message.DESCRIPTOR.fields_by_name[name]
    number: int = field.number << 3 | _TYPES.get(field.type, _VARINT)
    return number


_START, _END = (field_tag(common_pb2.Span, name) for name in ("start", "end"))


def write_field(number: int, *parts: Iterable[Step]) -> list[Step]:
    """A field of a tag that holds a text or a message."""
    return [(OPEN, number, 0), *chain.from_iterable(parts), (CLOSE, 0, 0)]


def write_span(number: int, start: int) -> list[Step]:
    """A field of a tag that holds a span; its ends are in a column and the next."""
    return write_field(number, [(NUMBER, start, _START), (NUMBER, start + 1, _END)])


class TextColumn:
    """The texts that programs and rows name by number.

    Args:
        texts: Those that rows name.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.all = [text.encode() for text in texts]

    def step(self, text: bytes) -> list[Step]:
        """Writes a text."""
        if not text:
            return []
        self.all.append(text)
        return [(TEXT, len(self.all) - 1, 0)]


def write_bindings(
    rows: NDArray[np.int64],
    programs: Sequence[Sequence[Step]],
    texts: TextColumn,
    other: Callable[[int], bytes],
) -> bytes:
    """Messages in their order.

    Args:
        rows: As ``fastpath.message_bytes`` takes them; -1 where no program writes the message.
        programs: The steps of each kind.
        texts: What steps and rows name.
        other: Gives those messages that no program writes, by their places.
    """
    kinds = MessagePrograms.of(programs)
    others = (rows[:, 0] < 0).nonzero()[0].tolist()
    if not others:
        return message_bytes.write(rows, kinds, texts.all)[0]
    whole, ends = message_bytes.write(rows[rows[:, 0] >= 0], kinds, texts.all)
    parts: list[bytes] = []
    start = 0
    for before, place in enumerate(others):
        stop = ends[place - before - 1] if place > before else 0
        parts += whole[start:stop], other(place)
        start = stop
    return b"".join([*parts, whole[start:]])


# ``ClaimBinding`` to its message, one by one: the way of writing them that can all.
#
# Each number is one message, written in place: protobuf copies a message whole when it is put into
# another, and there are four levels. Most of what is said about a number is said about others as
# well, so each begins with the bytes of what it shares with them: that is half the time of setting
# every field. Sentences and citations are sent once and pointed at.

_SENTENCES = MessagePrograms.of([write_span(field_tag(numeric_pb2.NumericDetail, "sentences"), 1)])
"""Writes sentences, each of its ends."""


class SharedFields(NamedTuple):
    """What a binding has in common with others."""

    unit: Unit
    symbol: str
    form: NumberForm
    qualifier: Qualifier
    direction: Direction
    citation: Citation
    verdict: Verdict
    grade: Grade
    query_id: str
    settled_by: SettledBy
    sources: tuple[str, ...] = ()


class BindingWriter:
    """Writes the bindings of one detail message."""

    def __init__(self) -> None:
        self._message = numeric_pb2.NumericDetail()
        self._sentences: dict[tuple[int, int], int] = {}
        self._citations: dict[Citation, int] = {Citation(): 0}
        self._shared: dict[SharedFields, tuple[bytes, ...]] = {}

    def write(self, binding: ClaimBinding) -> numeric_pb2.ClaimBinding:
        """Write a binding behind the others."""
        check_abandoned()
        written = self._message.bindings.add()
        written.MergeFromString(b"".join(self.common(_common(binding))))
        (written.sentence,) = self.sentences([binding.claim.sentence])
        _write_rest(written, binding)
        return written

    def single(self, binding: ClaimBinding) -> bytes:
        """A binding as it is sent."""
        self.write(binding)
        return self.taken()

    def sentences(self, spans: Iterable[tuple[int, int]]) -> list[int]:
        """The numbers of sentences; those that are new get the next ones."""
        known = self._sentences
        return [known.setdefault(span, len(known)) for span in spans]

    def citation(self, citation: Citation) -> int:
        """The number of a citation; one that is new gets the next."""
        return self._citations.setdefault(citation, len(self._citations))

    def common(self, said: SharedFields) -> tuple[bytes, ...]:
        """What bindings have in common, as it is sent.

        In four parts, with the fields before, between and behind those of their own.
        """
        known = self._shared.get(said)
        if known is None:
            parts = (
                numeric_pb2.ClaimBinding(
                    unit=said.unit,
                    unit_symbol=said.symbol,
                    form=said.form,
                    qualifier=said.qualifier,
                    direction=said.direction,
                ),
                numeric_pb2.ClaimBinding(
                    citation=self.citation(said.citation),
                    matched=said.verdict is Verdict.SUPPORTED,
                    matched_source_qid=said.query_id,
                ),
                numeric_pb2.ClaimBinding(
                    verdict=said.verdict, grade=said.grade, ambiguous_source_qids=said.sources
                ),
                numeric_pb2.ClaimBinding(settled_by=said.settled_by),
            )
            known = self._shared[said] = tuple(part.SerializeToString() for part in parts)
        return known

    def taken(self) -> bytes:
        """The bindings that were written since this was last asked."""
        written = self._message.SerializeToString(deterministic=True)
        self._message.Clear()
        return written

    def shared(self) -> bytes:
        """The sentences and citations that the bindings point at."""
        rows = np.zeros((len(self._sentences), 3), np.int64)
        rows[:, 1:] = np.fromiter(chain.from_iterable(self._sentences), np.int64).reshape(-1, 2)
        message = numeric_pb2.NumericDetail()
        for prefix, family, query_id in list(self._citations)[1:]:
            source = message.citations.add(source_family=family, query_id=query_id)
            if prefix is not None:
                source.prefix.start, source.prefix.end = prefix
        sentences = message_bytes.write(rows, _SENTENCES, [])[0]
        return sentences + message.SerializeToString()


def _common(binding: ClaimBinding) -> SharedFields:
    (number, _, cited), verdict, grade, reading, sources, *_ = binding
    query_id = "" if reading is None else reading.query_id
    said = number.unit, number.symbol, number.form, number.qualifier, number.direction
    return SharedFields(*said, cited, verdict, grade, query_id, binding.settled_by, sources)


def _write_rest(message: numeric_pb2.ClaimBinding, binding: ClaimBinding) -> None:
    """What belongs to one number alone."""
    (number, _, _), _, _, reading, _, _, chance, *_ = binding
    span = message.span
    span.start, span.end = number.span
    message.value = value = format_plain(number.value)
    if reading is not None:
        message.matched_location = reading.location
        same = reading.value is number.value
        message.matched_value = value if same else format_plain(reading.value)
        if reading.formula:
            message.formula = reading.formula
            message.cells.extend(reading.cells)
    if chance is not None:
        message.chance = chance
    if binding.use is not None:
        formulas.write_formula_use(message.formula_use, binding.use)


# Bindings that are held as columns, by a compiled pass.

_BINDINGS = field_tag(numeric_pb2.NumericDetail, "bindings")
_SPAN, _VALUE, _SENTENCE, _LOCATION, _MATCHED = (
    field_tag(numeric_pb2.ClaimBinding, name)
    for name in ("span", "value", "sentence", "matched_location", "matched_value")
)
_OF_VALUE = [(DECIMAL, column.MANTISSA, 0)]
_PLACE = [(TEXT, column.PLACE, 0), (INTEGER, column.ROW, 0), (OWN, column.TAIL, 0)]
_OPEN, *_NUMBER, _CLOSE = write_field(
    _BINDINGS, write_span(_SPAN, column.START), write_field(_VALUE, _OF_VALUE)
)
_CELL = [*write_field(_LOCATION, _PLACE), *write_field(_MATCHED, _OF_VALUE)]
_OF_SENTENCE = (NUMBER, column.SENTENCE, _SENTENCE)


def write_groups(writer: BindingWriter, bindings: Bindings, plain: PlainBindings) -> bytes:
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
    texts = TextColumn(plain.texts)
    kinds = [_program(each, writer.common(_common_of(each, plain)), texts) for each in plain.alike]
    return write_bindings(rows, kinds, texts, lambda place: writer.single(bindings[place]))


def read_verdict(alike: BindingGroup) -> tuple[Verdict, Grade]:
    """What the evidence says about plain bindings, and how closely it agrees."""
    if alike.query_id is None:
        return Verdict.UNSUPPORTED, Grade.NONE
    return Verdict.SUPPORTED, Grade.EXACT


def _program(alike: BindingGroup, shared: Sequence[bytes], texts: TextColumn) -> list[Step]:
    """Writes a binding; what it shares with others stands before, between and behind its own."""
    before, between, behind, last = map(texts.step, shared)
    cell = [] if alike.query_id is None else _CELL
    own = (*before, _OF_SENTENCE, *between, *cell, *behind, *last)
    return [_OPEN, *_NUMBER, *own, _CLOSE]


def _common_of(alike: BindingGroup, plain: PlainBindings) -> SharedFields:
    """What plain bindings have in common."""
    (unit, symbol, _, form, direction, _), qualifier, cited, query_id = alike
    said = unit, symbol, form, qualifier, direction
    told, grade = read_verdict(alike)
    by = SettledBy.CELL if told is Verdict.SUPPORTED else SettledBy.NOTHING
    return SharedFields(*said, plain.citations[cited], told, grade, query_id or "", by)
