"""Reading the settings from their sources, each over the one before; every fault at once.

The order: a YAML file, an ``.env`` file, the environment, options of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from sidecar.settings.root import Settings
from sidecar.settings.section import (
    Names,
    describe_type,
    find_field,
    is_secret,
    is_section,
    list_paths,
    suggest_name,
)
from sidecar.settings.sources import (
    CommandLineOptions,
    SettingsError,
    SettingsFile,
    SettingsSource,
    merged,
)
from sidecar.settings.variables import CONFIG, VARIABLE, EnvFile, Environment

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_LONGEST = 80
"""Characters of a value that are shown."""

_USER = re.compile(r"//.*@")
"""User and password of a URL, which are not shown; a password may hold any character."""


def load(
    path: Path | None,
    environ: Mapping[str, str],
    options: Mapping[str, tuple[str, object]] | None = None,
) -> Settings:
    """The settings of a YAML file, an ``.env`` file, the environment and options.

    ``VERIFYD_ENV_FILE`` of the environment names the ``.env`` file, if any.

    Args:
        path: The YAML file; None for that of ``VERIFYD_CONFIG``, if any.
        environ: The environment.
        options: By the option as it is written, the dotted path of its setting and its value.

    Raises:
        SettingsError: With one line per fault: where, what was given, what is allowed.
    """
    sources: list[SettingsSource] = [
        CommandLineOptions(Settings, options or {}),
        Environment(Settings, environ),
    ]
    config = environ.get(CONFIG, "")
    if environ.get(VARIABLE):
        variables = EnvFile(Settings, Path(environ[VARIABLE]), environ, f"{VARIABLE}: ")
        sources.append(variables)
        config = config or variables.yaml
    if path is not None:
        sources.append(SettingsFile(Settings, path))
    elif config:
        sources.append(SettingsFile(Settings, Path(config), f"{CONFIG}: "))
    faults = [fault for source in sources for fault in source.faults]
    try:
        settings = Settings.model_validate(merged(sources))
    except ValidationError as error:
        faults.extend(describe_faults(error, sources))
    if faults:
        raise SettingsError("\n".join(faults))
    return settings


def describe_faults(error: ValidationError, sources: Sequence[SettingsSource]) -> Iterator[str]:
    """One line about each fault of the given values."""
    for fault in error.errors(include_url=False):
        names = tuple(str(name) for name in fault["loc"] if name != "[key]")
        yield f"{_place(names, sources)}: {_problem(fault, names)}"


def _place(names: Names, sources: Sequence[SettingsSource]) -> str:
    """Who gave a value, or what should hold it; of a section, all who gave any of its values."""
    if is_section(Settings, names):
        all_of_it = (source.place(names) for source in reversed(sources) if source.holds(names))
        return ", ".join(filter(None, all_of_it)) or "settings"
    for length in range(len(names), 0, -1):
        for source in sources:
            if source.holds(names[:length]):
                return source.place(names[:length])
    return "settings"


def _problem(fault: ErrorDetails, names: Names) -> str:
    path, kind = ".".join(names), fault["type"]
    if kind == "extra_forbidden":
        return f"there is no setting {path!r}{suggest_name(path, _names())}"
    if kind == "missing":
        return f"{path} must be given"
    rule = str(fault["ctx"]["error"]) if kind == "value_error" else ""
    if rule and not rule.startswith("should "):
        return f"{path}: {rule}"
    if is_section(Settings, names):
        return f"{path} should be a mapping of settings"
    value = _shorten_value(fault["input"], names)
    return f"{path} is {value}, but it {rule or _expected(fault, names)}"


def _expected(fault: ErrorDetails, names: Names) -> str:
    """What a value should be: in the words of its setting, or, inside one, in pydantic's."""
    field = find_field(Settings, names)
    return (
        fault["msg"].removeprefix("Input ")
        if field is None
        else f"should be {describe_type(field)}"
    )


def _shorten_value(given: object, names: Names) -> str:
    above = (find_field(Settings, names[:length]) for length in range(1, len(names) + 1))
    if any(field is not None and is_secret(field) for field in above):
        return "***"
    text = _USER.sub("//***@", repr(given))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _names() -> set[str]:
    """The paths of all settings and sections."""
    paths = [path for path, _ in list_paths(Settings)]
    return {path[:end] for path in paths for end in (*_ends(path), len(path))}


def _ends(path: str) -> Iterator[int]:
    return (at for at, letter in enumerate(path) if letter == ".")
