"""Filling what is missing: a field that has to be there gets the default of its schema.

A field that is null or blank where its schema wants something else counts as missing. Nothing else
that the model wrote is changed, and what has no default stays missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from json import JSONDecoder
from typing import Any

from sidecar.model.structure import RepairKind, StructureEdit, StructureRepair
from sidecar.structure.judging import Departure
from sidecar.structure.pointers import edited, in_bytes, places, pointer

_ABSENT = object()


def filled(
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
        place = pointer(path)
        if place not in repairs:
            inserted = json.dumps(default, ensure_ascii=False)
            edit = _edit(text, path, inserted)
            changed = in_bytes(text, [edit])
            text = edited(text, [edit])
            repairs[place] = StructureRepair(place, RepairKind.DEFAULTED, inserted, changed)
    return text, list(repairs.values())


def _edit(text: str, path: Sequence[str | int], written: str) -> StructureEdit:
    """What puts a value at a path: in the place of a blank one, or behind all other fields."""
    own, around = pointer(path), pointer(path[:-1])
    found = places(text, 0, {own, around})
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
        place = subschema(schema, departure.evaluation_path[:-1])
        if departure.missing is not None:
            path = [*departure.path, departure.missing]
            place = property_of(place, departure.missing)
        else:
            path = list(departure.path)
            if not path or not _is_blank(_at(value, path)):
                continue
        default = place.get("default", _ABSENT) if isinstance(place, dict) else _ABSENT
        if default is not _ABSENT:
            yield path, default


def subschema(schema: Any, path: Sequence[str | int]) -> Any:
    """The part of a schema at a path, through references inside the document; else None."""
    place = schema
    for part in path:
        try:  # a property whose name is a number comes as a number
            place = place[str(part) if isinstance(place, dict) else part]
        except (KeyError, IndexError, TypeError):
            return None
        if part == "$ref":
            place = referred(schema, place)
        if isinstance(place, dict) and "$id" in place:
            return None  # from here on, references are relative to another document
    return place


def referred(schema: Any, reference: object) -> Any:
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


def property_of(place: Any, name: str) -> Any:
    """The schema of a property, if one is given."""
    properties = place.get("properties") if isinstance(place, dict) else None
    return properties.get(name) if isinstance(properties, dict) else None


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _at(value: Any, path: Sequence[str | int]) -> Any:
    for part in path:
        value = value[part]
    return value
