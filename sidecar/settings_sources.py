"""Where settings come from: a YAML file, with the environment over it.

The file of seed 000, whose sections stand at the top level, is moved to where they belong, and so
are the three settings of seed 003.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_origin

from sidecar.options import Section, Setting, paths_of, setting_at

MAX_FILE_BYTES = 256 * 1024
PREFIX = "VERIFYD_"
OTHERS = frozenset({"VERIFYD_CONFIG", "VERIFYD_FUZZ", "VERIFYD_YARDSTICKS"})
"""Variables that are no settings: the file's path, how much the tests try, and their data."""

SEED_SECTIONS = ("rounding", "percent", "currency", "binding")
"""Sections of ``numeric`` that the file of seed 000 has at its top level."""

SEED_SETTINGS = {
    "verification_require_citations": ("citations", "require_citations"),
    "verification_min_evidence_support": ("support", "min_evidence_support"),
    "verification_confidence_tolerance": ("support", "confidence_tolerance"),
}
"""Settings of seed 003, at the top level of a file or in variables of the same names."""


class SourceError(Exception):
    """A source cannot be read; the message says which and why."""


@dataclass(frozen=True)
class Source:
    """Values as they were given.

    Attributes:
        values: Nested mappings, not yet checked.
        file: The file they were read from, if any.
        variables: The environment variable, or the option of a command line, that set each path.
    """

    values: Mapping[str, object] = field(default_factory=dict)
    file: Path | None = None
    variables: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    def origin(self, names: tuple[str, ...]) -> str:
        """Who set the value at a path: a file, variable or option; all of them, of a section."""
        for length in range(len(names), 0, -1):
            if names[:length] in self.variables:
                return self.variables[names[:length]]
        files = [str(self.file)] if self.file is not None else []
        inside = [who for path, who in self.variables.items() if path[: len(names)] == names]
        return ", ".join([*files, *sorted(inside)]) or "settings"


def from_file(path: Path) -> Source:
    """The settings of a YAML file.

    Raises:
        SourceError: If it is missing, too large, or no plain YAML mapping.
    """
    values = read_yaml(path)
    _move_seed_sections(values, path)
    return Source(values, path)


def read_yaml(path: Path) -> dict[str, object]:
    """A YAML file whose top level is a mapping.

    Raises:
        SourceError: If it is missing, too large, or no plain YAML mapping.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise SourceError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise SourceError(f"{path}: longer than {MAX_FILE_BYTES} bytes")
    values = _parse(data, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise SourceError(f"{path}: the top level must be a mapping of settings")
    return values


def from_environment(environ: Mapping[str, str], below: Source, known: type[Section]) -> Source:
    """The variables ``VERIFYD_SECTION__KEY`` laid over other settings.

    Args:
        environ: All variables; those of other programs are passed over.
        below: What they are laid over.
        known: What holds all settings.

    Raises:
        SourceError: If a variable with the prefix is no setting.
    """
    values = deepcopy(dict(below.values))
    variables: dict[tuple[str, ...], str] = {}
    for variable in sorted(environ):
        names = _names_of(variable)
        if not names or variable in OTHERS:
            continue
        if names in variables:
            raise SourceError(f"{variable} and {variables[names]} are the same setting")
        found = setting_at(known, names)
        if found is None or found.section is not None:
            raise SourceError(f"{variable}: there is no such setting{_nearest(variable, known)}")
        _set(values, names, _value(environ[variable], found, variable))
        variables[names] = variable
    return Source(values, below.file, variables)


def from_options(given: Mapping[str, tuple[str, object]], below: Source) -> Source:
    """The options of a command line laid over other settings.

    Args:
        given: By the option as it is written, the dotted path of its setting and its value.
        below: What they are laid over.
    """
    values, variables = deepcopy(dict(below.values)), dict(below.variables)
    for option, (path, value) in given.items():
        names = tuple(path.split("."))
        _set(values, names, value)
        variables[names] = option
    return Source(values, below.file, variables)


def _names_of(variable: str) -> tuple[str, ...]:
    """The path of the setting that a variable is for; nothing for those of other programs."""
    if variable.startswith(PREFIX):
        return tuple(variable.removeprefix(PREFIX).lower().split("__"))
    return SEED_SETTINGS.get(variable.lower(), ()) if variable.isupper() else ()


def _value(text: str, found: Setting, variable: str) -> object:
    """Text for a plain setting; YAML, as ``[QAR, USD]``, for a list or a mapping."""
    origin = get_origin(found.kind)
    return _parse(text.encode(), variable) if origin in (tuple, dict) else text


def _nearest(variable: str, known: type[Section]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    names = [variable_of(path) for path, _ in paths_of(known)]
    near = get_close_matches(variable, names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def variable_of(path: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + path.upper().replace(".", "__")


def _move_seed_sections(values: dict[str, object], path: Path) -> None:
    """Move what the seeds have at the top level to the checks that it belongs to."""
    for name, names in SEED_SETTINGS.items():
        if name in values:
            _add(values, names, values.pop(name), path)
    for name in SEED_SECTIONS:
        section = values.pop(name, None)
        if section is None:
            continue
        if name == "percent" and isinstance(section, dict):
            section = dict(section)
            if "epsilon_pct" in section:
                _add(values, ("consistency", "epsilon_pct"), section["epsilon_pct"], path)
            if "sum_to_100" in section:
                _add(values, ("consistency", "sum_to_100"), section.pop("sum_to_100"), path)
        _add(values, ("numeric", name), section, path)


def _add(values: dict[str, object], names: tuple[str, ...], value: object, path: Path) -> None:
    """Set a value that a file must not give in two places."""
    section = values.get(names[0])
    if isinstance(section, dict) and names[1] in section:
        raise SourceError(f"{path}: {'.'.join(names)} stands twice, once at the top level")
    _set(values, names, value)


def _set(values: dict[str, object], names: tuple[str, ...], value: object) -> None:
    """Set the value at a path; where a section is no mapping, it is left to be refused later."""
    for name in names[:-1]:
        below = values.setdefault(name, {})
        if below is None:
            below = values[name] = {}
        if not isinstance(below, dict):
            return
        values = below
    values[names[-1]] = value


def _parse(data: bytes, origin: str) -> object:
    from sidecar import strict_yaml  # noqa: PLC0415 (a server without a file starts without it)

    try:
        return strict_yaml.parse(data)
    except strict_yaml.NotYaml as error:
        raise SourceError(f"{origin}{error}") from None
