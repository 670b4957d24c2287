"""A request's own settings: stricter ones always, looser ones only where the server allows it.

The caller is the one being judged, so which way is stricter stands with each field, as
``json_schema_extra={"stricter": ...}``: "smaller" or "larger" for numbers, "true" or "false" for
switches, or the one value that is strict. A field that does not say so has no strict side: every
change of it needs leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pydantic import BaseModel, ValidationError

from sidecar.consistency.rates import CurrencyRate, added
from sidecar.errors import VerifydError
from sidecar.settings import Settings, field_at


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
    values: dict[str, Any] = {name: getattr(settings, name) for name in type(settings).model_fields}
    for path, given in changes.items():
        names = tuple(path.split("."))
        current = _value(settings, names)
        section, changed = _changed(values[names[0]], names[1:], path, given)
        if path not in settings.overridable and not _stricter(names, current, changed):
            raise OverrideNotAllowed(
                f"this server does not let a request change {path} from {current} to {given}",
                setting=path,
                given=given,
                current=current,
            )
        values[names[0]] = section
    return Settings.model_construct(**values)


def with_rates(settings: Settings, rates: Sequence[CurrencyRate]) -> Settings:
    """The settings with a request's exchange rates, for pairs that the server has none for.

    More rates let more be judged, so they need no leave.
    """
    if not rates:
        return settings
    section = settings.consistency
    known = {"currency_rates": added(section.currency_rates, rates)}
    values: dict[str, Any] = {name: getattr(settings, name) for name in type(settings).model_fields}
    values["consistency"] = section.model_copy(update=known)
    return Settings.model_construct(**values)


def _changed(
    section: BaseModel, names: tuple[str, ...], path: str, given: object
) -> tuple[BaseModel, object]:
    """A section with one setting replaced and checked, and the value as it was read."""
    name = names[0]
    if len(names) > 1:
        below, value = _changed(getattr(section, name), names[1:], path, given)
        return section.model_copy(update={name: below}), value
    kept = {key: getattr(section, key) for key in type(section).model_fields}
    try:
        checked = type(section).model_validate(kept | {name: given})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]["msg"].lower()
        raise OverrideInvalid(
            f"{path} cannot be {given}: {problem}", setting=path, given=given
        ) from None
    return checked, getattr(checked, name)


def _value(settings: BaseModel, names: tuple[str, ...]) -> Any:
    value: Any = settings
    for name in names:
        value = getattr(value, name)
    return value


def _stricter(names: tuple[str, ...], current: Any, given: Any) -> bool:
    """Whether a change keeps a setting as it is or moves it to its strict side."""
    if given == current:
        return True
    field = field_at(Settings, names)
    extra = field.json_schema_extra if field is not None else None
    way = extra.get("stricter") if isinstance(extra, dict) else None
    if way == "smaller":
        return bool(given < current)
    if way == "larger":
        return bool(given > current)
    return way is not None and str(given).lower() == way
