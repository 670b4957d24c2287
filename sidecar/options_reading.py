"""Values from outside, such as a file, the environment or a request, made a section of settings.

Text is read as what its setting is, since variables hold nothing else. Every fault is told, not the
first alone.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from sidecar.options import Bounds, Section, Setting, settings_of

S = TypeVar("S", bound=Section)
Names = tuple[str, ...]

_FARTHEST = 30
"""Powers of ten that an exact number may be from 1, since all of its digits are written out."""


class Fault(NamedTuple):
    """One value that cannot be used.

    Attributes:
        names: Where it stands.
        given: The value.
        problem: ``it should be a number from 0 to 1``, or the sentence of a rule.
        kind: ``unknown`` names no setting, a ``rule`` is the section's own.
    """

    names: Names
    given: object
    problem: str
    kind: Literal["unknown", "rule", "value"] = "value"


class Invalid(ValueError):
    """Values that are no such section.

    Attributes:
        faults: At least one.
    """

    def __init__(self, faults: list[Fault]) -> None:
        lines = (f"{'.'.join(fault.names)}: {fault.problem}" for fault in faults)
        super().__init__("\n".join(lines))
        self.faults = faults


def read(kind: type[S], given: object) -> S:
    """A section of values.

    Raises:
        Invalid: With every fault.
    """
    reader = _Reader()
    section = reader.section(kind, given, ())
    if section is None:
        raise Invalid(reader.faults)
    return section


def read_one(setting: Setting, given: object) -> Any:
    """The value of one setting.

    Raises:
        Invalid: If it cannot be that.
    """
    reader = _Reader()
    value = reader.value(setting.kind, (setting.option.bounds,), given, (setting.key,))
    if reader.faults:
        raise Invalid(reader.faults)
    return value


def allowed(setting: Setting) -> str:
    """What a setting may be, for people: ``from 0 to 1``, ``"enforce" or "observe"``."""
    kind, bounds, _ = _parts(setting.kind, (setting.option.bounds,))
    return _choices(kind) or _range(bounds)


class _Reader:
    """Reads values, and gathers what is wrong with them; what it then returns is of no use."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def section(self, kind: type[S], given: object, at: Names) -> S | None:
        """A section; None where anything in it is wrong."""
        before = len(self.faults)
        if isinstance(given, kind):
            return given
        if not isinstance(given, dict):
            self._fault(at, given, "it should be a mapping of settings")
            return None
        try:
            values = dict(self._members(kind, kind.prepared(given), at))
            return kind(**values) if len(self.faults) == before else None
        except ValueError as error:  # the section's own rule
            self.faults.append(Fault(at, given, str(error), "rule"))
            return None

    def _members(
        self, kind: type[Section], given: dict[str, object], at: Names
    ) -> Iterator[tuple[str, object]]:
        known = {setting.key: setting for setting in settings_of(kind).values()}
        for key, value in given.items():
            setting = known.get(key)
            if setting is None:
                self.faults.append(Fault((*at, str(key)), value, "", "unknown"))
            else:
                bounds = (setting.option.bounds,)
                yield setting.name, self.value(setting.kind, bounds, value, (*at, key))
        for key, setting in known.items():
            if setting.required and key not in given:
                self._fault((*at, key), None, "it must be given")

    def value(self, kind: Any, own: tuple[Bounds, ...], given: object, at: Names) -> Any:
        """A value of any kind."""
        kind, bounds, before = _parts(kind, own)
        try:
            for prepare in before:
                given = prepare(given)
        except ValueError as error:
            return self._fault(at, given, f"it should be {error}")
        origin, of = get_origin(kind), get_args(kind)
        if isinstance(kind, type) and issubclass(kind, Section):
            return self.section(kind, given, at)
        if origin in {Union, types.UnionType}:
            return None if given is None else self.value(of[0], bounds, given, at)
        if origin is tuple:
            return self._list(of[0], given, at)
        if origin is dict:
            return self._mapping(of[1], given, at)
        return self._plain(kind, bounds, given, at)

    def _list(self, of: Any, given: object, at: Names) -> Any:
        if not isinstance(given, list | tuple):
            return self._fault(at, given, "it should be a list")
        return tuple(self.value(of, (), one, (*at, str(i))) for i, one in enumerate(given))

    def _mapping(self, of: Any, given: object, at: Names) -> Any:
        if not isinstance(given, dict) or not all(isinstance(key, str) for key in given):
            return self._fault(at, given, "it should be a mapping of words")
        return {key: self.value(of, (), value, (*at, key)) for key, value in given.items()}

    def _plain(self, kind: Any, bounds: tuple[Bounds, ...], given: object, at: Names) -> object:
        if kind is Any:
            return given
        if get_origin(kind) is Literal:
            known = isinstance(given, str) and given in get_args(kind)
            return given if known else self._fault(at, given, f"it should be {_choices(kind)}")
        read, name = _KINDS[kind]
        try:
            value = read(given)
            if all(each.hold(value) for each in bounds):
                return value
        except (KeyError, ValueError, InvalidOperation, OverflowError):
            pass
        words = filter(None, ("it should be", name, _range(bounds), _pattern(bounds)))
        return self._fault(at, given, " ".join(words))

    def _fault(self, at: Names, given: object, problem: str) -> Any:
        """Note a fault; None takes the value's place."""
        self.faults.append(Fault(at, given, problem))


def _parts(
    kind: Any, bounds: tuple[Bounds, ...]
) -> tuple[Any, tuple[Bounds, ...], list[Callable[[object], object]]]:
    """A type without its annotations, all bounds, and what values pass through before."""
    if get_origin(kind) is not Annotated:
        return kind, bounds, []
    kind, *notes = get_args(kind)
    more = tuple(note for note in notes if isinstance(note, Bounds))
    return kind, (*bounds, *more), [note for note in notes if not isinstance(note, Bounds)]


def _choices(kind: Any) -> str:
    return " or ".join(f'"{one}"' for one in get_args(kind)) if get_origin(kind) is Literal else ""


def _range(bounds: tuple[Bounds, ...]) -> str:
    low = next((b.ge for b in bounds if b.ge is not None), None)
    above = next((b.gt for b in bounds if b.gt is not None), None)
    high = min((b.le for b in bounds if b.le is not None), default=None)
    words = [
        f"above {above}" if above is not None else "",
        f"from {low}" if low is not None else "",
        f"to {high}" if high is not None else "",
    ]
    return " ".join(filter(None, words))


def _pattern(bounds: tuple[Bounds, ...]) -> str:
    return " and ".join(f"like {b.pattern}" for b in bounds if b.pattern is not None)


def _switch(given: object) -> bool:
    return _SWITCH[str(given).lower()]


def _whole(given: object) -> int:
    return int(given if isinstance(given, str) else _of(int, given))


def _number(given: object) -> float:
    value = float(given if isinstance(given, str) else _of((int, float), given))
    if not isfinite(value):
        raise ValueError
    return value


def _decimal(given: object) -> Decimal:
    """A float by its shortest digits, so that 0.1 means 0.1."""
    if not isinstance(given, str):
        given = str(_of((int, float, Decimal), given))
    value = Decimal(given)
    if not value.is_finite() or abs(value.adjusted()) > _FARTHEST:
        raise ValueError
    return value


def _of(kinds: Any, given: object) -> Any:
    if not isinstance(given, kinds) or isinstance(given, bool):
        raise ValueError
    return given


_SWITCH = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(
    ("false", "no", "off", "0"), False
)
_KINDS: Mapping[Any, tuple[Callable[[object], object], str]] = {
    bool: (_switch, "true or false"),
    int: (_whole, "a whole number"),
    float: (_number, "a finite number"),
    Decimal: (_decimal, f"a finite number below 1e{_FARTHEST}"),
    str: (partial(_of, str), "text"),
    Path: (lambda given: Path(_of((str, Path), given)), "a path"),
    date: (partial(_of, date), "a day"),
}
"""How a plain value is read, and what it is called; ``ValueError`` where it is none."""
