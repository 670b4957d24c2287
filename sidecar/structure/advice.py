"""What a model should do about a departure of its response, in a sentence.

Schemas are told in words: "add the field "level": one of "high", "low"". Where there are none for a
keyword, the message of the validator stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sidecar.structure.defaults import property_of, referred, subschema
from sidecar.structure.judging import Departure
from sidecar.structure.patterns import in_words

_DEEPEST = 3
_MOST = 8  # entries of a list that is told
_SHOWN = 60  # characters of a value
_DESCRIBED = 160
_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_BOUNDS_OF = {
    "string": ("minLength", "maxLength", "pattern", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("minItems", "maxItems", "uniqueItems"),
    "object": ("minProperties", "maxProperties"),
}
"""What may be asked of a value of each type, all of which is told at once."""

_BOUNDS = frozenset(key for keys in _BOUNDS_OF.values() for key in keys)
_ENDS = (
    (
        (
            ("minimum", "at least"),
            ("exclusiveMinimum", "above"),
            ("maximum", "at most"),
            ("exclusiveMaximum", "below"),
        ),
        "",
        "",
    ),
    ((("minLength", "at least"), ("maxLength", "at most")), "character", "characters"),
    ((("minItems", "at least"), ("maxItems", "at most")), "entry", "entries"),
    ((("minProperties", "at least"), ("maxProperties", "at most")), "field", "fields"),
)
_COUNTED = {str: ("character", "characters"), list: ("entry", "entries"), dict: ("field", "fields")}
_FORMATS = {
    "date": "a date such as 2024-05-31",
    "date-time": "a date and time such as 2024-05-31T14:30:00Z",
    "time": "a time such as 14:30:00Z",
    "email": "an e-mail address such as name@example.com",
    "uri": "an address such as https://example.com/page",
    "uuid": "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    "ipv4": "an IPv4 address such as 192.0.2.1",
}


def advice(departure: Departure, value: Any, document: Any) -> str:
    """What to do about a departure.

    Args:
        departure: Of the response from its schema.
        value: The response.
        document: The schema.
    """
    place = subschema(document, departure.evaluation_path[:-1])
    return _of_fields(departure, place, document) or _of_value(departure, value, place, document)


def told(departure: Departure) -> str:
    """A departure for people: of a plain expression what it asks for."""
    words = in_words(departure.pattern)
    return f"the value must {words}" if words else departure.message


def _of_fields(departure: Departure, place: Any, document: Any) -> str:
    """What to do about fields that are missing, too many, or have other names; else ""."""
    if departure.missing is not None:
        wanted = property_of(place, departure.missing)
        said = f": {_described(wanted, document)}" if wanted is not None else ""
        return f"add the field {_shown(departure.missing)}{said}"
    if departure.unexpected:
        known = place.get("properties") if isinstance(place, dict) else None
        allowed = f"; there may be {_fields(list(known))}" if known else ""
        return f"leave out {_fields(departure.unexpected)}{allowed}"
    if departure.keyword == "falseSchema":
        return "leave this out"
    if departure.keyword == "propertyNames" and isinstance(place, dict):
        return f"give each field a name that is {_described({'type': 'string', **place}, document)}"
    return ""


def _of_value(departure: Departure, value: Any, place: Any, document: Any) -> str:
    sentence = _SENTENCES.get(departure.keyword)
    if sentence is None or not isinstance(place, dict) or departure.keyword not in place:
        return departure.message
    for part in departure.path:
        value = value[part]
    bounded = departure.keyword in _BOUNDS and _bounded(departure.keyword, value, place, document)
    said = bounded or sentence(place[departure.keyword], value, place, document)
    note = place.get("description")
    return f"{said} ({note[:_DESCRIBED]})" if isinstance(note, str) and note.strip() else said


def _described(schema: Any, document: Any, depth: int = 0) -> str:
    """What a schema allows, as a noun."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return "any value"
    if "$ref" in schema:
        return _described(referred(document, schema["$ref"]), document, depth + 1)
    if "const" in schema:
        return _shown(schema["const"])
    if isinstance(schema.get("enum"), list):
        return f"one of {_listed(schema['enum'])}"
    for choice in ("anyOf", "oneOf"):
        if isinstance(schema.get(choice), list):
            each = schema[choice][:_MOST]
            return " or ".join(_described(one, document, depth + 1) for one in each)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    named = " or ".join(_TYPES.get(str(kind), str(kind)) for kind in kinds) or "any value"
    return named + "".join(f" {each}" for each in _bounds(schema, document, depth))


def _bounds(schema: Mapping[str, Any], document: Any, depth: int) -> list[str]:
    """What else a schema asks of what it names."""
    said = list(_sizes(schema))
    if "multipleOf" in schema:
        said.append(f"that is a multiple of {schema['multipleOf']}")
    if schema.get("format") in _FORMATS:
        said.append(f"that is {_FORMATS[schema['format']]}")
    if isinstance(schema.get("pattern"), str):
        said.append(_patterned(schema))
    if isinstance(schema.get("items"), dict) and depth < _DEEPEST:
        said.append(f"whose entries are each {_described(schema['items'], document, depth + 1)}")
    if schema.get("uniqueItems") is True:
        said.append("with each entry only once")
    if isinstance(schema.get("required"), list) and schema["required"]:
        said.append(f"with {_fields(schema['required'])}")
    return list(filter(None, said))


def _sizes(schema: Mapping[str, Any]) -> Iterator[str]:
    """Between which ends a number, or a count, may lie."""
    for ends, one, more in _ENDS:
        known = [(words, schema[key]) for key, words in ends if _is_number(schema.get(key))]
        if known:
            noun = f" {one if known[-1][1] == 1 else more}" if one else ""
            of = "of " if known[0][0].startswith("at") else ""
            yield of + " and ".join(f"{words} {end}" for words, end in known) + noun


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _patterned(schema: Mapping[str, Any]) -> str:
    """What a pattern asks for: in words, by examples, or by itself."""
    words = in_words(schema["pattern"])
    if words:
        return f"that must {words}"
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return f"such as {_listed(examples)}"
    return f"that the regular expression {schema['pattern']} matches"


def _bounded(keyword: str, given: Any, place: Mapping[str, Any], document: Any) -> str:
    """What a value should be, where more than one thing is asked of it; else ""."""
    if len(_BOUNDS.intersection(place)) < 2 or "$ref" in place:
        return ""
    asked = {key: place[key] for key in place if key not in ("anyOf", "oneOf")}
    kinds = asked.get("type")
    if isinstance(kinds, list) or kinds is None:
        (asked["type"],) = (kind for kind, keys in _BOUNDS_OF.items() if keyword in keys)
    return f"write {_described(asked, document)}{_count(given, place)}"


def _count(given: Any, place: Mapping[str, Any]) -> str:
    """How much there is, where a schema says how much there may be."""
    counted = any(key in place for ends, one, _ in _ENDS if one for key, _ in ends)
    if not counted or not isinstance(given, str | list | dict):
        return ""
    noun = _COUNTED[type(given)][len(given) != 1]
    return f"; there {'is' if len(given) == 1 else 'are'} {len(given)} {noun}"


def _type(_: Any, given: Any, place: Mapping[str, Any], document: Any) -> str:
    found = _TYPES[_kind(given)] if not isinstance(given, bool) else _shown(given)
    wanted = {key: place[key] for key in place if key not in ("const", "enum", "anyOf", "oneOf")}
    return f"write {_described(wanted, document)} instead of {found}"


def _pattern(wanted: Any, _: Any, place: Mapping[str, Any], __: Any) -> str:
    words = in_words(str(wanted))
    if words:
        return f"it must {words}"
    examples = place.get("examples")
    if isinstance(examples, list) and examples:
        return f"write it like {_listed(examples)}"
    return f"write it so that the regular expression {wanted} matches it"


def _format(wanted: Any, *_: Any) -> str:
    return f"write {_FORMATS.get(wanted, f'what is a valid {wanted}')}"


def _choice(wanted: Any, _: Any, place: Mapping[str, Any], document: Any) -> str:
    choice = {key: place[key] for key in ("anyOf", "oneOf") if place.get(key) is wanted}
    only = "only one" if "oneOf" in choice else "one"
    return f"write what fits {only} of these: {_described(choice, document)}"


def _items(few: str, verb: str) -> Callable[..., str]:
    def told(wanted: Any, given: Any, *_: Any) -> str:
        return f"{verb} {few} {wanted}; there are {len(given)}"

    return told


def _not(wanted: Any, _: Any, __: Any, document: Any) -> str:
    return f"write something else than {_described(wanted, document)}"


def _contains(wanted: Any, _: Any, __: Any, document: Any) -> str:
    return f"give at least one entry that is {_described(wanted, document)}"


_SENTENCES: Mapping[str, Callable[..., str]] = {
    "type": _type,
    "enum": lambda wanted, *_: f"write one of {_listed(wanted)}",
    "const": lambda wanted, *_: f"write {_shown(wanted)}",
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


def _fields(names: Sequence[Any]) -> str:
    return f"the field{'s' if len(names) > 1 else ''} {_listed(names, 'and')}"


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, dict) else "number"


def _listed(values: Sequence[Any], last: str = "or") -> str:
    shown = [_shown(value) for value in values[:_MOST]]
    if len(values) > _MOST:
        return f"{', '.join(shown)} …"
    if not shown:
        return "nothing: the schema allows no value here"
    return f" {last} ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _shown(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= _SHOWN else f"{written[: _SHOWN - 1]}…"
