"""Everything that a schema asks of one value, as one schema.

What is asked of a field may stand in several places: beside each other, behind ``$ref``, in
``allOf``, in a branch that the response takes. A model that is sent one of them at a time needs as
many attempts. So all of it is gathered here: ends become the narrower ones, choices what is in all,
and what cannot be put together (two patterns) stays beside it in ``allOf``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sidecar.structure.judging import resolve_reference

_MOST = 64
"""Schemas that are put together: references may go round in circles."""

_FIRST = frozenset({"title", "description", "examples", "default", "properties"})
"""Keywords of which one is enough: notes, and what is asked of other values."""

_KNOWN = (
    *("type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("multipleOf", "minLength", "maxLength", "pattern", "format", "minItems", "maxItems"),
    *("uniqueItems", "items", "prefixItems", "additionalItems", "contains", "minProperties"),
    *("maxProperties", "required", "properties", "patternProperties", "additionalProperties"),
    *("anyOf", "oneOf", "not", "title", "description", "examples", "default"),
)
"""Keywords of which there is something to say."""

_COMPARED = 256
"""Values of choices that are compared one by one."""


Path = Sequence[str | int]


def find_constraints(document: Any, path: Path, places: Iterable[Any] = ()) -> dict[str, Any]:
    """What a document asks of the value at a path.

    Args:
        document: The schema.
        path: Of the value in the response.
        places: Parts of the schema that are known to be asked of that value, such as those that it
            departs from: branches are found no other way.
    """
    found = [*expand_schemas([document], document)]
    for part in path:
        below = (one for each in found for one in _below(each, part))
        found = [*expand_schemas(below, document)]
    return merge_schemas(expand_schemas([*found, *places], document))


def expand_schemas(schemas: Iterable[Any], document: Any) -> Iterator[Mapping[str, Any]]:
    """Schemas with all that they refer to and that is in their ``allOf``, each once."""
    siblings = _reads_siblings(document)
    left, seen = [*schemas], set[int]()
    while left and len(seen) < _MOST:
        schema = left.pop(0)
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        if "$ref" in schema:
            left.append(resolve_reference(document, schema["$ref"]))
            if not siblings:
                continue
        left += _list(schema.get("allOf"))
        yield {keyword: schema[keyword] for keyword in _KNOWN if keyword in schema}


def _list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else []


def _reads_siblings(document: Any) -> bool:
    """Whether what stands beside a reference counts, which draft 7 does not read."""
    named = document.get("$schema") if isinstance(document, dict) else None
    return "draft-07" not in str(named)


def merge_schemas(schemas: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """One schema that asks for what all of some schemas ask."""
    found: dict[str, Any] = {}
    beside: list[dict[str, Any]] = []
    for schema in schemas:
        for keyword, asks in _plain(schema):
            if keyword not in found:
                found[keyword] = asks
            elif keyword in _JOINED:
                found[keyword] = _JOINED[keyword](found[keyword], asks)
            elif keyword not in _FIRST and not _is_asked(keyword, asks, found, beside):
                beside.append({keyword: asks})
    _narrow(found, "minimum", "exclusiveMinimum", lambda end, open_: open_ >= end)
    _narrow(found, "maximum", "exclusiveMaximum", lambda end, open_: open_ <= end)
    return found | ({"allOf": beside} if beside else {})


def _plain(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keywords of a schema; a constant is a choice of one."""
    for keyword, asks in schema.items():
        yield ("enum", [asks]) if keyword == "const" else (keyword, asks)


def _is_asked(
    keyword: str, asks: Any, found: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]
) -> bool:
    """Whether a keyword asks just that already; lists and schemas are told apart by identity."""
    before = [each[keyword] for each in (found, *beside) if keyword in each]
    plain = isinstance(asks, str | int | float)
    return any(one == asks if plain else one is asks for one in before)


def _below(schema: Mapping[str, Any], part: str | int) -> Iterator[Any]:
    """What a schema asks of one field, or of one entry.

    Names by expression are left out: one that is hostile could take for ever here.
    """
    if isinstance(part, str):
        known = schema.get("properties")
        if isinstance(known, dict) and part in known:
            yield known[part]
        elif "patternProperties" not in schema:
            yield schema.get("additionalProperties")
        return
    first = schema.get("prefixItems", schema.get("items"))
    if not isinstance(first, list):
        yield first
    elif part < len(first):
        yield first[part]
    else:
        yield schema.get("items" if "prefixItems" in schema else "additionalItems")


def _types(one: Any, other: Any) -> Any:
    """The types that both allow; a whole number is a number."""
    allowed = _with_whole(other)
    both = [kind for kind in _with_whole(one) if kind in allowed]
    if "number" in both:
        both = [kind for kind in both if kind != "integer"]
    return both[0] if len(both) == 1 else both


def _with_whole(types: Any) -> list[Any]:
    named = [types] if isinstance(types, str) else [*types]
    return [*dict.fromkeys([*named, "integer"])] if "number" in named else named


def _choices(one: Any, other: Any) -> Any:
    """The values that are in both; of long lists, the shorter one."""
    if not isinstance(one, list) or not isinstance(other, list):
        return one
    if max(len(one), len(other)) > _COMPARED:
        return min(one, other, key=len)
    allowed = {_as_text(value) for value in other}
    return [value for value in one if _as_text(value) in allowed]


def _as_text(value: Any) -> str:
    """A value as JSON, the same for equal values: 1 and 1.0 are, 1 and true are not."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, sort_keys=True)


def _narrow(
    found: dict[str, Any], end: str, open_end: str, narrower: Callable[[Any, Any], bool]
) -> None:
    """Of an end that belongs to what is allowed and one that does not, leave the narrower one."""
    if end in found and open_end in found:
        del found[end if narrower(found[end], found[open_end]) else open_end]


_JOINED: Mapping[str, Callable[[Any, Any], Any]] = {
    **dict.fromkeys(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"), max),
    **dict.fromkeys(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"), min),
    "type": _types,
    "enum": _choices,
    "required": lambda one, other: [*one, *(name for name in other if name not in one)],
    "uniqueItems": lambda one, other: one or other,
}
"""How two of the same keyword become one that asks for both."""
