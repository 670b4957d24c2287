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

from sidecar.structure.defaults import referred

_MOST = 64
"""Schemas that are put together: references may go round in circles."""

_FIRST = frozenset({"title", "description", "examples", "default", "properties"})
"""Keywords of which one is enough: notes, and what is asked of other values."""

_NUMBERS = {"integer", "number"}

Path = Sequence[str | int]


def asked(document: Any, path: Path, places: Iterable[Any] = ()) -> dict[str, Any]:
    """What a document asks of the value at a path.

    Args:
        document: The schema.
        path: Of the value in the response.
        places: Parts of the schema that are known to be asked of that value, such as those that it
            departs from: branches are found no other way.
    """
    found = [*expanded([document], document)]
    for part in path:
        below = (one for each in found for one in _below(each, part))
        found = [*expanded(below, document)]
    return together(expanded([*places, *found], document))


def expanded(schemas: Iterable[Any], document: Any) -> Iterator[Mapping[str, Any]]:
    """Schemas with all that they refer to and that is in their ``allOf``, each once."""
    siblings = (
        "draft-07" not in str(document.get("$schema")) if isinstance(document, dict) else True
    )
    left, seen = [*schemas], set[int]()
    while left and len(seen) < _MOST:
        schema = left.pop(0)
        if not isinstance(schema, dict) or id(schema) in seen:
            continue
        seen.add(id(schema))
        if "$ref" in schema:
            left.append(referred(document, schema["$ref"]))
            if not siblings:  # draft 7 does not read what stands beside a reference
                continue
        more = schema.get("allOf")
        left += more if isinstance(more, list) else []
        yield {key: asks for key, asks in schema.items() if key not in ("$ref", "allOf")}


def together(schemas: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """One schema that asks for what all of some schemas ask."""
    found: dict[str, Any] = {}
    beside: list[dict[str, Any]] = []
    for schema in schemas:
        for keyword, asks in _plain(schema):
            if keyword not in found:
                found[keyword] = asks
            elif keyword in _JOINED:
                found[keyword] = _JOINED[keyword](found[keyword], asks)
            elif keyword not in _FIRST and asks not in _of(keyword, found, beside):
                beside.append({keyword: asks})
    _narrow(found, "minimum", "exclusiveMinimum", lambda end, open_: open_ >= end)
    _narrow(found, "maximum", "exclusiveMaximum", lambda end, open_: open_ <= end)
    return found | ({"allOf": beside} if beside else {})


def _plain(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keywords of a schema; a constant is a choice of one."""
    for keyword, asks in schema.items():
        yield ("enum", [asks]) if keyword == "const" else (keyword, asks)


def _of(keyword: str, found: Mapping[str, Any], beside: Iterable[Mapping[str, Any]]) -> list[Any]:
    """All that a keyword asks already."""
    return [each[keyword] for each in (found, *beside) if keyword in each]


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
    each = [[given] if isinstance(given, str) else given for given in (one, other)]
    if not all(isinstance(given, list) for given in each):
        return one
    both = [kind for kind in each[0] if kind in each[1]]
    if "integer" not in both and any("integer" in given for given in each):
        both += ["integer"] if all(_NUMBERS & {*given} for given in each) else []
    return both[0] if len(both) == 1 else both


def _choices(one: Any, other: Any) -> Any:
    if not isinstance(one, list) or not isinstance(other, list):
        return one
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
