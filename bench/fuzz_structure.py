"""Hostile responses and schemas. The same seed gives the same pairs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from bench.fuzz_texts import texts

_RESPONSES: tuple[Any, ...] = (
    {"answer": 'é 😀 "quoted" \\ [3]', "citations": ["ev-1", {"id": 2}], "limitOfCertainty": ""},
    {"answer": None, "traditionalInterpretations": [1, 2.5e-3, [[[]]]], "whatTextStates": "b"},
    {"rows": [{"n": 1, "share": 0.15, "ok": True}, {"n": -12345678901234567890, "": {}}]},
    [[], {}, "", 0, None, {"a/b": {"~": [1, {"c": "x" * 60}]}}],
)
_SCHEMAS: tuple[Any, ...] = (
    {"type": "object", "required": ["answer", "x"], "properties": {"x": {"default": [1]}}},
    {
        "$defs": {"n": {"properties": {"rows": {"items": {"$ref": "#/$defs/n"}}}}},
        "$ref": "#/$defs/n",
    },
    {"anyOf": [{"type": "array"}, {"minProperties": 9}], "unevaluatedProperties": False},
    {"patternProperties": {"^(a|b)+$": {"pattern": "(x+x+)+y"}}, "propertyNames": {"maxLength": 3}},
    {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"format": "date"}]},
    {"if": {"required": ["n"]}, "then": {"not": {}}, "dependentRequired": {"answer": ["y"]}},
)
_NASTY = (
    "\u0000", "\ud83d", "\\ud800", "NaN", "-Infinity", "1e999", "1e-999", "9" * 5000, "0x1F", "//",
    "/*", "'", '"', "\\", "{", "}", "[", "]", ",", ":", "```", "```json\n", "null", "undefined",
    "\u2028", "\ufeff", "True", "é", "{" * 40, "[" * 40, '{"a":' * 40, '""' * 30, "," * 60, "#" * 9,
)  # fmt: skip
_KEYWORDS = ("allOf", "anyOf", "oneOf", "not", "$ref", "items", "contains", "properties", "type",
             "enum", "pattern", "multipleOf", "uniqueItems", "$id", "$schema", "$dynamicRef",
             "unevaluatedItems", "maxLength", "default", "format", "if")  # fmt: skip


def pairs(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Yield responses, each with a schema; one in a hundred pairs asks for unbounded work."""
    source = random.Random(seed)
    prose = texts(seed, count)
    for _ in range(count):
        kind = source.randrange(100)
        if kind == 0:
            yield source.choice(_BOMBS)(source)
            continue
        response = next(prose) if kind < 20 else _text(source, source.choice(_RESPONSES))
        schema = json.loads(json.dumps(source.choice(_SCHEMAS)))
        for _ in range(source.choice((0, 0, 0, 1, 2))):
            schema[source.choice(_KEYWORDS)] = _value(source)
        yield response, _text(source, schema, int(source.random() < 0.1))


def _text(source: random.Random, value: Any, changes: int | None = None) -> str:
    """A value as JSON, with faults."""
    text = json.dumps(value, ensure_ascii=source.random() < 0.5, indent=source.choice((None, 1)))
    for _ in range(source.randrange(6) if changes is None else changes):
        at = source.randrange(len(text) + 1)
        match source.randrange(4):
            case 0:
                text = text[:at] + source.choice(_NASTY) + text[at:]
            case 1:
                text = text[:at] + text[at + source.randint(1, 9) :]
            case 2:
                text = text[:at] + text[at : at + 30] * source.randint(2, 40) + text[at:]
            case _:
                text = text[:at]
    return text.encode("utf-8", "ignore").decode("utf-8")


def _value(source: random.Random) -> Any:
    """Something that may stand behind a keyword."""
    return source.choice(
        (
            *_SCHEMAS, True, False, None, 0, -1, 1e300, 10**30, "", "#", "#/$defs/n", "string", [],
            "https://example.com/s", "file:///s", "[a-", "(?=x)", "^(a+)+$", "date", {}, [{}, {}],
            [{"$ref": "#"}, {"$ref": "#"}], {"$ref": "#"}, ["string", "null"], "\u0000",
            "http://json-schema.org/draft-04/schema#",
        )
    )  # fmt: skip


def _steps(source: random.Random) -> tuple[str, str]:
    """A schema whose keywords refer to the next of their kind, twice."""
    keyword = source.choice(("allOf", "anyOf", "oneOf"))
    levels = source.randint(10, 60)
    defs: dict[str, Any] = {
        f"a{n}": {keyword: [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(levels)
    }
    defs[f"a{levels}"] = {"type": source.choice(("string", "integer"))}
    return "1", json.dumps({"$defs": defs, "$ref": "#/$defs/a0"})


def _tree(source: random.Random) -> tuple[str, str]:
    """A response whose every level is judged twice as often as the one above."""
    levels = source.randint(10, 31)
    schema = {"type": ["array", "string"], "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}
    return "[" * levels + source.choice(("1", '"x"')) + "]" * levels, json.dumps(schema)


def _unevaluated(source: random.Random) -> tuple[str, str]:
    """Schemas in each other that each ask what the others have looked at."""
    schema: dict[str, Any] = {}
    for n in range(source.randint(4, 14)):
        alternatives = [schema, {"properties": {f"p{n}": True}}]
        schema = {"anyOf": alternatives, "unevaluatedProperties": False}
    return json.dumps({f"p{n}": 1 for n in range(14)}), json.dumps(schema)


def _broken(source: random.Random) -> tuple[str, str]:
    """Much text that is no JSON, to be guessed at."""
    unit = source.choice(('{"a": "x" ', "{", "[,", '{"a":"', "'", "/*", '"k" : ', "{a:", "[[{"))
    return unit * source.randint(100, 30_000), "true"


def _wide(source: random.Random) -> tuple[str, str]:
    """Many errors in a long response."""
    count = source.randint(1000, 40_000)
    one = source.choice(({"type": "string"}, {"anyOf": [{"type": "null"}]}, {"enum": [1]}))
    schema = json.dumps({"items": one, "uniqueItems": source.random() < 0.5})
    return json.dumps(list(range(count))), schema


_BOMBS: tuple[Callable[[random.Random], tuple[str, str]], ...] = (
    _steps,
    _tree,
    _unevaluated,
    _broken,
    _wide,
)
