"""Where settings come from: a YAML file, the environment over it, a command line over both.

Each source knows where every one of its values was given, so that a fault can be told with its
place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from sidecar.settings.aliases import (
    ALIAS_VALUES,
    ALIASES,
    OUTCOME_ALIASES,
    OUTCOME_CLASSES,
    OUTCOME_SECTIONS,
    TOP_SECTIONS,
)
from sidecar.settings.fields import (
    PREFIX,
    Names,
    field_at,
    kind_of,
    nearest,
    paths_of,
    section_of,
    variable_of,
)

MAX_FILE_BYTES = 256 * 1024
OTHERS = frozenset({"VERIFYD_CONFIG", "VERIFYD_FUZZ", "VERIFYD_YARDSTICKS"})
"""Variables that are no settings: the file's path, how much the tests try, and their data."""


class SettingsError(Exception):
    """The settings cannot be used; the message names every fault, one a line."""


class Given(PydanticBaseSettingsSource):
    """Values from one place.

    Attributes:
        values: Nested mappings, not yet checked.
        places: By path, the file, variable or option that gave the value there.
        faults: What could not be read at all, one line each.
    """

    def __init__(self, settings: type[BaseSettings]) -> None:
        super().__init__(settings)
        self.values: dict[str, Any] = {}
        self.places: dict[Names, str] = {}
        self.faults: list[str] = []

    def __call__(self) -> dict[str, Any]:
        """The values."""
        return self.values

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The value of a section, for those who ask for one alone."""
        return self.values.get(field_name), field_name, False

    def give(self, names: Names, value: object, place: str) -> None:
        """Set the value at a path; in a section that is no mapping there is nothing to set."""
        inside: Any = self.values
        for name in names[:-1]:
            if inside.get(name) is None:
                inside[name] = {}
            inside = inside[name]
            if not isinstance(inside, dict):
                return
        inside[names[-1]] = value
        self.places[names] = place

    def holds(self, names: Names) -> bool:
        """Whether this source gave the value at a path, or something in it."""
        inside: Any = self.values
        for name in names:
            if isinstance(inside, list) and name.isdecimal() and int(name) < len(inside):
                inside = inside[int(name)]
            elif isinstance(inside, dict) and name in inside:
                inside = inside[name]
            else:
                return False
        return True

    def place(self, names: Names) -> str:
        """Where the value at a path was given; for a section, all places of its values."""
        for length in range(len(names), -1, -1):
            if names[:length] in self.places:
                return self.places[names[:length]]
        return ", ".join(
            sorted(at for path, at in self.places.items() if path[: len(names)] == names)
        )


class File(Given):
    """The settings of a YAML file.

    Args:
        settings: What holds all settings.
        path: The file.
        named_by: What names it, told where it cannot be read.
    """

    def __init__(self, settings: type[BaseSettings], path: Path, named_by: str = "") -> None:
        super().__init__(settings)
        self.places = {(): str(path)}
        try:
            self.values = read_yaml(path)
        except SettingsError as error:
            self.faults.append(f"{named_by}{error}")
        self._move_aliases(path)
        self._move_sections(path)
        self._move_outcomes(path)

    def _move_aliases(self, path: Path) -> None:
        for name, names in ALIASES.items():
            if name in self.values:
                self._move(names, _meant(name, self.values.pop(name)), path)

    def _move_sections(self, path: Path) -> None:
        """Move what stands at the top level to the checks that it belongs to."""
        for name in TOP_SECTIONS:
            section = self.values.pop(name, None)
            if section is None:
                continue
            if name == "percent" and isinstance(section, dict):
                section = dict(section)
                if "epsilon_pct" in section:
                    self._move(("consistency", "epsilon_pct"), section["epsilon_pct"], path)
                if "sum_to_100" in section:
                    self._move(("consistency", "sum_to_100"), section.pop("sum_to_100"), path)
            self._move(("numeric", name), section, path)

    def _move_outcomes(self, path: Path) -> None:
        """Move what a configuration of outcomes has at its top level."""
        for section in OUTCOME_SECTIONS:
            if section not in self.values:
                continue
            for names, value in _leaves((section,), self.values.pop(section)):
                target = OUTCOME_ALIASES.get(names)
                if target is not None:
                    self._move(target, value, path)
                elif OUTCOME_CLASSES.get(names) != value:
                    known = [*map(".".join, OUTCOME_ALIASES), *map(".".join, OUTCOME_CLASSES)]
                    told = f"{'.'.join(names)}{nearest('.'.join(names), known)}"
                    if names in OUTCOME_CLASSES:
                        told += f" of that value: it is {OUTCOME_CLASSES[names]!r}"
                    self.faults.append(f"{path}: there is no setting {told}")

    def _move(self, names: Names, value: object, path: Path) -> None:
        if self.holds(names):
            twice = f"{path}: {'.'.join(names)} stands twice, once at the top level"
            self.faults.append(twice)
        self.give(names, value, str(path))


class Environment(Given):
    """The variables ``VERIFYD_SECTION__KEY``; those of other programs are passed over."""

    def __init__(self, settings: type[BaseSettings], environ: Mapping[str, str]) -> None:
        super().__init__(settings)
        for variable in sorted(environ):
            names = _names_of(variable)
            if names and variable not in OTHERS:
                try:
                    self._read(variable, names, environ[variable])
                except SettingsError as error:
                    self.faults.append(str(error))

    def _read(self, variable: str, names: Names, text: str) -> None:
        if names in self.places:
            raise SettingsError(f"{variable} and {self.places[names]} are the same setting")
        field = field_at(self.settings_cls, names)
        if field is None or section_of(field) is not None:
            known = (variable_of(path) for path, _ in paths_of(self.settings_cls))
            raise SettingsError(
                f"{variable}: there is no such setting{nearest(variable, known, 0.8)}"
            )
        # A variable holds text: a list or a mapping is written as YAML, such as [QAR, USD].
        is_plain = kind_of(field) not in {tuple, dict}
        value = text if is_plain else _parse(text.encode(), variable)
        self.give(names, _meant(variable.lower(), value), variable)


class Options(Given):
    """The options of a command line.

    Args:
        settings: What holds all settings.
        given: By the option as it is written, the dotted path of its setting and its value.
    """

    def __init__(
        self, settings: type[BaseSettings], given: Mapping[str, tuple[str, object]]
    ) -> None:
        super().__init__(settings)
        for option, (path, value) in given.items():
            self.give(tuple(path.split(".")), value, option)


def read_yaml(path: Path) -> dict[str, object]:
    """A YAML file whose top level is a mapping.

    Raises:
        SettingsError: If it is missing, too large, or no plain YAML mapping.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise SettingsError(f"{path}: longer than {MAX_FILE_BYTES} bytes")
    values = _parse(data, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise SettingsError(f"{path}: the top level must be a mapping of settings")
    return values


def _leaves(names: Names, value: object) -> Iterator[tuple[Names, object]]:
    """Everything that is no mapping, with its path."""
    if not isinstance(value, dict):
        yield names, value
        return
    for name, inner in value.items():
        yield from _leaves((*names, str(name)), inner)


def _names_of(variable: str) -> Names:
    """The path of the setting that a variable is for; nothing for those of other programs."""
    if variable.startswith(PREFIX):
        return tuple(variable.removeprefix(PREFIX).lower().split("__"))
    return ALIASES.get(variable.lower(), ()) if variable.isupper() else ()


def _meant(name: str, given: object) -> object:
    """What a value means that was given under a second name; the setting refuses the others."""
    return ALIAS_VALUES.get(name, {}).get(str(given).lower(), given)


def _parse(data: bytes, origin: str) -> object:
    from sidecar.settings import strict_yaml  # noqa: PLC0415 (a server without a file does without)

    try:
        return strict_yaml.parse(data)
    except strict_yaml.NotYaml as error:
        raise SettingsError(f"{origin}{error}") from None
