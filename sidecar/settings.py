"""Every setting of the server: one section per part, each owned by its part.

``load`` reads a YAML file, then the environment, and refuses what it does not know. Settings never
change afterwards; a request's overrides make another object (``overrides``).

    python -m sidecar.settings > docs/settings.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from sidecar.binding.settings import NumericSettings
from sidecar.citations.settings import CitationsSettings
from sidecar.consistency.settings import ConsistencySettings
from sidecar.digests import sha256_hex
from sidecar.evidence.settings import EvidenceSettings
from sidecar.instruments.settings import MetricsSettings, TracingSettings
from sidecar.policy_settings import PolicySettings
from sidecar.server_settings import RequestLimits, ServerSettings
from sidecar.settings_sources import Source, SourceError, from_environment, from_file
from sidecar.structure.settings import StructureSettings
from sidecar.support.settings import SupportSettings
from sidecar.telemetry import LoggingSettings

VERDICT_SECTIONS = {"policy", "numeric", "consistency", "citations", "structure", "support"}
"""The sections that a report depends on; a request may override settings of these alone."""


class SettingsError(Exception):
    """The settings cannot be used; the message names every fault, one a line."""


class Settings(BaseModel):
    """All sections."""

    model_config = ConfigDict(extra="forbid", frozen=True)

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
    overridable: tuple[str, ...] = Field(
        (),
        description="Dotted paths of settings, such as `numeric.rounding.rel_epsilon`, that a"
        " request may make looser. Stricter is always allowed.",
    )

    @model_validator(mode="after")
    def _overridable_exist(self) -> Self:
        known = [path for path, _ in fields(Settings) if path.split(".")[0] in VERDICT_SECTIONS]
        for path in self.overridable:
            if path not in known:
                raise ValueError(f"overridable: {path!r} is no such setting{_nearest(path, known)}")
        return self

    @model_validator(mode="after")
    def _policy_names_exist(self) -> Self:
        """A misspelled check or code would leave the default in force, unseen."""
        policy = self.policy
        if policy == PolicySettings():
            return self
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
        return self

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the sections that a report depends on, as canonical JSON."""
        sections = self.model_dump(mode="json", include=VERDICT_SECTIONS)
        canonical = json.dumps(sections, sort_keys=True, separators=(",", ":"))
        return sha256_hex(canonical.encode())


def load(path: Path | None, environ: Mapping[str, str]) -> Settings:
    """The settings of a file (else that of ``VERIFYD_CONFIG``) and the environment over it.

    Raises:
        SettingsError: With one line per fault: where, what was given, what is allowed.
    """
    if path is None and environ.get("VERIFYD_CONFIG"):
        path = Path(environ["VERIFYD_CONFIG"])
    try:
        source = from_file(path) if path else Source()
        source = from_environment(environ, source, dict(fields(Settings)))
        return Settings.model_validate(source.values)
    except SourceError as error:
        raise SettingsError(str(error)) from None
    except ValidationError as error:
        faults = [_fault(detail, source) for detail in error.errors(include_url=False)]
        raise SettingsError("\n".join(faults)) from None


def fields(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every setting below a section, as its dotted path and its field."""
    for name, field in model.model_fields.items():
        section = section_of(field)
        if section is None:
            yield prefix + name, field
        else:
            yield from fields(section, f"{prefix}{name}.")


def section_of(field: FieldInfo) -> type[BaseModel] | None:
    """The class of a field that is a section, None of one that is a setting."""
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def field_at(model: type[BaseModel], names: tuple[str, ...]) -> FieldInfo | None:
    """The field at a path, if there is one."""
    field = model.model_fields.get(names[0])
    if field is None or len(names) == 1:
        return field
    section = section_of(field)
    return None if section is None else field_at(section, names[1:])


def allowed(field: FieldInfo) -> str:
    """What a setting may be, for people: ``from 0 to 1``, ``"enforce" or "observe"``."""
    low = next((m.ge for m in field.metadata if hasattr(m, "ge")), None)
    above = next((m.gt for m in field.metadata if hasattr(m, "gt")), None)
    high = max((m.le for m in field.metadata if hasattr(m, "le")), default=None)
    choices = getattr(field.annotation, "__args__", ())
    if choices and all(isinstance(choice, str) for choice in choices):
        return " or ".join(f'"{choice}"' for choice in choices)
    words = [
        f"above {above}" if above is not None else "",
        f"from {low}" if low is not None else "",
        f"to {high}" if high is not None else "",
    ]
    return " ".join(filter(None, words))


def dump(model: BaseModel) -> dict[str, object]:
    """The values as plain data, with ``"***"`` in place of every secret that is set."""
    plain: dict[str, object] = model.model_dump(mode="json")
    for name, field in type(model).model_fields.items():
        extra = field.json_schema_extra
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            plain[name] = dump(value)
        elif isinstance(extra, dict) and extra.get("secret") and value:
            plain[name] = "***"
    return plain


def _fault(detail: ErrorDetails, source: Source) -> str:
    """One line about one fault of the given values."""
    names = tuple(str(part) for part in detail["loc"])
    path = ".".join(names)
    where = source.origin(names)
    if detail["type"] == "extra_forbidden":
        return f"{where}: there is no setting {path!r}{_nearest(path, _names())}"
    if detail["type"] == "value_error":  # a section's own rule: its sentence says it all
        return f"{where}: {path + ': ' if path else ''}{detail['ctx']['error']}"
    field = next(
        (f for n in range(len(names), 0, -1) if (f := field_at(Settings, names[:n]))), None
    )
    bounds = allowed(field) if field else ""
    hint = f" (allowed: {bounds})" if bounds else ""
    problem = detail["msg"].replace("Input should", "it should")
    if detail["type"] == "model_type":
        problem = "it should be a mapping of settings"
    return f"{where}: {path} is {_shown(detail['input'], field)}, but {problem}{hint}"


def _shown(value: object, field: FieldInfo | None) -> str:
    extra = field.json_schema_extra if field else None
    if isinstance(extra, dict) and extra.get("secret"):
        return "***"
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _names() -> list[str]:
    """The paths of all settings and sections."""
    paths = [path for path, _ in fields(Settings)]
    sections = {path[: path.rindex(".")] for path in paths if "." in path}
    return [*paths, *sorted(sections)]


def _nearest(path: str, known: list[str]) -> str:
    near = get_close_matches(path, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


if __name__ == "__main__":
    import sys

    from sidecar.settings_page import page

    sys.stdout.write(page())
