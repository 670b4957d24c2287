"""JSON is read as it stands, or what was done to it is said."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.structure import RepairKind
from sidecar.structure.reading import NotJson, TooDeep, read, strictly

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), VALUES, min_size=1)


def nothing(text: str) -> str | None:
    """A guess that knows nothing."""
    del text
    return None


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_json_is_read_as_it_stands(value: Any, indent: int | None, plain: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    reading = read(text, 100, nothing)
    assert (reading.value, reading.kind, reading.complaint) == (value, None, "")


@given(OBJECTS, st.sampled_from(["Sure:\n", "```json\n", "\ufeff"]), st.sampled_from(["", "\n```"]))
def test_what_stands_around_it_is_left_out(value: Any, before: str, after: str) -> None:
    reading = read(before + json.dumps(value) + after, 100, nothing)
    assert (reading.value, reading.kind) == (value, RepairKind.UNWRAPPED)
    assert reading.start == len(before)


@given(OBJECTS, st.data())
def test_json_that_is_cut_off_never_gains_anything(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    try:
        reading = read(text[:cut], 100, nothing)
    except NotJson:
        return
    assert reading.kind is RepairKind.CLOSED
    assert part_of(reading.value, value)


def part_of(part: Any, whole: Any) -> bool:
    """Whether nothing in the one is absent from the other."""
    if isinstance(part, dict):
        return all(key in whole and part_of(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        return all(part_of(left, right) for left, right in zip(part, whole, strict=False))
    return bool(part == whole)


def test_levels_are_counted_exactly() -> None:
    for empty in ("[]", "{}", "1"):
        strictly("[" * 31 + empty + "]" * 31, 32)
    with pytest.raises(TooDeep):
        strictly("[" * 33 + "]" * 33, 32)
    with pytest.raises(TooDeep):
        strictly('{"a":' * 32 + "[]" + "}" * 32, 32)
    strictly("[" + "[]," * 100 + "[]]", 2)  # many, but beside each other


def test_a_hundred_thousand_levels_do_not_end_the_process() -> None:
    with pytest.raises(TooDeep):
        strictly("[" * 100_000 + "]" * 100_000, 32)
    with pytest.raises((NotJson, TooDeep)):
        read("[" * 100_000, 32, nothing)


def test_a_long_word_at_the_cut_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        read('{"a": ["' + "9" * size, 9, nothing)
        return time.thread_time() - started

    assert seconds(100_000) < 0.25  # quadratic: a minute


def test_an_integer_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(NotJson, match="thousands of digits"):
        strictly("9" * 5000, 32)


def test_a_guess_counts_only_if_it_begins_alike() -> None:
    assert read("{'a': 1}", 9, lambda _: '{"a": 1}').kind is RepairKind.SYNTAX
    with pytest.raises(NotJson, match="property name"):
        read("{'a': 1} {'b': 2}", 9, lambda _: '[{"a": 1}, {"b": 2}]')


def test_without_leave_nothing_is_repaired() -> None:
    for text in ("```json\n{}\n```", '{"a": 1', "{'a': 1}"):
        with pytest.raises(NotJson):
            read(text, 9, None)


def test_keys_that_stand_twice_are_named_once() -> None:
    text = '{"a": 1, "a": 2, "a": 3, "b": {"c": 1, "c": 2}}'
    assert sorted(strictly(text, 9).repeated) == ["a", "c"]
