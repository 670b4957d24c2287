"""The fields of sections as people see them: their paths, their variables and what they may be."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from sidecar.settings.section import Hidden, Like, Stricter

Names = tuple[str, ...]

PREFIX = "VERIFYD_"

_NOUNS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    Decimal: "a number",
    str: "text",
    Path: "a path",
    date: "a day",
    tuple: "a list",
    dict: "a mapping",
}


def section_of(field: FieldInfo) -> type[BaseModel] | None:
    """The class of a field that is a section itself."""
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def paths_of(section: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, FieldInfo]]:
    """Every setting below a section, with its dotted path."""
    for name, field in section.model_fields.items():
        below = section_of(field)
        if below is None:
            yield prefix + name, field
        else:
            yield from paths_of(below, f"{prefix}{name}.")


def field_at(section: type[BaseModel], names: Names) -> FieldInfo | None:
    """The setting or section at a path, if there is one."""
    field = section.model_fields.get(names[0]) if names else None
    if field is None or len(names) == 1:
        return field
    below = section_of(field)
    return None if below is None else field_at(below, names[1:])


def is_section(section: type[BaseModel], names: Names) -> bool:
    """Whether a path leads to a section, as the empty one does."""
    field = field_at(section, names)
    return not names or (field is not None and section_of(field) is not None)


def strictness(field: FieldInfo) -> Stricter | None:
    """Which way a setting gets stricter, if there is one."""
    return next((one for one in field.metadata if isinstance(one, Stricter)), None)


def allowed(field: FieldInfo) -> str:
    """What a setting may be, beside its type: ``from 0 to 1``, ``"enforce" or "observe"``."""
    if get_origin(field.annotation) is Literal:
        return " or ".join(f'"{one}"' for one in get_args(field.annotation))
    form = next((one.words for one in field.metadata if isinstance(one, Like)), "")
    return form or " ".join(_range(field.metadata))


def explained(field: FieldInfo) -> str:
    """The same with its type: ``a whole number from 1 to 64``."""
    if get_origin(field.annotation) is Literal or any(isinstance(m, Like) for m in field.metadata):
        return allowed(field)
    return " ".join(filter(None, (_NOUNS.get(kind_of(field), "valid"), allowed(field))))


def kind_of(field: FieldInfo) -> Any:
    """The plain type of a setting: ``tuple`` for ``tuple[str, ...]``, ``Path`` for one or none."""
    kind = field.annotation
    origin = get_origin(kind)
    if origin in {Union, types.UnionType}:
        return get_args(kind)[0]
    return origin or kind


def is_secret(field: FieldInfo) -> bool:
    """Whether values of a setting, or what is in them, are never shown."""
    is_hidden = any(isinstance(one, Hidden) for one in field.metadata)
    return is_hidden or _has_secret(field.annotation)


def _has_secret(kind: Any) -> bool:
    return kind is SecretStr or any(_has_secret(part) for part in get_args(kind))


def _range(metadata: Iterable[object]) -> Iterator[str]:
    """The bounds of a number."""
    for one in metadata:
        if isinstance(one, Gt):
            yield f"above {one.gt}"
        if isinstance(one, Ge):
            yield f"from {one.ge}"
        if isinstance(one, Le):
            yield f"to {one.le}"


def variable_of(path: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + path.upper().replace(".", "__")


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """A question after the known name that is nearest; empty where none is near, or it is the same.

    Names may look the same and differ in a letter of another script or a sign without a shape.
    """
    from difflib import get_close_matches  # noqa: PLC0415 (only for a message)

    near = [one for one in get_close_matches(name, list(known), n=2, cutoff=cutoff) if one != name]
    if not near:
        return ""
    plain = near[0].isascii() and not name.isascii()
    return f"; did you mean {near[0]!r}{', in plain ASCII letters' if plain else ''}?"
