"""Reports as plain data, and back without loss.

Names are those of the contract, values of its enums go without their prefixes, and places count
code points of the narrative, as everywhere in this library. A field that has no value is left out
where the contract tells "none" from "empty", and has its default otherwise, so that the same keys
are always there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from verifyd import _arguments
from verifyd.v1 import common_pb2

Object = dict[str, Any]
Field = Any
"""A descriptor: its stubs know two classes of them, and not what both have."""

_MESSAGE: Final = FieldDescriptor.TYPE_MESSAGE
_ENUM: Final = FieldDescriptor.TYPE_ENUM

M = TypeVar("M", bound=Message)


def written(message: Message, place: Callable[[int], int]) -> Object:
    """A message as plain data.

    Args:
        message: Any message of a report.
        place: The code point that holds a byte of the narrative.
    """
    if isinstance(message, common_pb2.Span):
        return {"start": place(message.start), "end": place(message.end)}
    found: Object = {}
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        value = getattr(message, field.name)
        if _is_map(field):
            found[field.name] = {key: value[key] for key in sorted(value)}
        elif field.is_repeated:
            found[field.name] = [_value(field, one, place) for one in value]
        else:
            found[field.name] = _value(field, value, place)
    return found


def read(kind: type[M], given: object, byte: Callable[[int], int], where: str) -> M:
    """The message that ``written`` made plain.

    Args:
        kind: What it is.
        given: The plain data.
        byte: The byte of the narrative at which a code point begins.
        where: Its place, for errors.

    Raises:
        InvalidArgument: If it is none, or has a field that is not known here.
    """
    if not isinstance(given, Mapping):
        raise _arguments.wrong(where, given, "an object")
    fields = kind.DESCRIPTOR.fields_by_name
    if issubclass(kind, common_pb2.Span):
        start, end = (_index(given.get(name), f"{where}.{name}") for name in ("start", "end"))
        return kind(start=byte(start), end=byte(end))
    plain: Object = {}
    for name, value in given.items():
        field = fields.get(name)
        if field is None:
            raise _arguments.no_such(where, name, fields)
        path = f"{where}.{name}"
        if _is_map(field):
            plain[name] = value
        elif field.is_repeated:
            entries = _arguments.every(path, value, lambda at, one: (at, one), "values")
            plain[name] = [_read(field, one, byte, at) for at, one in entries]
        else:
            plain[name] = _read(field, value, byte, path)
    return _arguments.message(kind, where, plain)


def _value(field: Field, value: Any, place: Callable[[int], int]) -> object:
    if field.type == _ENUM:
        number = field.enum_type.values_by_number.get(value)
        return value if number is None else number.name.removeprefix(_prefix(field.enum_type))
    if field.type != _MESSAGE:
        return value
    if isinstance(value, Timestamp | Duration):
        return value.ToJsonString()
    return written(value, place)


def _read(field: Field, value: object, byte: Callable[[int], int], where: str) -> object:
    if field.type == _ENUM:
        return _number(field.enum_type, value, where)
    if field.type != _MESSAGE:
        return value
    kind = field.message_type._concrete_class
    if kind not in (Timestamp, Duration):
        return read(kind, value, byte, where)
    moment = kind()
    try:
        moment.FromJsonString(value)
    except (ValueError, TypeError, AttributeError):
        raise _arguments.wrong(where, value, f"a {kind.__name__} as JSON has it") from None
    return moment


def _number(kind: Any, value: object, where: str) -> int:
    """The number of an enum's value; that of a newer version is a number already."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    known = {name.removeprefix(_prefix(kind)): one for name, one in kind.values_by_name.items()}
    if value not in known:
        raise _arguments.unknown(where, value, known, "one of")
    return int(known[value].number)


def _prefix(kind: Any) -> str:
    """What all names of an enum begin with: that of its zero without UNSPECIFIED."""
    return str(kind.values_by_number[0].name).removesuffix("UNSPECIFIED")


def _is_map(field: Field) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def _index(given: object, where: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        raise _arguments.wrong(where, given, "an index")
    return given
