"""What every section of the settings is made of.

A section is a frozen dataclass whose fields are made by ``option``: a default, what it means, its
bounds, and which way a request may move it without leave (see ``overrides``). ``options_reading``
makes one of values from outside; plain dataclasses load in a tenth of the time that a validation
library takes (ADR 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, field, fields
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, get_type_hints

T = TypeVar("T")
Way = Literal["smaller", "larger", "true", "false", "enforce"]
"""The way in which a setting gets stricter."""

_OPTION = "option"
_REQUIRED: Any = MISSING


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part's settings: unknown keys are refused, and nothing changes after the start.

    Subclasses are frozen dataclasses; rules across their fields stand in ``__post_init__``, which
    raises ``ValueError``.
    """

    @classmethod
    def prepared(cls, given: dict[str, object]) -> dict[str, object]:
        """The values of a section, before any of them is looked at; ``ValueError`` if it cannot."""
        return given


class Bounds(NamedTuple):
    """What a value may be; also as ``Annotated[str, Bounds(...)]``, for those in a list."""

    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    pattern: str | None = None

    def hold(self, value: Any) -> bool:
        """Whether a number is in the range, or all of a text has the pattern."""
        import re  # noqa: PLC0415 (few settings have a pattern)

        return (
            (self.ge is None or value >= self.ge)
            and (self.gt is None or value > self.gt)
            and (self.le is None or value <= self.le)
            and (self.pattern is None or re.fullmatch(self.pattern, value) is not None)
        )


class Option(NamedTuple):
    """What is said about one field of a section.

    Attributes:
        description: What it means.
        bounds: What it may be, beside its type.
        stricter: The way in which it gets stricter; empty where there is none.
        secret: Whether its value is never shown.
        alias: The name of the field outside of Python, where it has another.
    """

    description: str = ""
    bounds: Bounds = Bounds()
    stricter: Way | Literal[""] = ""
    secret: bool = False
    alias: str = ""


Tolerance = Annotated[Decimal, Bounds(ge=0)]


def option(
    default: T = _REQUIRED,
    *,
    description: str = "",
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    pattern: str | None = None,
    stricter: Way | Literal[""] = "",
    secret: bool = False,
    alias: str = "",
) -> T:
    """A field of a section; without a default it must be given."""
    said = Option(description, Bounds(ge, gt, le, pattern), stricter, secret, alias)
    metadata = {_OPTION: said}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)  # type: ignore[return-value]
    made: T = field(default=default, metadata=metadata)
    return made


class Setting(NamedTuple):
    """One field of a section, with the type that its values have."""

    name: str
    kind: Any
    option: Option
    required: bool

    @property
    def key(self) -> str:
        """Its name outside of Python."""
        return self.option.alias or self.name

    @property
    def section(self) -> type[Section] | None:
        """Its class, where it is a section itself."""
        is_section = isinstance(self.kind, type) and issubclass(self.kind, Section)
        return self.kind if is_section else None


_KNOWN: dict[type[Section], dict[str, Setting]] = {}
"""Types are looked up when a section is first read or shown, and once."""


def settings_of(section: type[Section]) -> dict[str, Setting]:
    """The fields of a section, by name."""
    if section not in _KNOWN:
        _KNOWN[section] = _described(section)
    return _KNOWN[section]


def _described(section: type[Section]) -> dict[str, Setting]:
    kinds = get_type_hints(section, include_extras=True)
    made = {}
    for f in fields(section):
        required = f.default is f.default_factory is MISSING
        made[f.name] = Setting(f.name, kinds[f.name], about(f), required)
    return made


def about(field: Field[Any]) -> Option:
    """What is said about a field of a section."""
    said: Option = field.metadata.get(_OPTION, Option())
    return said


def paths_of(section: type[Section], prefix: str = "") -> Iterator[tuple[str, Setting]]:
    """Every setting below a section, with its dotted path."""
    for name, setting in settings_of(section).items():
        if setting.section is None:
            yield prefix + name, setting
        else:
            yield from paths_of(setting.section, f"{prefix}{name}.")


def setting_at(section: type[Section], names: tuple[str, ...]) -> Setting | None:
    """The setting or section at a path, if there is one."""
    setting = settings_of(section).get(names[0])
    if setting is None or len(names) == 1:
        return setting
    return None if setting.section is None else setting_at(setting.section, names[1:])
