"""Bindings as bytes: every form writes what protobuf reads as the messages that are meant."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd.v1 import numeric_pb2

from fastpath import binding_bytes
from fastpath._jit import Form, forced
from sidecar.model.decimals import plain

# A size of one byte and of two, a name that is not ASCII, the greatest row, digits and zeros.
places = st.sampled_from([0, 1, 127, 128, 300, 2**20, 2**32 - 1]) | st.integers(0, 2**32 - 1)
mantissas = st.sampled_from([0, 1, 10, 120, 999, 10**15 - 1]) | st.integers(0, 10**18)
row = st.tuples(
    places, places, mantissas, st.integers(-40, 40), places, st.integers(0, 2), places,
    st.integers(0, 70_000), st.integers(0, 3),
)  # fmt: skip
MEASURED = numeric_pb2.ClaimBinding(unit_symbol="q" * 200, direction=numeric_pb2.DIRECTION_UP_BY)
CITED = numeric_pb2.ClaimBinding(citation=300, matched=True)
JUDGED = numeric_pb2.ClaimBinding(grade=numeric_pb2.GRADE_EXACT, ambiguous_source_qids=["a", "b"])
NONE = numeric_pb2.ClaimBinding()
SHARED = [(NONE, NONE, NONE), (MEASURED, NONE, JUDGED), (NONE, CITED, NONE)]
TAILS = ["", ".n", ".größe", '["size#2"]' + "x" * 300]


def meant(row: tuple[int, ...]) -> numeric_pb2.ClaimBinding:
    start, end, mantissa, step, sentence, shared, at, ordinal, tail = row
    value = plain(Decimal(mantissa).scaleb(step))
    message = numeric_pb2.ClaimBinding()
    for part in SHARED[shared]:
        message.MergeFrom(part)
    message.span.start, message.span.end = start, end
    message.value, message.sentence = value, sentence
    if tail:
        numbered = f"#{ordinal}" if ordinal > 1 else ""
        message.matched_location = f"data[{at}]{TAILS[tail]}{numbered}"
        message.matched_value = value
    return message


@settings(deadline=None)  # the first example compiles
@given(st.lists(row, max_size=5))
def test_every_form_writes_the_messages(rows: list[tuple[int, ...]]) -> None:
    texts = [tail.encode() for tail in TAILS]
    numbered = np.array(rows, np.int64).reshape(-1, binding_bytes.COLUMNS)
    numbered[:, binding_bytes.SHARED] = len(texts) + 3 * numbered[:, binding_bytes.SHARED]
    texts += [part.SerializeToString() for parts in SHARED for part in parts]
    wanted = [meant(each) for each in rows]
    answers = []
    for form in Form:
        with forced(form):
            answers.append(binding_bytes.write(numbered, texts))
    assert answers[0] == answers[1] == answers[2]
    written, ends = answers[0]
    message = numeric_pb2.NumericDetail.FromString(written)
    assert list(message.bindings) == wanted
    assert numeric_pb2.NumericDetail(bindings=wanted).SerializeToString() == written
    for nth, end in enumerate(ends, 1):  # each ends where the next begins
        assert len(numeric_pb2.NumericDetail.FromString(written[:end]).bindings) == nth


@settings(deadline=None)
@given(st.lists(st.tuples(places, places), max_size=5))
def test_every_form_writes_the_sentences(spans: list[tuple[int, int]]) -> None:
    answers = []
    for form in Form:
        with forced(form):
            answers.append(binding_bytes.write_sentences(np.array(spans, np.int64)))
    assert answers[0] == answers[1] == answers[2]
    message = numeric_pb2.NumericDetail.FromString(answers[0])
    assert [(span.start, span.end) for span in message.sentences] == spans
    assert message.SerializeToString() == answers[0]
