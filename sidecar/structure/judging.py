"""A response against a schema: its departures, and the defaults for what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from json import JSONDecoder
from typing import Any, NamedTuple

from sidecar.model.structure import RepairKind, StructureEdit, StructureRepair
from sidecar.structure.json_text import apply_edits, edits_in_bytes, locate_values, make_pointer
from sidecar.structure.schema import Schema, SchemaInvalid
from sidecar.structure.settings import StructureSettings
from sidecar.workers.limits import FailureCause, NoAnswer, Quota
from sidecar.workers.pool import WorkerPool

# Who is asked what hostile input can stall; see ``worker``.

WORKERS = WorkerPool("sidecar.structure.worker")
"""The one of this process."""


class TooCostly(Exception):
    """A response was not judged within its limits.

    Attributes:
        by_question: Whether it took more than it may. If not, the worker was ended by somebody
            else, or it hung.
    """

    def __init__(self, memory_mib: int, why: FailureCause) -> None:
        super().__init__(
            "the response or its schema needs more processor time, or more than"
            f" {memory_mib} MiB of memory, than the settings allow"
        )
        self.by_question = why in {FailureCause.CPU_TIME, FailureCause.MEMORY}


Path = tuple[str | int, ...]


class Departure(NamedTuple):
    """One keyword of the schema that a response does not satisfy.

    Attributes:
        path: Where in the response.
        schema_path: Where in the schema, references followed.
        evaluation_path: The way there, through ``$ref``.
        keyword: The keyword.
        message: A sentence.
        missing: The name of the field that must be there, if that is it.
        unexpected: The names of fields that must not be there, if that is it.
        pattern: The expression that a value must match, if that is it.
    """

    path: Path
    schema_path: Path
    evaluation_path: Path
    keyword: str
    message: str
    missing: str | None
    unexpected: Sequence[str] = ()
    pattern: str = ""


def find_departures(
    text: str, schema: Schema, settings: StructureSettings, quota: Quota
) -> Sequence[Departure]:
    """The first departures of a JSON text, in the order of their paths.

    Raises:
        SchemaInvalid: ``SCHEMA_INVALID``, or ``SCHEMA_REFERENCE_UNRESOLVED`` where it refers to
            what it does not hold.
        TooCostly: Past the quota.
    """
    try:
        answer = WORKERS.ask(
            "validate",
            quota,
            text=text,
            schema=schema.text,
            dialect=schema.dialect,
            formats=True if settings.check_formats else None,
            most=settings.max_errors,
        )
    except NoAnswer as lost:
        raise TooCostly(settings.memory_mib, lost.why) from None
    if "schema_error" in answer:
        raise _unusable(_departure(answer["schema_error"]))
    found = map(_departure, answer["errors"])
    return sorted(found, key=lambda one: ([str(part) for part in one.path], one.keyword))


def _departure(error: dict[str, Any]) -> Departure:
    return Departure(
        path=tuple(error["path"]),
        schema_path=tuple(error["schema_path"]),
        evaluation_path=tuple(error["evaluation_path"]),
        keyword=error["keyword"],
        message=error["message"],
        missing=error["missing"],
        unexpected=error["unexpected"],
        pattern=error["pattern"],
    )


def _unusable(error: Departure) -> SchemaInvalid:
    if error.keyword == "$ref":
        reason, why = "SCHEMA_REFERENCE_UNRESOLVED", "refers to what it does not hold"
    else:
        reason, why = "SCHEMA_INVALID", "is not a JSON Schema"
    place = "".join(f"/{part}" for part in error.path)
    return SchemaInvalid(reason, f"the schema {why}: {place and place + ': '}{error.message}")


# Filling what is missing: a field that has to be there gets the default of its schema.
#
# A field that is null or blank where its schema wants something else counts as missing. Nothing
# else that the model wrote is changed, and what has no default stays missing.

_ABSENT = object()


def fill_defaults(
    value: Any, text: str, schema: Any, departures: Sequence[Departure]
) -> tuple[str, list[StructureRepair]]:
    """The text of a response with its missing fields filled, and what was filled.

    Args:
        value: The response.
        text: Its JSON; all that stands in it stays as it is written.
        schema: What it has to fit.
        departures: Where it does not.
    """
    repairs: dict[str, StructureRepair] = {}
    for path, default in _missing(value, schema, departures):
        place = make_pointer(path)
        if place not in repairs:
            inserted = json.dumps(default, ensure_ascii=False)
            edit = _edit(text, path, inserted)
            changed = edits_in_bytes(text, [edit])
            text = apply_edits(text, [edit])
            repairs[place] = StructureRepair(place, RepairKind.DEFAULTED, inserted, changed)
    return text, list(repairs.values())


def _edit(text: str, path: Sequence[str | int], written: str) -> StructureEdit:
    """What puts a value at a path: in the place of a blank one, or behind all other fields."""
    own, around = make_pointer(path), make_pointer(path[:-1])
    found = locate_values(text, 0, {own, around})
    if own in found:
        start, end = found[own]
        return StructureEdit(start, end, written)
    opens = found[around][0]
    inside = text[opens : JSONDecoder().raw_decode(text, opens)[1] - 1].rstrip()
    comma = "" if len(inside) == 1 else ", "
    at = opens + len(inside)
    return StructureEdit(at, at, f"{comma}{json.dumps(path[-1], ensure_ascii=False)}: {written}")


def _missing(
    value: Any, schema: Any, departures: Sequence[Departure]
) -> Iterator[tuple[Sequence[str | int], Any]]:
    """The path and the default of each field that is missing and has one."""
    for departure in departures:
        place = find_subschema(schema, departure.evaluation_path[:-1])
        if departure.missing is not None:
            path = [*departure.path, departure.missing]
            place = find_property(place, departure.missing)
        else:
            path = list(departure.path)
            if not path or not _is_blank(_at(value, path)):
                continue
        default = place.get("default", _ABSENT) if isinstance(place, dict) else _ABSENT
        if default is not _ABSENT:
            yield path, default


def find_subschema(schema: Any, path: Sequence[str | int]) -> Any:
    """The part of a schema at a path, through references inside the document; else None."""
    place = schema
    for part in path:
        try:  # a property whose name is a number comes as a number
            place = place[str(part) if isinstance(place, dict) else part]
        except (KeyError, IndexError, TypeError):
            return None
        if part == "$ref":
            place = resolve_reference(schema, place)
        if isinstance(place, dict) and "$id" in place:
            return None  # from here on, references are relative to another document
    return place


def resolve_reference(schema: Any, reference: object) -> Any:
    """What ``#/$defs/name`` refers to; None for any other kind of reference."""
    if reference == "#":
        return schema
    if not isinstance(reference, str) or not reference.startswith("#/") or "%" in reference:
        return None
    names = (name.replace("~1", "/").replace("~0", "~") for name in reference[2:].split("/"))
    place = schema
    for name in names:
        place = place.get(name) if isinstance(place, dict) else None
    return place


def find_property(place: Any, name: str) -> Any:
    """The schema of a property, if one is given."""
    properties = place.get("properties") if isinstance(place, dict) else None
    return properties.get(name) if isinstance(properties, dict) else None


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for part in path:
        value = value[part]
    return value
