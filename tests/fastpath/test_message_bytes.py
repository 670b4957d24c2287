"""Messages as bytes: every form writes what protobuf reads as the messages that are meant."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd.v1 import numeric_pb2

from fastpath import message_bytes
from fastpath._jit import KernelForm, forced
from fastpath.message_steps import DECIMAL, INTEGER, NUMBER, OWN, TEXT, MessagePrograms
from sidecar.model.formatting import format_plain
from sidecar.wire.bindings import field_tag, write_field, write_span

# Sizes of one byte and of two and three, and texts that are not ASCII.
TEXTS = ["größe" * 40, "", ".n", "].größe", "x" * 127, "x" * 128, "y" * 17_000]
START, MANTISSA, STEP, OWNED = 1, 3, 4, 5

_BINDING = field_tag(numeric_pb2.NumericDetail, "bindings")
_SPAN, _VALUE, _SYMBOL, _SENTENCE, _LOCATION, _READING = (
    field_tag(numeric_pb2.ClaimBinding, name)
    for name in ("span", "value", "unit_symbol", "sentence", "matched_location", "readings")
)
PROGRAMS = [
    write_field(
        _BINDING,
        write_span(_SPAN, START),
        write_field(_VALUE, [(DECIMAL, MANTISSA, 0)]),
        [(NUMBER, START, _SENTENCE)],
        write_field(_LOCATION, [(TEXT, 2, 0), (INTEGER, MANTISSA, 0), (OWN, OWNED, 0)]),
    ),
    write_field(
        _BINDING,
        write_field(_SYMBOL, [(TEXT, 2, 0), (OWN, OWNED, 0)]),
        write_field(
            _READING,
            write_field(
                field_tag(numeric_pb2.Reading, "location"), [(TEXT, 2, 0), (OWN, OWNED, 0)]
            ),
        ),
    ),
    write_field(_BINDING),
]


def meant(row: tuple[int, ...]) -> numeric_pb2.ClaimBinding:
    kind, start, end, mantissa, step, owned = row
    message = numeric_pb2.ClaimBinding()
    if kind == 0:
        message.span.start, message.span.end, message.sentence = start, end, start
        message.value = format_plain(Decimal(mantissa).scaleb(step))
        message.matched_location = f"{TEXTS[2]}{mantissa}{TEXTS[owned]}"
    elif kind == 1:
        message.unit_symbol = TEXTS[2] + TEXTS[owned]
        message.readings.add(location=TEXTS[2] + TEXTS[owned])
    return message


# The greatest row, digits and zeros; where a character begins.
places = st.sampled_from([0, 1, 127, 128, 300, 2**20, 2**32 - 1]) | st.integers(0, 2**32 - 1)
mantissas = st.sampled_from([0, 1, 10, 120, 999, 10**15 - 1]) | st.integers(0, 10**18)
rows_ = st.tuples(
    st.integers(0, 2), places, places, mantissas, st.integers(-40, 40),
    st.integers(1, len(TEXTS) - 1),
)  # fmt: skip


@settings(deadline=None)  # the first example compiles
@given(st.lists(rows_, max_size=5))
def test_every_form_writes_the_messages(rows: list[tuple[int, ...]]) -> None:
    numbered = np.array(rows, np.int64).reshape(-1, OWNED + 1)
    texts = [text.encode() for text in TEXTS]
    wanted = [meant(each) for each in rows]
    answers = []
    for form in KernelForm:
        with forced(form):
            answers.append(message_bytes.write(numbered, MessagePrograms.of(PROGRAMS), texts))
    assert answers[0] == answers[1] == answers[2]
    written, ends = answers[0]
    message = numeric_pb2.NumericDetail.FromString(written)
    assert list(message.bindings) == wanted
    assert numeric_pb2.NumericDetail(bindings=wanted).SerializeToString() == written
    for nth, end in enumerate(ends, 1):  # each ends where the next begins
        assert len(numeric_pb2.NumericDetail.FromString(written[:end]).bindings) == nth
