"""Programs for ``fastpath.message_bytes``: what messages that are written from rows consist of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from google.protobuf.descriptor import FieldDescriptor
from numpy.typing import NDArray
from verifyd.v1 import common_pb2

from fastpath import message_bytes
from fastpath.message_steps import CLOSE, NUMBER, OPEN, TEXT, Programs, Step

_SIZED, _VARINT = 2, 0
_TYPES = {
    FieldDescriptor.TYPE_STRING: _SIZED,
    FieldDescriptor.TYPE_MESSAGE: _SIZED,
}
"""How fields of a type are written; all others as numbers of seven bits a byte."""


def tag(message: Any, name: str) -> int:
    """What stands in front of a field of a message type."""
    field = message.DESCRIPTOR.fields_by_name[name]
    number: int = field.number << 3 | _TYPES.get(field.type, _VARINT)
    return number


_START, _END = (tag(common_pb2.Span, name) for name in ("start", "end"))


def field(number: int, *parts: Iterable[Step]) -> list[Step]:
    """A field of a tag that holds a text or a message."""
    return [(OPEN, number, 0), *chain.from_iterable(parts), (CLOSE, 0, 0)]


def span(number: int, start: int) -> list[Step]:
    """A field of a tag that holds a span; its ends are in a column and the next."""
    return field(number, [(NUMBER, start, _START), (NUMBER, start + 1, _END)])


class Texts:
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


def written(
    rows: NDArray[np.int64],
    programs: Sequence[Sequence[Step]],
    texts: Texts,
    other: Callable[[int], bytes],
) -> bytes:
    """Messages in their order.

    Args:
        rows: As ``fastpath.message_bytes`` takes them; -1 where no program writes the message.
        programs: The steps of each kind.
        texts: What steps and rows name.
        other: Gives those messages that no program writes, by their places.
    """
    kinds = Programs.of(programs)
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
