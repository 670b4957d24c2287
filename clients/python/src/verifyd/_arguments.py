"""What callers give, checked before it is sent: an error names the argument and the choices."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar
from warnings import warn

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from verifyd.enums import WireEnum
from verifyd.errors import InvalidArgument

_SHOWN: Final = 80
"""Most characters of a wrong value that an error repeats."""

_KINDS: Final = {
    FieldDescriptor.CPPTYPE_STRING: "a text",
    FieldDescriptor.CPPTYPE_DOUBLE: "a number",
    FieldDescriptor.CPPTYPE_FLOAT: "a number",
    FieldDescriptor.CPPTYPE_BOOL: "True or False",
}

E = TypeVar("E", bound=WireEnum)
M = TypeVar("M", bound=Message)
T = TypeVar("T")


def choice(argument: str, given: object, kind: type[E]) -> E:
    """A member of an enum, given as such or by its name in any case.

    Raises:
        InvalidArgument: If it is neither; it lists the names.
    """
    if isinstance(given, kind):
        return given
    names = [name for name, member in kind.__members__.items() if member.value]
    if isinstance(given, str) and given.upper() in names:
        return kind[given.upper()]
    raise unknown(argument, given, names, f"{kind.__name__}, or one of the names")


def unknown(argument: str, given: object, names: Iterable[str], wanted: str) -> InvalidArgument:
    """The error for something that is not among the names that there are."""
    known = list(names)
    near = _near(given, known)
    message = f"{argument} is {shown(given)}; it should be {wanted}: {', '.join(known)}{near}"
    return InvalidArgument(message, argument, known)


def no_such(argument: str, name: object, known: Iterable[str]) -> InvalidArgument:
    """The error for a name that nothing has."""
    names = list(known)
    message = f"{argument} has no {shown(name)}; it may have: {', '.join(names)}"
    return InvalidArgument(f"{message}{_near(name, names)}", argument, names)


def wrong(argument: str, given: object, wanted: str) -> InvalidArgument:
    """The error for something of the wrong kind."""
    said = f"{argument} is {shown(given)} of type {type(given).__name__}"
    return InvalidArgument(f"{said}; it should be {wanted}", argument)


def text(argument: str, given: object) -> str:
    """A text that can be sent.

    Raises:
        InvalidArgument: If it is none, or not valid Unicode.
    """
    if not isinstance(given, str):
        raise wrong(argument, given, "a text")
    try:
        given.encode()
    except UnicodeEncodeError as error:
        said = f"{argument} holds half a surrogate pair at index {error.start}: it is not Unicode"
        raise InvalidArgument(said, argument) from None
    return given


def every(argument: str, given: object, read: Callable[[str, object], T], wanted: str) -> list[T]:
    """The entries of a list, each read by itself; one entry beside a list is a mistake.

    Raises:
        InvalidArgument: If it is no list, or an entry is wrong.
    """
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise wrong(argument, given, f"a list of {wanted}")
    return [read(f"{argument}[{place}]", one) for place, one in enumerate(given)]


def record(
    argument: str,
    given: object,
    kind: type[T],
    *,
    old: Mapping[str, str] | None = None,
) -> T:
    """An object of a data class, given as such or as a mapping of its fields.

    Args:
        argument: Where it was given.
        given: What was given.
        kind: The data class.
        old: Former names of fields, which still work, with a ``DeprecationWarning``.

    Raises:
        InvalidArgument: If it is neither, or has another field; it lists the fields.
    """
    if isinstance(given, kind):
        return given
    names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    called = f"{kind.__name__}, or a dict of its fields"
    if not isinstance(given, Mapping):
        raise wrong(argument, given, f"{called}: {', '.join(names)}")
    plain: dict[str, Any] = {}
    for name, value in given.items():
        new = (old or {}).get(name)
        if new is not None:
            said = f"{argument}.{name} is now called {new}"
            warn(said, DeprecationWarning, stacklevel=_levels_to_the_caller())
        if (new or name) not in names:
            raise no_such(argument, name, names)
        plain[new or name] = value
    try:
        return kind(**plain)
    except TypeError as error:
        said = str(error).partition("()")[2].strip() or str(error)
        raise InvalidArgument(f"{argument}: {said}", argument, names) from None


def message(kind: type[M], argument: str, given: Mapping[str, Any]) -> M:
    """A protobuf message of some fields.

    Raises:
        InvalidArgument: If there is no such field, which lists them, or a value does not fit.
    """
    known = kind.DESCRIPTOR.fields_by_name
    for name in given:
        if name not in known:
            raise no_such(argument, name, known)
    try:
        return kind(**given)
    except (TypeError, ValueError, AttributeError):
        for name, value in given.items():
            _check_field(kind, f"{argument}.{name}", name, value)
        raise


def _check_field(kind: type[Message], argument: str, name: str, value: object) -> None:
    field = kind.DESCRIPTOR.fields_by_name[name]
    if isinstance(value, str) and field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        text(argument, value)
    try:
        kind(**{name: value})
    except (TypeError, ValueError, AttributeError):
        wanted = _KINDS.get(field.cpp_type, "a whole number")
        raise wrong(argument, value, wanted) from None


def shown(given: object) -> str:
    """A value as an error repeats it."""
    written = repr(given)
    return written if len(written) <= _SHOWN else f"{written[: _SHOWN - 1]}…"


def _levels_to_the_caller() -> int:
    """How many frames up the program is that called this library."""
    frame, levels = sys._getframe(1), 1  # from where the warning is given
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] == "verifyd":
        frame, levels = frame.f_back, levels + 1
    return levels


def _near(given: object, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    folded = {name.lower(): name for name in known}
    near = get_close_matches(str(given).lower(), list(folded), n=1)
    return f"; did you mean {folded[near[0]]}?" if near else ""
