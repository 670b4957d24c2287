"""Where settings come from: a YAML file, and a command line; ``variables`` has those between.

Each source knows where each of its values was given, so that an error can name the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from sidecar.settings.section import Names, suggest_name

# Other places of settings, which files of their own kind have them at.

TOP_SECTIONS = ("rounding", "percent", "currency", "binding")
"""Sections of ``numeric`` that a file may have at its top level."""

ALIASES = {
    "verify_claims": ("claims", "enabled"),
    "verify_claim_types": ("claims", "types"),
    "verify_confidence_threshold": ("claims", "confidence_threshold"),
    "verify_model": ("claims", "model"),
    "verification_require_citations": ("citations", "require_citations"),
    "verification_min_evidence_support": ("support", "min_evidence_support"),
    "verification_confidence_tolerance": ("support", "confidence_tolerance"),
    "verify_use_cached": ("sources", "mode"),
}
"""Settings with a second name, which files have at their top level and variables in capitals."""

ALIAS_VALUES = {"verify_use_cached": {"true": "cached", "false": "fresh"}}
"""What values under a second name mean, where the setting itself has others."""

_EXTRACTORS = {
    "latency": "LatencyExtractor",
    "text_quality": "TextQualityExtractor",
    "classification": "ClassificationExtractor",
    "contains": "ContainsExtractor",
    "custom": "CustomExtractor",
}

OUTCOME_SECTIONS = ("extractors", "verification", "caching")
"""Sections at the top level of a file that configures outcomes."""

OUTCOME_ALIASES: dict[Names, Names] = {
    ("verification", "governance_check"): ("outcomes", "governance", "enabled"),
    ("verification", "store_outcomes"): ("outcomes", "store_outcomes"),
    ("verification", "max_criteria_per_task"): ("outcomes", "max_criteria_per_task"),
    ("caching", "extractor_results_ttl"): ("outcomes", "cache_ttl_s"),
    ("extractors", "text_quality", "config", "rouge_types"): (
        *("outcomes", "extractors", "text_quality"),
        "rouge_types",
    ),
    ("extractors", "custom", "sandbox", "timeout_ms"): (
        *("outcomes", "extractors", "custom", "sandbox"),
        "timeout_ms",
    ),
    ("extractors", "custom", "sandbox", "memory_limit_mb"): (
        *("outcomes", "extractors", "custom", "sandbox"),
        "memory_limit_mb",
    ),
} | {
    ("extractors", name, "enabled"): ("outcomes", "extractors", name, "enabled")
    for name in _EXTRACTORS
}
"""What stands there, and where it belongs."""

OUTCOME_CLASSES: dict[Names, str] = {
    ("extractors", name, "class"): value for name, value in _EXTRACTORS.items()
}
"""What can stand there as it is and nothing else: other classes are entry points."""


def resolve_alias(name: str, given: object) -> object:
    """The setting's own value for one that is given under a second name."""
    return ALIAS_VALUES.get(name, {}).get(str(given).lower(), given)


MAX_FILE_BYTES = 256 * 1024


class SettingsError(Exception):
    """The settings cannot be used; the message names every fault, one a line."""


class SettingsSource:
    """Values from one place.

    Attributes:
        settings: The model of all settings.
        values: Nested mappings, not yet checked.
        places: By path, the file, variable or option that gave the value there.
        faults: What could not be read at all, one line each.
    """

    def __init__(self, settings: type[BaseModel]) -> None:
        self.settings = settings
        self.values: dict[str, Any] = {}
        self.places: dict[Names, str] = {}
        self.faults: list[str] = []

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


class SettingsFile(SettingsSource):
    """The settings of a YAML file.

    Args:
        settings: What holds all settings.
        path: The file.
        named_by: What names it, for the error where it cannot be read.
    """

    def __init__(self, settings: type[BaseModel], path: Path, named_by: str = "") -> None:
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
                self._move(names, resolve_alias(name, self.values.pop(name)), path)

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
                    told = f"{'.'.join(names)}{suggest_name('.'.join(names), known)}"
                    if names in OUTCOME_CLASSES:
                        told += f" of that value: it is {OUTCOME_CLASSES[names]!r}"
                    self.faults.append(f"{path}: there is no setting {told}")

    def _move(self, names: Names, value: object, path: Path) -> None:
        if self.holds(names):
            twice = f"{path}: {'.'.join(names)} is given twice, once at the top level"
            self.faults.append(twice)
        self.give(names, value, str(path))


class CommandLineOptions(SettingsSource):
    """The options of a command line.

    Args:
        settings: What holds all settings.
        given: By the option as it is written, the dotted path of its setting and its value.
    """

    def __init__(self, settings: type[BaseModel], given: Mapping[str, tuple[str, object]]) -> None:
        super().__init__(settings)
        for option, (path, value) in given.items():
            self.give(tuple(path.split(".")), value, option)


def merged(sources: Iterable[SettingsSource]) -> dict[str, Any]:
    """The values of all sources, the first of which goes before the others; mappings are merged."""
    values: dict[str, Any] = {}
    for source in sources:
        _add_missing(values, source.values)
    return values


def _add_missing(values: dict[str, Any], more: Mapping[str, Any]) -> None:
    for name, value in more.items():
        if isinstance(value, dict):
            inside = values.setdefault(name, {})
            if isinstance(inside, dict):
                _add_missing(inside, value)
        else:
            values.setdefault(name, value)


def read_yaml(path: Path) -> dict[str, object]:
    """A YAML file whose top level is a mapping.

    Raises:
        SettingsError: If it is missing, too large, or no plain YAML mapping.
    """
    values = parse_yaml(read_bytes(path), str(path))
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


def read_bytes(path: Path) -> bytes:
    """The bytes of a file with settings.

    Raises:
        SettingsError: If it cannot be read, or is too large.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    if len(data) > MAX_FILE_BYTES:
        raise SettingsError(f"{path}: longer than {MAX_FILE_BYTES} bytes")
    return data


def parse_yaml(data: bytes, origin: str) -> object:
    """A value that is written as YAML.

    Raises:
        SettingsError: If it is not plain YAML; the message begins with its origin.
    """
    from sidecar.settings import plain_data  # noqa: PLC0415 (a server without a file does without)

    try:
        return plain_data.parse(data, origin)
    except plain_data.DataUnreadable as error:
        raise SettingsError(f"{origin}{error}") from None
