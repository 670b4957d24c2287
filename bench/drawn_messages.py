"""Messages drawn from their descriptors, as bytes. The same source gives the same bytes.

Written by hand: objects for two million elements would take minutes, and neither wrong UTF-8 nor
enum values that do not exist can be put into a generated message.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from bench.drawn_texts import json_text, text

Maker = Callable[[random.Random, int], bytes]
Sound = Mapping[str, Maker]
"""By the full name of a message: what makes one that is sound, of about so many bytes."""

Path = tuple[FieldDescriptor, ...]
"""From a field of a request down to one of its parts."""

_JSON_FIELDS = frozenset({"json", "schema_json", "response"})
_DEEPEST = 12
"""Levels of nesting; no message of the contract holds its own kind today."""

_INTEGERS = (0, 1, 2, 7, 127, 128, 2**31 - 1, 2**31, 2**32 - 1, 2**53, 2**63 - 1, 2**63, 2**64 - 1)
_DOUBLES = (0.0, -0.0, 0.5, 1.0, -1.0, 1e308, 5e-324, float("nan"), float("inf"), float("-inf"))
_VARINTS = frozenset(
    getattr(FieldDescriptor, f"TYPE_{kind}")
    for kind in ("INT32", "INT64", "UINT32", "UINT64", "SINT32", "SINT64", "BOOL", "ENUM")
)
_FIXED = {
    FieldDescriptor.TYPE_DOUBLE: (1, "<d"),
    FieldDescriptor.TYPE_FIXED64: (1, "<Q"),
    FieldDescriptor.TYPE_SFIXED64: (1, "<Q"),
    FieldDescriptor.TYPE_FLOAT: (5, "<f"),
    FieldDescriptor.TYPE_FIXED32: (5, "<I"),
    FieldDescriptor.TYPE_SFIXED32: (5, "<I"),
}


def paths(message: Descriptor, above: Path = ()) -> Iterator[Path]:
    """Yield the way to every field of a message, at every depth."""
    for field in message.fields:
        way = (*above, field)
        yield way
        if field.message_type is not None and len(way) < _DEEPEST:
            yield from paths(field.message_type, way)


def flooded(source: random.Random, way: Path, size: int, sound: Sound) -> bytes:
    """A message that is filled to a size in one field; what lies above that is sound but small."""
    field, rest = way[0], way[1:]
    if not rest:
        return _filled(source, field, size, sound)
    inner = flooded(source, rest, size, sound)
    make = _maker(field, sound)
    if make is not None:
        # A field that is set again replaces what was set before, or is one more of its list.
        inner = make(source, 200) + inner
    return delimited(field.number, inner)


def _maker(field: FieldDescriptor, sound: Sound) -> Maker | None:
    return sound.get(field.message_type.full_name) if field.message_type else None


def any_of(source: random.Random, message: Descriptor, size: int, sound: Sound) -> bytes:
    """A message of fields by chance, that share a size."""
    fields = [field for field in message.fields if source.random() < 0.6]
    source.shuffle(fields)
    parts: list[bytes] = []
    for field in fields:
        share = max(1, int(size * source.random() / len(fields)))
        make = _maker(field, sound)
        if make and source.random() < 0.5:
            parts.append(delimited(field.number, make(source, share)))
        else:
            parts.append(_filled(source, field, share, sound))
    return b"".join(parts)


def _filled(source: random.Random, field: FieldDescriptor, size: int, sound: Sound) -> bytes:
    """One field, to about a size: elements that are many and empty, a few and large, or between.

    What is not repeated is written once, or again and again: the last one counts, and the pieces of
    a message are merged.
    """
    if field.is_repeated or source.random() < 0.2:
        each = source.choice((0, 0, 8, 100, size // 7, size))
    else:
        each = size
    one = _element(source, field, min(each, size), sound)
    count = max(1, size // max(1, len(one)))
    if not field.is_repeated and each == size:
        count = 1
    if count < 500:
        return b"".join([one, *(_element(source, field, each, sound) for _ in range(count - 1))])
    return one * count


def _element(source: random.Random, field: FieldDescriptor, size: int, sound: Sound) -> bytes:
    if field.type in _VARINTS:
        return varint(field.number << 3) + varint(_integer(source, field))
    if field.type in _FIXED:
        wire, code = _FIXED[field.type]
        value = source.choice(_DOUBLES if code in {"<d", "<f"} else (0, 1, 2**31))
        return varint(field.number << 3 | wire) + struct.pack(code, _narrow(value, code))
    return delimited(field.number, _payload(source, field, size, sound))


def _payload(source: random.Random, field: FieldDescriptor, size: int, sound: Sound) -> bytes:
    """What a message, a text or bytes hold."""
    if size <= 0:
        return b""
    if field.message_type is not None:
        return any_of(source, field.message_type, size, sound)
    if field.name in _JSON_FIELDS and source.random() < 0.8:
        return json_text(source, size)
    if field.type == FieldDescriptor.TYPE_BYTES and source.random() < 0.5:
        return source.randbytes(min(size, 4096)) * (size // 4096 + 1)
    return text(source, size)


def _integer(source: random.Random, field: FieldDescriptor) -> int:
    if field.enum_type is not None and source.random() < 0.7:
        return int(source.choice(field.enum_type.values).number) & (2**64 - 1)
    return source.choice(_INTEGERS)


def _narrow(value: float, code: str) -> float:
    return value if code == "<d" or not 1e38 < abs(value) < math.inf else 1.0


def delimited(number: int, payload: bytes) -> bytes:
    """A field whose payload follows its length."""
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def varint(value: int) -> bytes:
    """An integer, seven bits a byte."""
    data = bytearray()
    while value > 0x7F:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*data, value])


def mutated(source: random.Random, data: bytes) -> bytes:
    """The same with bits turned, cut short, or with a piece of it moved."""
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 8))):
        at = source.randrange(len(changed) + 1)
        match source.randrange(3):
            case 0 if at < len(changed):
                changed[at] ^= 1 << source.randrange(8)
            case 1:
                del changed[at : at + source.choice((1, 8, len(changed)))]
            case _:
                changed[at:at] = changed[: source.randrange(1, 40)]
    return bytes(changed)


def names(way: Sequence[FieldDescriptor]) -> str:
    """A way for people: ``evidence.query_results.columns``."""
    return ".".join(field.name for field in way)
