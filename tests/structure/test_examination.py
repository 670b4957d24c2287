"""A response is judged as the schema says, and as jsonschema, the slow reference, says."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest

from bench import json_schema, records
from sidecar.model.structure import StructuredResponse
from sidecar.structure.examination import examine
from sidecar.structure.settings import StructureSettings

PATIENT = StructureSettings(cpu_s=5, fill_defaults=False)
PATIENT_FILLING = StructureSettings(cpu_s=5)
ANY = StructuredResponse(None)


def test_every_case_of_the_official_suite_is_right() -> None:
    file = json_schema.yardstick()
    if file is None:
        pytest.skip(f"{records.FOLDER_VARIABLE} names no folder with {json_schema.FILE}")
    assert list(json_schema.misjudged(records.read(file))) == []


def test_the_suite_is_not_simply_passed() -> None:
    case = {"id": "1", "group": "g", "test": "t", "draft": "draft7", "schema": {"type": "null"}}
    assert list(json_schema.misjudged([{**case, "data": 1, "valid": True}]))
    assert list(json_schema.misjudged([{**case, "data": None, "valid": True}])) == []


NAMES = ["a", "b", "x/y", "~", ""]


def schema(source: random.Random, depth: int = 3) -> Any:
    """A schema of a few keywords."""
    if depth == 0 or source.random() < 0.1:
        return source.choice([True, {}, {"type": "integer"}, {"minLength": 2}, {"const": None}])
    below = [schema(source, depth - 1) for _ in range(2)]
    return {
        **source.choice([{}, {"type": source.choice(["object", "array", "string"])}]),
        **source.choice(
            [
                {"properties": dict(zip(source.sample(NAMES, 2), below, strict=True))},
                {"required": source.sample(NAMES, 2)},
                {"additionalProperties": below[0], "properties": {"a": below[1]}},
                {"items": below[0], "prefixItems": [below[1]]},
                {"anyOf": below},
                {"oneOf": below},
                {"allOf": below},
                {"not": below[0]},
                {"if": below[0], "then": below[1]},
                {"uniqueItems": True, "contains": below[0]},
                {"propertyNames": {"minLength": 1}, "minProperties": 1},
                {"unevaluatedProperties": False, "properties": {"b": below[0]}},
            ]
        ),
    }


def instance(source: random.Random, depth: int = 3) -> Any:
    """A value that may or may not fit."""
    if depth == 0 or source.random() < 0.3:
        return source.choice([None, True, 1, 1.0, 1.5, "", "ab", "é", 10**20])
    if source.random() < 0.5:
        return [instance(source, depth - 1) for _ in range(source.randint(0, 3))]
    return {name: instance(source, depth - 1) for name in source.sample(NAMES, 2)}


def test_the_reference_finds_the_same_responses_valid() -> None:
    source = random.Random(5)
    valid = 0
    for _ in range(300):
        wanted, value = schema(source), instance(source)
        asked = StructuredResponse(None, json.dumps(wanted))
        detail = examine(json.dumps(value), asked, PATIENT).detail
        assert detail.valid == jsonschema.Draft202012Validator(wanted).is_valid(value), (
            wanted,
            value,
        )
        valid += detail.valid
    assert 50 < valid < 250


def test_the_hint_names_every_error_and_the_syntax() -> None:
    asked = StructuredResponse(None, '{"properties": {"n": {"type": "integer"}}}')
    detail = examine("Well: {'n': 'x'}", asked, StructureSettings()).detail
    assert detail.retry_hint.startswith("Your last response does not have the required shape.")
    assert "It is not JSON: Expecting value (line 1, column 1)." in detail.retry_hint
    assert "- /n: write a whole number instead of a string" in detail.retry_hint


@pytest.mark.parametrize("spoiled", ["1 000", "5 million", "−5", "NaN"])
def test_the_hint_names_a_value_that_is_not_json(spoiled: str) -> None:
    detail = examine(f'{{"n": {spoiled}, "m": 1,}}', ANY, StructureSettings()).detail
    assert f"It is not JSON: `{spoiled}` is not a JSON value" in detail.retry_hint
    assert detail.corrected == ""
    assert not detail.repairs


@pytest.mark.parametrize(
    "response",
    [
        "Здесь {x}: {'é': 2.50, 'b': ['😀' 'x',], c: {d: None}} ;)",
        '```json\n{"é": 1.0, "c": {\n}, "b": null',
        '{"b": " ", "c": {"d": 1}, "é": "😀"}',
        '{"é": 12345678901234567890.10}',
    ],
)
def test_the_edits_of_all_repairs_make_the_corrected_response(response: str) -> None:
    inner = {"required": ["d", "e"], "properties": {"e": {"default": {"ü": 1}}}}
    field = {"type": ["string", "array"], "default": "no", "minLength": 2}
    wanted = {"required": ["b", "c"], "properties": {"b": field, "c": {**inner, "default": {}}}}
    detail = examine(response, StructuredResponse(None, json.dumps(wanted)), PATIENT_FILLING).detail
    text = response.encode()
    for repair in detail.repairs:
        for edit in reversed(repair.edits):
            text = text[: edit.start] + edit.replacement.encode() + text[edit.end :]
    assert text.decode() == detail.corrected
    assert detail.repairs


def test_an_alternative_that_comes_near_is_told() -> None:
    near = {"anyOf": [{"type": "null"}, {"properties": {"n": {"type": "integer"}}}]}
    asked = StructuredResponse(None, json.dumps({"properties": {"a": near}}))
    (error,) = examine('{"a": {"n": "x"}}', asked, StructureSettings()).detail.errors
    assert error.path == "/a"
    assert error.message.endswith('for the nearest, n: the value is not of type "integer"')


def test_long_values_are_not_repeated_in_messages() -> None:
    asked = StructuredResponse(None, '{"type": "integer"}')
    detail = examine(json.dumps("x" * 100_000), asked, StructureSettings()).detail
    assert len(detail.errors[0].message) < 100
    assert len(detail.retry_hint) < 1000


def test_the_same_response_gives_the_same_detail() -> None:
    names = [f"n{i}" for i in range(30)]
    wanted = {"properties": {name: {"type": "integer"} for name in names}, "required": names}
    asked = StructuredResponse(None, json.dumps(wanted))
    text = json.dumps(dict.fromkeys(names[::2], "x"))
    first = examine(text, asked, StructureSettings())
    assert all(examine(text, asked, StructureSettings()) == first for _ in range(5))
    assert len(first.detail.errors) == 20
