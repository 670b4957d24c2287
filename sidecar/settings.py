"""Every setting of the server: one section per part, each owned by its part.

``load`` reads a YAML file, then the environment, and refuses what it does not know. Settings never
change afterwards; a request's overrides make another object (``overrides``).

    python -m sidecar.settings > docs/settings.md
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from pathlib import Path

from sidecar.binding.settings import NumericSettings
from sidecar.citations.settings import CitationsSettings
from sidecar.consistency.settings import ConsistencySettings
from sidecar.evidence.settings import EvidenceSettings
from sidecar.instruments.settings import MetricsSettings, TracingSettings
from sidecar.model.cached import cached_property
from sidecar.model.digests import sha256_hex
from sidecar.options import Section, about, option, paths_of, setting_at
from sidecar.options_reading import Fault, Invalid, read
from sidecar.policy_settings import PolicySettings
from sidecar.server.settings import LoggingSettings, RequestLimits, ServerSettings
from sidecar.settings_sources import (
    Source,
    SourceError,
    from_environment,
    from_file,
    from_options,
)
from sidecar.structure.settings import StructureSettings
from sidecar.support.settings import SupportSettings

VERDICT_SECTIONS = {"policy", "numeric", "consistency", "citations", "structure", "support"}
"""The sections that a report depends on; a request may override settings of these alone."""


class SettingsError(Exception):
    """The settings cannot be used; the message names every fault, one a line."""


@dataclass(frozen=True, kw_only=True)
class Settings(Section):
    """All sections."""

    server: ServerSettings = ServerSettings()
    limits: RequestLimits = RequestLimits()
    evidence: EvidenceSettings = EvidenceSettings()
    policy: PolicySettings = PolicySettings()
    numeric: NumericSettings = NumericSettings()
    consistency: ConsistencySettings = ConsistencySettings()
    citations: CitationsSettings = CitationsSettings()
    structure: StructureSettings = StructureSettings()
    support: SupportSettings = SupportSettings()
    logging: LoggingSettings = LoggingSettings()
    metrics: MetricsSettings = MetricsSettings()
    tracing: TracingSettings = TracingSettings()
    overridable: tuple[str, ...] = option(
        (),
        description="Dotted paths of settings, such as `numeric.rounding.rel_epsilon`, that a"
        " request may make looser. Stricter is always allowed.",
    )

    def __post_init__(self) -> None:
        """A misspelled name would leave the default in force, unseen."""
        if self.overridable:
            self._overridable_exist()
        if self.policy != PolicySettings():
            self._policy_names_exist()

    def _overridable_exist(self) -> None:
        paths = (path for path, _ in paths_of(Settings))
        known = [path for path in paths if path.split(".")[0] in VERDICT_SECTIONS]
        for path in self.overridable:
            if path not in known:
                raise ValueError(f"overridable: {path!r} is no such setting{_nearest(path, known)}")

    def _policy_names_exist(self) -> None:
        policy = self.policy
        # Only where names are given: with the checks comes everything that reads and looks up.
        from sidecar.checks import CHECKS  # noqa: PLC0415
        from sidecar.checks.codes import CODES  # noqa: PLC0415

        for setting, names, known in (
            ("required_checks", policy.required_checks, CHECKS),
            ("optional_checks", policy.optional_checks, CHECKS),
            ("modes", policy.modes, CHECKS),
            ("on_nothing", policy.on_nothing, CHECKS),
            ("severities", policy.severities, CODES),
        ):
            for name in names:
                if name not in known:
                    raise ValueError(
                        f"policy.{setting}: {name!r} is not known{_nearest(name, list(known))}"
                    )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the sections that a report depends on, as canonical JSON."""
        sections = {name: _plain(getattr(self, name)) for name in VERDICT_SECTIONS}
        canonical = json.dumps(sections, sort_keys=True, separators=(",", ":"))
        return sha256_hex(canonical.encode())


def load(
    path: Path | None,
    environ: Mapping[str, str],
    options: Mapping[str, tuple[str, object]] | None = None,
) -> Settings:
    """The settings of a file, the environment over it, and options over both.

    Args:
        path: The file; None for that of ``VERIFYD_CONFIG``, if any.
        environ: The environment.
        options: By the option as it is written, the dotted path of its setting and its value.

    Raises:
        SettingsError: With one line per fault: where, what was given, what is allowed.
    """
    named = environ.get("VERIFYD_CONFIG", "")
    try:
        source = from_file(path or Path(named)) if path or named else Source()
    except SourceError as error:
        raise SettingsError(f"{'' if path else 'VERIFYD_CONFIG: '}{error}") from None
    try:
        source = from_environment(environ, source, Settings)
        source = from_options(options or {}, source)
        return read(Settings, source.values)
    except SourceError as error:
        raise SettingsError(str(error)) from None
    except Invalid as error:
        raise SettingsError("\n".join(_told(fault, source) for fault in error.faults)) from None


def dump(section: Section) -> dict[str, object]:
    """The values as plain data, with ``"***"`` in place of every secret that is set."""
    plain: dict[str, object] = {}
    for field in fields(section):
        value = getattr(section, field.name)
        if isinstance(value, Section):
            plain[field.name] = dump(value)
        else:
            hidden = value and about(field).secret
            plain[field.name] = "***" if hidden else _plain(value)
    return plain


def _plain(value: object) -> object:
    """A value as JSON has it: the same for equal values."""
    if isinstance(value, Section):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, Path | date):
        return str(value)
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def _told(fault: Fault, source: Source) -> str:
    """One line about one fault of the given values."""
    path = ".".join(fault.names)
    where = source.origin(fault.names)
    if fault.kind == "unknown":
        return f"{where}: there is no setting {path!r}{_nearest(path, _names())}"
    if fault.kind == "rule":
        return f"{where}: {path + ': ' if path else ''}{fault.problem}"
    return f"{where}: {path} is {_shown(fault)}, but {fault.problem}"


def _shown(fault: Fault) -> str:
    above = (setting_at(Settings, fault.names[:n]) for n in range(1, len(fault.names) + 1))
    if any(setting is not None and setting.option.secret for setting in above):
        return "***"
    text = repr(fault.given)
    return text if len(text) <= 80 else text[:77] + "..."


def _names() -> list[str]:
    """The paths of all settings and sections."""
    paths = [path for path, _ in paths_of(Settings)]
    sections = {path[: path.rindex(".")] for path in paths if "." in path}
    return [*paths, *sorted(sections)]


def _nearest(path: str, known: list[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    near = get_close_matches(path, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


if __name__ == "__main__":
    import sys

    from sidecar.settings_page import page

    sys.stdout.write(page())
