"""How many fields a serialized message holds, counted in its bytes: no object of them is made.

Of the message a tree is told: a node for each field that is counted, and for each message on the
way to one. Fields may share a node. What lies below a node is counted anew in each message of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import kernel
from fastpath.row_bytes import field

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

FIELDS = 32
"""The numbers of fields that are counted are below this."""
DEPTH = 16
"""Messages that may lie in each other."""
WITHIN, MALFORMED = 0, -1
INTO = 1
"""Set in a step: the field holds a message, which is looked into."""
_BRIEF = 16 * 1024  # bytes that take some microseconds
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_SIZES = {_VARINT: 0, _EIGHT: 8, _BYTES: 0, _FOUR: 4}
_VALUE, _FIELD, _WIRE, _STATE = 0, 1, 2, 3  # places in the state of ``field``, and its size


class Tree(NamedTuple):
    """What is counted. Node 0 is the message itself; those below a node follow it.

    Attributes:
        steps: For each node and number of a field twice the node of that field, and ``INTO``; 0
            where nothing is counted. Shape (nodes * FIELDS,).
        ends: Past the last of the nodes that begin again with each message of a node.
        limits: How often the field of each node may come.
    """

    steps: Ints
    ends: Ints
    limits: Ints


def over(data: bytes, tree: Tree) -> int:
    """The first node that has more fields than it may, 0 (``WITHIN``) for none, or ``MALFORMED``.

    Nothing is read behind that. Groups, which messages of today do not have, are malformed.
    """
    room = np.zeros(_STATE + 2 * DEPTH + tree.ends.size, np.int64)
    return _over(np.frombuffer(data, np.uint8), *tree, room)


def _over_twin(data: Bytes, steps: Ints, ends: Ints, limits: Ints, room: Ints) -> int:
    table, spans, most = steps.tolist(), ends.tolist(), limits.tolist()
    counts = [0] * len(spans)
    whole = data.tobytes()

    def look(node: int, at: int, end: int) -> int:
        for number, start, behind in _held(whole, at, end):
            step: int = table[node * FIELDS + number] if number < FIELDS else 0
            if not step:
                continue
            below = step >> 1
            counts[below] += 1
            if counts[below] > most[below]:
                return below
            if step & INTO:
                counts[below + 1 : spans[below]] = [0] * max(0, spans[below] - below - 1)
                found = look(below, start, behind)
                if found != WITHIN:
                    return found
        return WITHIN

    try:
        return look(0, 0, len(whole))
    except ValueError:
        return MALFORMED


def _held(data: bytes, at: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The number of each field that holds bytes, where they begin, and where they end.

    Raises:
        ValueError: If the bytes are no message.
    """
    while at < end:
        tag, at = _number(data, at, end)
        wire, size = tag & 7, 0
        if not 8 <= tag < 1 << 32 or wire not in _SIZES:
            raise ValueError
        if wire == _BYTES:
            size, at = _number(data, at, end)
        elif wire == _VARINT:
            _, at = _number(data, at, end)
        else:
            size = _SIZES[wire]
        if not 0 <= size <= end - at:
            raise ValueError
        if wire == _BYTES:
            yield tag >> 3, at, at + size
        at += size


def _number(data: bytes, at: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, as 64 bits hold it, and where it ends.

    Raises:
        ValueError: If there is none.
    """
    value = 0
    for place, byte in enumerate(data[at : min(at + 10, end)]):
        value |= (byte & 127) << 7 * place
        if byte < 128:
            return (value + (1 << 63)) % (1 << 64) - (1 << 63), at + place + 1
    raise ValueError


@kernel(
    "int64(const uint8[::1], const int64[::1], const int64[::1], const int64[::1], int64[::1])",
    twin=_over_twin,
    brief_to=_BRIEF,
)
def _over(data: Bytes, steps: Ints, ends: Ints, limits: Ints, room: Ints) -> int:
    """Count; in ``room`` are a field's state, the messages that are open, and the counts."""
    state = room[:_STATE]
    nodes = room[_STATE : _STATE + DEPTH]
    borders = room[_STATE + DEPTH : _STATE + 2 * DEPTH]
    counts = room[_STATE + 2 * DEPTH :]
    depth = node = at = 0
    end = borders[0] = data.size
    while True:
        while at == end and depth:
            depth -= 1
            node, end = nodes[depth], borders[depth]
        if at == end:
            return WITHIN
        at = field(data, at, end, state)
        if at < 0:
            return MALFORMED
        if state[_WIRE] != _BYTES or state[_FIELD] >= FIELDS:
            continue
        step = steps[node * FIELDS + state[_FIELD]]
        if step == 0:
            continue
        below = step >> 1
        counts[below] += 1
        if counts[below] > limits[below]:
            return int(below)
        if step & INTO:
            counts[below + 1 : ends[below]] = 0
            depth += 1
            nodes[depth] = node = below
            borders[depth] = end = at
            at = state[_VALUE]
