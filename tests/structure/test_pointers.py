"""A pointer leads to the place that the value has in the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.structure import StructuredResponse
from sidecar.structure.examination import examine
from sidecar.structure.json_text import locate_values, make_pointer
from sidecar.structure.settings import StructureSettings

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=3), below),
    max_leaves=12,
)


def walk(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every pointer into a value, and what it leads to."""
    yield make_pointer(path), value
    if isinstance(value, dict):
        for name, below in value.items():
            yield from walk(below, (*path, name))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from walk(below, (*path, index))


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_every_value_stands_where_its_pointer_leads(
    value: Any, indent: int | None, plain: bool
) -> None:
    text = "Here [it] is: " + json.dumps(value, indent=indent, ensure_ascii=plain) + " }"
    wanted = dict(walk(value))
    found = locate_values(text, 14, wanted)
    assert set(found) == set(wanted)
    for path, (start, end) in found.items():
        written, meant = text[start:end], wanted[path]
        if isinstance(meant, dict | list):
            assert written == ("{" if isinstance(meant, dict) else "[")
        else:
            assert json.loads(written) == meant


def test_only_what_is_wanted_is_kept() -> None:
    assert locate_values('{"a": [1, 22]}', 0, {"/a/1", "/b"}) == {"/a/1": (10, 12)}


def test_special_characters_of_names() -> None:
    assert make_pointer(["a/b", "~", 0, ""]) == "/a~1b/~0/0/"


@pytest.mark.parametrize("name", ["0", "12", "-1", "a"])
def test_a_field_whose_name_is_a_number_is_a_field(name: str) -> None:
    schema = {"properties": {name: {"type": "string", "minLength": 3, "default": "abc"}}}
    asked = StructuredResponse(None, json.dumps(schema))
    detail = examine(json.dumps({name: None}), asked, StructureSettings()).detail
    assert json.loads(detail.corrected) == {name: "abc"}
    detail = examine(json.dumps({name: "a"}), asked, StructureSettings()).detail
    assert f"/{name}: write more characters, at least 3; there are 1" in detail.retry_hint
