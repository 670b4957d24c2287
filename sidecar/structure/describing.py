"""What a schema allows, as a noun: "a string of at least 5 characters that must begin with "Q""."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidecar.structure.conjunction import expand_schemas, merge_schemas
from sidecar.structure.patterns import describe_pattern

_DEEPEST = 3
_MOST = 8  # entries of a list that is shown
_SHOWN = 60  # characters of a value
_LONGEST = 400  # characters that are said of a part of a schema
_COMPARED = 256  # values of a choice that are compared with its type

TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""What values of each type are called."""

_NUMBER = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_BOUNDS_OF = {
    "string": ("minLength", "maxLength", "pattern", "format"),
    "integer": _NUMBER,
    "number": _NUMBER,
    "array": ("minItems", "maxItems", "uniqueItems", "items", "contains"),
    "object": ("minProperties", "maxProperties", "required"),
    "boolean": (),
    "null": (),
}
"""What may be asked of a value of each type."""

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

_NOTHING = "nothing: the schema allows no value here"
_CHOICES = frozenset({"enum", "anyOf", "oneOf", "not"})
_ASKS = frozenset(keyword for keys in _BOUNDS_OF.values() for keyword in keys)
_ASKS |= {"enum", "not", "allOf"}
"""What says more of a value than its type or its alternatives."""

FORMATS = {
    "date": "a date such as 2024-05-31",
    "date-time": "a date and time such as 2024-05-31T14:30:00Z",
    "time": "a time such as 14:30:00Z",
    "email": "an e-mail address such as name@example.com",
    "uri": "an address such as https://example.com/page",
    "uuid": "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
    "ipv4": "an IPv4 address such as 192.0.2.1",
}


@dataclass(frozen=True, slots=True)
class SchemaDocument:
    """A schema in which references lie.

    Attributes:
        root: The schema.
        said: What was said of each of its parts, by identity and depth: a hostile schema leads to
            the same few parts in very many ways.
    """

    root: Any
    said: dict[tuple[int, int], str] = field(default_factory=dict)


def describe_schema(schema: Any, document: SchemaDocument, depth: int = 0) -> str:
    """What a schema allows.

    Args:
        schema: The schema; below the first depth, a part of the document.
        document: In which its references lie.
        depth: How deep in a description it is.
    """
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return "any value"
    if not depth:
        return _described(schema, document, depth)
    key = id(schema), depth
    if key not in document.said:
        document.said[key] = cut_words(_described(schema, document, depth), _LONGEST)
    return document.said[key]


def _described(schema: Mapping[str, Any], document: SchemaDocument, depth: int) -> str:
    whole = merge_schemas(expand_schemas([schema], document.root))
    types = allowed_types(whole)
    if types is None and not {*whole} & _ASKS:
        alternatives = [*_alternatives(whole, document, depth)]
        return " or ".join(alternatives) or "any value"
    nouns = _nouns(whole, types)
    each = [_joined(noun, _bounds(whole, document, depth, kinds)) for noun, kinds in nouns]
    choices = [*dict.fromkeys(_of_choices(whole, document, depth))]
    return _joined(" or ".join(each) or _NOTHING, choices)


def _nouns(
    whole: Mapping[str, Any], types: Sequence[str] | None
) -> Iterator[tuple[str, Sequence[str] | None]]:
    """What values of a schema are called, each with the types that it has, where they are known."""
    if isinstance(whole.get("enum"), list):
        allowed = whole["enum"]
        if types is not None and len(allowed) <= _COMPARED:
            allowed = [one for one in allowed if has_type(one, types)]
        said = format_value(allowed[0]) if len(allowed) == 1 else f"one of {list_values(allowed)}"
        yield said, [*dict.fromkeys(map(json_type, allowed[:_COMPARED]))]
    elif types is None:
        yield "any value", None
    else:
        yield from ((TYPES.get(kind, kind), [kind]) for kind in types)


def allowed_types(schema: Mapping[str, Any]) -> list[str] | None:
    """The types that a schema allows; None where it does not say."""
    kinds = schema.get("type")
    if kinds is None:
        return None
    return [kinds] if isinstance(kinds, str) else [str(kind) for kind in kinds]


def json_type(value: Any) -> str:
    """The type of a value: ``number`` for every number."""
    if isinstance(value, bool):
        return "boolean"
    if value is None:
        return "null"
    kinds: dict[type, str] = {str: "string", list: "array", dict: "object"}
    return kinds.get(type(value), "number")


def has_type(value: Any, types: Sequence[str]) -> bool:
    """Whether a value is of one of some types."""
    kind = json_type(value)
    return kind in types or (kind == "number" and "integer" in types and value == int(value))


def find_bounds(schema: Mapping[str, Any], value: Any) -> Iterator[str]:
    """The keywords by which a schema asks something of a value, beside its type."""
    own = {*_BOUNDS_OF[json_type(value)]} - {"required"}
    yield from (keyword for keyword in schema if keyword in own or keyword in _CHOICES)
    for one in schema.get("allOf", ()):
        yield from find_bounds(one, value)


def describe_count(given: Any, schema: Mapping[str, Any]) -> str:
    """How much there is, where a schema says how much there may be."""
    counted = any(key in schema for ends, one, _ in _ENDS if one for key, _ in ends)
    if not counted or not isinstance(given, str | list | dict):
        return ""
    noun = _COUNTED[type(given)][len(given) != 1]
    return f"; there {'is' if len(given) == 1 else 'are'} {len(given)} {noun}"


def list_fields(names: Sequence[Any]) -> str:
    """Names of fields in a sentence."""
    return f"the field{'s' if len(names) > 1 else ''} {list_values(names, 'and')}"


def list_values(values: Sequence[Any], last: str = "or") -> str:
    """Values in a sentence, not too many."""
    each = [format_value(value) for value in values[:_MOST]]
    if len(values) > _MOST:
        return f"{', '.join(each)} …"
    if not each:
        return _NOTHING
    return f" {last} ".join(filter(None, (", ".join(each[:-1]), each[-1])))


def format_value(value: Any) -> str:
    """A value as JSON, not too long."""
    return cut_words(json.dumps(value, ensure_ascii=False), _SHOWN)


def cut_words(words: str, longest: int) -> str:
    """Words, at most so many characters of them."""
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def _joined(noun: str, said: Sequence[str]) -> str:
    """A noun with what is said of it."""
    before = noun
    for each in said:
        again = each.startswith("that ") and before.startswith("that ")
        noun, before = f"{noun} {'and ' if again else ''}{each}", each
    return noun


def _alternatives(schema: Mapping[str, Any], document: SchemaDocument, depth: int) -> Iterator[str]:
    for choice in ("anyOf", "oneOf"):
        if isinstance(schema.get(choice), list):
            for one in schema[choice][:_MOST]:
                yield describe_schema(one, document, depth + 1)


def _bounds(
    schema: Mapping[str, Any], document: SchemaDocument, depth: int, types: Sequence[str] | None
) -> list[str]:
    """What else a schema asks of a value of some types, or of any."""
    kinds = _BOUNDS_OF if types is None else types
    asked = {keyword for kind in kinds for keyword in _BOUNDS_OF.get(kind, ())}
    own = {keyword: asks for keyword, asks in schema.items() if keyword in asked}
    said = [*_sizes(own), *_of_texts(own), *_of_parts(own, document, depth)]
    for one in schema.get("allOf", ()):
        said += [each for each in _bounds(one, document, depth, types) if each not in said]
    return said


def _of_texts(schema: Mapping[str, Any]) -> Iterator[str]:
    if "multipleOf" in schema:
        yield f"that is a multiple of {schema['multipleOf']}"
    if "format" in schema:
        named = str(schema["format"])
        yield f"that is {FORMATS.get(named, f'a valid {named}')}"
    if isinstance(schema.get("pattern"), str):
        yield _patterned(schema)


def _of_parts(schema: Mapping[str, Any], document: SchemaDocument, depth: int) -> Iterator[str]:
    if isinstance(schema.get("items"), dict) and depth < _DEEPEST:
        yield f"whose entries are each {describe_schema(schema['items'], document, depth + 1)}"
    if schema.get("uniqueItems") is True:
        yield "with each entry only once"
    if isinstance(schema.get("contains"), dict) and depth < _DEEPEST:
        wanted = describe_schema(schema["contains"], document, depth + 1)
        yield f"with at least one entry that is {wanted}"
    if isinstance(schema.get("required"), list) and schema["required"]:
        yield f"with {list_fields(schema['required'])}"


def _of_choices(schema: Mapping[str, Any], document: SchemaDocument, depth: int) -> Iterator[str]:
    for choice, only in (("anyOf", "one"), ("oneOf", "only one")):
        if isinstance(schema.get(choice), list) and depth < _DEEPEST:
            each = " or ".join(_alternatives({choice: schema[choice]}, document, depth))
            yield f"that fits {only} of these: {each}"
    if isinstance(schema.get("not"), dict) and depth < _DEEPEST:
        yield f"that is not {describe_schema(schema['not'], document, depth + 1)}"
    for one in schema.get("allOf", ()):
        yield from _of_choices(one, document, depth)


def _sizes(schema: Mapping[str, Any]) -> Iterator[str]:
    """Between which ends a number, or a count, may lie."""
    for ends, one, more in _ENDS:
        known = [(words, schema[key]) for key, words in ends if key in schema]
        if known:
            noun = f" {one if known[-1][1] == 1 else more}" if one else ""
            of = "of " if known[0][0].startswith("at") else ""
            yield of + " and ".join(f"{words} {end}" for words, end in known) + noun


def _patterned(schema: Mapping[str, Any]) -> str:
    """What a pattern asks for: in words, by examples, or by itself."""
    words = describe_pattern(schema["pattern"])
    if words:
        return f"that must {words}"
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return f"such as {list_values(examples)}"
    return f"that the regular expression {schema['pattern']} matches"
