"""What a model should do about a departure of its response, in a sentence.

Schemas are put into words: "add the field "level": one of "high", "low"". All that is asked of a
value that departs is said at once, whichever of it is missed, so that all departures of a field
make one sentence and one attempt. Where there are no words for a keyword, the message of the
validator stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sidecar.structure.conjunction import find_constraints
from sidecar.structure.describing import (
    FORMATS,
    TYPES,
    SchemaDocument,
    allowed_types,
    cut_words,
    describe_count,
    describe_schema,
    find_bounds,
    format_value,
    has_type,
    json_type,
    list_fields,
    list_values,
)
from sidecar.structure.judging import Departure, Path, find_property, find_subschema
from sidecar.structure.patterns import describe_pattern

_NOTED = 160  # characters of a description
_LONGEST = 1000  # characters of a sentence, so that those of other fields have room


def advise(departures: Sequence[Departure], value: Any, document: Any) -> Iterator[str]:
    """What to do about each departure; the same about all of one field that its value makes.

    Args:
        departures: Of the response from its schema.
        value: The response.
        document: The schema.
    """
    root = SchemaDocument(document)
    places = [find_subschema(document, one.evaluation_path[:-1]) for one in departures]
    by_path: dict[Path, list[Any]] = {}
    for one, place in zip(departures, places, strict=True):
        by_path.setdefault(one.path, []).append(place)
    for one, place in zip(departures, places, strict=True):
        whole = partial(find_constraints, document, one.path, by_path[one.path])
        said = _of_fields(one, place, root) or _of_value(one, value, place, whole, root)
        yield cut_words(said, _LONGEST)


def describe_departure(departure: Departure) -> str:
    """A departure for people: of a plain expression what it asks for."""
    words = describe_pattern(departure.pattern)
    return f"the value must {words}" if words else departure.message


def _of_fields(departure: Departure, place: Any, document: SchemaDocument) -> str:
    """What to do about fields that are missing, too many, or have other names; else ""."""
    if departure.missing is not None:
        path = (*departure.path, departure.missing)
        wanted = find_constraints(document.root, path, [find_property(place, departure.missing)])
        said = f": {describe_schema(wanted, document)}" if wanted else ""
        return f"add the field {format_value(departure.missing)}{said}"
    if departure.unexpected:
        known = place.get("properties") if isinstance(place, dict) else None
        allowed = f"; there may be {list_fields(list(known))}" if known else ""
        return f"leave out {list_fields(departure.unexpected)}{allowed}"
    if departure.keyword == "falseSchema":
        return "leave this out"
    if departure.keyword == "propertyNames" and isinstance(place, dict):
        name = describe_schema({"type": "string", **place}, document)
        return f"give each field a name that is {name}"
    return ""


def _of_value(
    departure: Departure,
    value: Any,
    place: Any,
    asks: Callable[[], Mapping[str, Any]],
    document: SchemaDocument,
) -> str:
    keyword = departure.keyword
    sentence = _SENTENCES.get(keyword)
    if sentence is None or not isinstance(place, dict) or keyword not in place:
        return departure.message
    for part in departure.path:
        value = value[part]
    whole = asks()
    said = _all(whole, value, document) or sentence(place[keyword], value, place, document)
    note = place.get("description", whole.get("description"))
    return f"{said} ({note[:_NOTED]})" if isinstance(note, str) and note.strip() else said


def _all(whole: Mapping[str, Any], given: Any, document: SchemaDocument) -> str:
    """What a value should be, by everything that is asked of it; "" where that has no words."""
    kind, types = json_type(given), allowed_types(whole)
    if types is not None and not has_type(given, types):
        return f"write {describe_schema(whole, document)} instead of {_named(given, types)}"
    bounds = [*find_bounds(whole, given)]
    if len(bounds) == 1 and types in (None, [kind]):
        sentence = _SENTENCES.get(bounds[0])
        return sentence(whole[bounds[0]], given, whole, document) if sentence else ""
    if not bounds:
        return ""
    typed = whole if types is not None else {"type": kind, **whole}
    counted = "" if "enum" in whole else describe_count(given, whole)
    return f"write {describe_schema(typed, document)}{counted}"


def _named(given: Any, types: list[str]) -> str:
    """What was written, as far as that says what is wrong with it."""
    kind = json_type(given)
    tells = kind == "boolean" or (kind == "number" and "integer" in types)
    return format_value(given) if tells else TYPES[kind]


def _value(wanted: Any, *_: Any) -> str:
    return (
        f"write {format_value(wanted[0])}"
        if len(wanted) == 1
        else f"write one of {list_values(wanted)}"
    )


def _pattern(wanted: Any, _: Any, place: Mapping[str, Any], __: Any) -> str:
    words = describe_pattern(str(wanted))
    if words:
        return f"it must {words}"
    examples = place.get("examples")
    if isinstance(examples, list) and examples:
        return f"write it like {list_values(examples)}"
    return f"write it so that the regular expression {wanted} matches it"


def _format(wanted: Any, *_: Any) -> str:
    return f"write {FORMATS.get(wanted, f'what is a valid {wanted}')}"


def _choice(wanted: Any, _: Any, place: Mapping[str, Any], document: SchemaDocument) -> str:
    choice = {key: place[key] for key in ("anyOf", "oneOf") if place.get(key) is wanted}
    only = "only one" if "oneOf" in choice else "one"
    return f"write what fits {only} of these: {describe_schema(choice, document)}"


def _items(few: str, verb: str) -> Callable[..., str]:
    def told(wanted: Any, given: Any, *_: Any) -> str:
        return f"{verb} {few} {wanted}; there are {len(given)}"

    return told


def _not(wanted: Any, _: Any, __: Any, document: SchemaDocument) -> str:
    return f"write something else than {describe_schema(wanted, document)}"


def _contains(wanted: Any, _: Any, __: Any, document: SchemaDocument) -> str:
    return f"give at least one entry that is {describe_schema(wanted, document)}"


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "type": lambda wanted, _, __, document: f"write {describe_schema({'type': wanted}, document)}",
    "enum": _value,
    "const": lambda wanted, *_: f"write {format_value(wanted)}",
    "pattern": _pattern,
    "format": _format,
    "anyOf": _choice,
    "oneOf": _choice,
    "minLength": _items("characters, at least", "write more"),
    "maxLength": _items("characters, at most", "write fewer"),
    "minItems": _items("entries, at least", "give more"),
    "maxItems": _items("entries, at most", "give fewer"),
    "minProperties": _items("fields, at least", "give more"),
    "maxProperties": _items("fields, at most", "give fewer"),
    "uniqueItems": lambda *_: "give each entry only once",
    "minimum": lambda wanted, *_: f"write a number of at least {wanted}",
    "maximum": lambda wanted, *_: f"write a number of at most {wanted}",
    "exclusiveMinimum": lambda wanted, *_: f"write a number above {wanted}",
    "exclusiveMaximum": lambda wanted, *_: f"write a number below {wanted}",
    "multipleOf": lambda wanted, *_: f"write a multiple of {wanted}",
    "not": _not,
    "contains": _contains,
}
