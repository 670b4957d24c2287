"""Fields are counted in the bytes as protobuf's own parser would find them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fastpath import _jit
from fastpath._jit import KernelForm
from fastpath.field_counts import FIELDS, INTO, MALFORMED, WITHIN, Tree, over

NO_LIMIT = 1 << 62


def tree(nodes: list[tuple[dict[int, int], int, int]]) -> Tree:
    """From the steps of each node by number of the field, its end and its limit."""
    steps = np.zeros((len(nodes), FIELDS), np.int64)
    for node, (fields, _, _) in enumerate(nodes):
        for number, step in fields.items():
            steps[node, number] = step
    return Tree(
        steps.reshape(-1),
        np.array([end for _, end, _ in nodes], np.int64),
        np.array([limit for _, _, limit in nodes], np.int64),
    )


# A message with one field 2 that is merged; in it fields 1 and 3 count together, at most 3, and in
# each of field 1 there may be two of field 4.
TREE = tree(
    [
        ({2: 2 * 1 + INTO}, 1, NO_LIMIT),
        ({1: 2 * 2 + INTO, 3: 2 * 2}, 2, NO_LIMIT),
        ({4: 2 * 3}, 4, 3),
        ({}, 4, 2),
    ]
)


def number(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def held(field: int, data: bytes = b"") -> bytes:
    return number(field << 3 | 2) + number(len(data)) + data


@pytest.fixture(scope="module", params=[KernelForm.COMPILED, KernelForm.NUMPY], autouse=True)
def form(request: pytest.FixtureRequest) -> Iterator[None]:
    try:
        with _jit.forced(request.param):
            yield
    except LookupError as error:
        pytest.skip(str(error))


UNKNOWN = b"\x78\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + b"\x7a\x02hi\x7d1234\x7912345678"
FAR = held(FIELDS) + held(5000)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", WITHIN),
        (held(2, held(1) * 3), WITHIN),
        (held(2, held(1) * 4), 2),
        (held(2, held(1) * 2 + held(3) * 2), 2),
        (held(2, held(1)) * 4, 2),  # trap: the parts of a field that is not repeated are merged
        (held(2, held(1, held(4) * 2) * 3), WITHIN),
        (held(2, held(1) + held(1, held(4) * 3)), 3),
        (held(2, held(3, held(4) * 3)), WITHIN),  # no message
        (held(1) * 9, WITHIN),  # only in field 2
        (UNKNOWN + FAR + held(2, UNKNOWN + held(1) * 3 + FAR) + UNKNOWN, WITHIN),
        (UNKNOWN + FAR + held(2, UNKNOWN + held(1) * 3 + FAR + held(1)), 2),
        (b"\x10\x01" * 9, WITHIN),  # field 2 as a number is unknown
        (b"\x92\x80\x80\x80\x00\x08" + held(1) * 4, 2),  # trap: a tag with bytes to spare
        (held(2, held(1) * 4) + b"\xff", 2),  # nothing is read behind it
    ],
)
def test_the_first_node_past_its_limit_is_found(data: bytes, found: int) -> None:
    assert over(data, TREE) == found


@pytest.mark.parametrize(
    "data",
    [
        b"\x80",  # half a number
        b"\x12",  # no size
        b"\x12\x02\x0a",  # past the end
        b"\x12\x02\x0a\x01",  # past the end of the message that it is in
        b"\x12" + b"\xff" * 9 + b"\x01",  # a negative size
        b"\x12" + b"\xff" * 10 + b"\x01",  # a size without end
        b"\x02\x00",  # the field 0
        b"\x79\x00",  # half of eight bytes
        b"\x0b\x0c",  # a group
    ],
)
def test_what_is_no_message_is_malformed(data: bytes) -> None:
    assert over(data, TREE) == MALFORMED


@given(st.binary(max_size=40))
@example(b"\x12\x0b\x1a\x00\x1a\x00\x1a\x00\x1a\x00\x0a\x02\x22")
def test_every_form_finds_the_same(data: bytes) -> None:
    answers = []
    for each in (KernelForm.COMPILED, KernelForm.NUMPY):
        with _jit.forced(each):
            answers.append(over(data, TREE))
    assert len({*answers}) == 1
