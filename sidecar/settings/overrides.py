"""A request's own settings: stricter ones always, looser ones only where the server allows it.

The caller is the one being judged, so which way is stricter stands with each field:
see ``Strictness``. A field that does not say so has no strict side: every change of it needs
leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import ValidationError

from sidecar.consistency.settings import CurrencyRate, merge_rates
from sidecar.errors import VerifydError
from sidecar.settings.root import Settings
from sidecar.settings.section import Section, describe_type, find_field, find_strictness


class OverrideNotAllowed(VerifydError):
    """An override would loosen a setting that is not listed under ``overridable``."""

    code: ClassVar[str] = "PERMISSION_DENIED"
    reason: ClassVar[str] = "OVERRIDE_NOT_ALLOWED"


class OverrideInvalid(VerifydError):
    """An override is outside the range of its setting."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "OVERRIDE_INVALID"


def apply(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """The settings with changes, given as dotted path to value; the same object without any.

    Raises:
        OverrideNotAllowed: If a change loosens a setting that may not be loosened.
        OverrideInvalid: If a value is outside the range of its setting.
    """
    if not changes:
        return settings
    sections: dict[str, Section] = {}
    for path, given in changes.items():
        names = tuple(path.split("."))
        current = _value(settings, names)
        section = sections.get(names[0], getattr(settings, names[0]))
        section, changed = _changed(section, names[1:], path, given)
        if path not in settings.overridable and not _stricter(names, current, changed):
            raise OverrideNotAllowed(
                f"this server does not let a request change {path} from {current} to {given}",
                setting=path,
                given=given,
                current=current,
            )
        sections[names[0]] = section
    return settings.having(**sections)


def add_rates(settings: Settings, rates: Sequence[CurrencyRate]) -> Settings:
    """The settings with a request's exchange rates, for pairs that the server has none for.

    More rates let more be judged, so they need no leave.
    """
    if not rates:
        return settings
    section = settings.consistency
    known = merge_rates(section.currency_rates, rates)
    return settings.having(consistency=section.changed(currency_rates=known))


def _changed(
    section: Section, names: tuple[str, ...], path: str, given: object
) -> tuple[Section, object]:
    """A section with one setting replaced and checked, and the value as it was read."""
    name = names[0]
    if len(names) > 1:
        below, value = _changed(getattr(section, name), names[1:], path, given)
        return section.changed(**{name: below}), value
    try:
        changed = section.changed(**{name: given})
    except ValidationError as error:
        problem = _problem(error, path)
        raise OverrideInvalid(
            f"{path} cannot be {given}: {problem}", setting=path, given=given
        ) from None
    return changed, getattr(changed, name)


def _problem(error: ValidationError, path: str) -> str:
    """What is wrong with a value: the rule that it breaks, or what its setting may be."""
    fault = error.errors(include_url=False)[0]
    field = find_field(Settings, tuple(path.split(".")))
    if fault["type"] == "value_error" or field is None:
        return str(fault.get("ctx", {}).get("error", fault["msg"]))
    return f"it should be {describe_type(field)}"


def _value(settings: Settings, names: tuple[str, ...]) -> Any:
    value: Any = settings
    for name in names:
        value = getattr(value, name)
    return value


def _stricter(names: tuple[str, ...], current: Any, given: Any) -> bool:
    """Whether a change keeps a setting as it is or moves it to its strict side."""
    field = find_field(Settings, names)
    stricter = find_strictness(field) if field is not None else None
    return given == current or (stricter is not None and stricter.allows(current, given))
