"""JSON is read as it stands, or repaired around its values, never in them."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import damaged
from sidecar.model.structure import RepairKind
from sidecar.structure.json_text import apply_edits
from sidecar.structure.reading import JsonReading, read_json
from sidecar.structure.strict import TooDeep, UnrepairableJson, parse_strictly

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), VALUES, min_size=1)


def reading(text: str) -> JsonReading:
    return read_json(text, 100, repair=True)


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_json_is_read_as_it_stands(value: Any, indent: int | None, plain: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    found = reading(text)
    assert (found.value, found.text, found.kind, found.edits) == (value, text, None, ())


@given(
    OBJECTS,
    st.sampled_from(["Sure:\n", "```json\n", "\ufeff", "See [1]. ", "As {x} and [^2] say: "]),
    st.sampled_from(["", "\n```", " [3] says so.", "\n\nSources: [1] Alpha, {draft}"]),
)
def test_what_stands_around_it_is_left_out(value: Any, before: str, after: str) -> None:
    found = reading(before + json.dumps(value) + after)
    assert (found.value, found.kind) == (value, RepairKind.UNWRAPPED)
    assert found.start == len(before)


@pytest.mark.parametrize(
    "value",
    [
        *("1 000", "5 million", "12 500.5", "1'000", "10^6", "12:30", "12%", "−5", "(5)", "<5"),
        *("NaN", "Infinity", "007", "+5", ".5", "5.", "0x1F", "1_000", "1,000", "1,000,000", "$5"),
        *("½", "５", "1\u202f000", "3/4", "2024-01-05", "5 - 6", "10 // 3", "about 5", "yes"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("around", ['{{"n": {}}}', '{{"a": [{}, true], "b": 1,}}', "[{}]", "{}"])
def test_a_value_that_is_not_json_is_named_and_not_changed(value: str, around: str) -> None:
    text = around.format(value)
    with pytest.raises(UnrepairableJson) as caught:
        reading(text)
    if around != "{}" or value not in ("about 5", "yes", "$5"):  # plain words alone are prose
        assert f"`{value}`" in str(caught.value) or around == "{}"
        assert text[caught.value.position :].startswith(value) or around == "{}"


def test_of_two_values_none_is_chosen_and_both_are_named() -> None:
    for text in ('{"n": 1}\n{"m": 2}', 'Either {"n": 1} or {"m": 2}.', '[{"n": 1}] {"m": 2}'):
        with pytest.raises(UnrepairableJson, match=r"two JSON values") as caught:
            reading(text)
        assert '{"n": 1}' in str(caught.value)
        assert '`{"m": 2}`' in str(caught.value)
    for text in ('{"n": 1} 000', '5\n{"n": 1}', '{"n": 1}, "m": 2}', '"m": 2, {"n": 1}'):
        with pytest.raises(UnrepairableJson):
            reading(text)


@pytest.mark.parametrize(
    ("text", "json_text"),
    [
        ("{'a': True, 'it\\'s': None}", '{"a": true, "it\'s": null}'),
        ("{a: 'say \"x\"', $b2: 1.50,}", '{"a": "say \\"x\\"", "$b2": 1.50}'),
        ("{“a”: “b”}", '{"a": "b"}'),
        ('{"a": 1 "b": [1, 2 /* two */,], // c\n"c": {}', '{"a": 1, "b": [1, 2],\n"c": {}}'),
        ('{"a" 1, "b": ["x"\n "y"]}', '{"a": 1, "b": ["x",\n "y"]}'),
        ('[{"a": 1, {"b": 2}]', '[{"a": 1}, {"b": 2}]'),
        ('{"a": [1, {"b": 2]}', '{"a": [1, {"b": 2}]}'),
        ('{"a": "x \n\ty  "}', '{"a": "x \\n\\ty  "}'),
        ('```json\n{"n": 12\n```', '{"n": 12}'),
    ],
)
def test_what_stands_around_values_is_repaired(text: str, json_text: str) -> None:
    found = reading(text)
    assert found.text == json_text
    assert apply_edits(text, found.edits) == json_text


@pytest.mark.parametrize(
    "text",
    [
        *('{"n": "He said "yes" to me"}', '["a""b"]', '{"a": "x, "b": 1}', '{"a": "\\x41"}'),
        *("{'a': 'it's'}", '{"a": 5" tall}', "[1 2]", "[1,,2]", '{"a": , "b": 1}', '{"a", "b"}'),
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    with pytest.raises(UnrepairableJson):
        reading(text)


@given(OBJECTS, st.data())
def test_json_that_is_cut_off_loses_nothing(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    try:
        found = reading(cut)
    except UnrepairableJson as error:
        found, fault = None, error
    if found is None:
        assert fault.cut
        return
    assert found.kind is RepairKind.CLOSED
    assert found.text.startswith(cut.rstrip(", "))
    assert part_of(found.value, value)


def part_of(part: Any, whole: Any) -> bool:
    """Whether nothing in the one is absent from the other."""
    if isinstance(part, dict):
        return all(key in whole and part_of(part[key], whole[key]) for key in part)
    if isinstance(part, list):
        return all(part_of(left, right) for left, right in zip(part, whole, strict=False))
    return bool(part == whole)


@pytest.mark.parametrize("cut", ['{"n": 12', '{"n": 12\n', '{"a": tr', '{"a": "x', '{"a":', '{"a'])
def test_a_value_at_the_cut_is_not_taken_for_whole(cut: str) -> None:
    with pytest.raises(UnrepairableJson) as caught:
        reading(cut)
    assert caught.value.cut


def test_no_value_of_a_damaged_response_is_changed_or_lost() -> None:
    """As ``bench.damaged`` does with many more."""
    repaired = 0
    for case in islice(damaged.responses(seed=3), 1500):
        found = damaged.repaired(case.text)
        if found is not None:
            repaired += 1
            assert damaged.differs(case, found) == "", case
    assert repaired > 800


def test_levels_are_counted_exactly() -> None:
    for empty in ("[]", "{}", "1"):
        parse_strictly("[" * 31 + empty + "]" * 31, 32)
    with pytest.raises(TooDeep):
        parse_strictly("[" * 33 + "]" * 33, 32)
    with pytest.raises(TooDeep):
        parse_strictly('{"a":' * 32 + "[]" + "}" * 32, 32)
    parse_strictly("[" + "[]," * 100 + "[]]", 2)  # many, but beside each other


def test_a_hundred_thousand_levels_do_not_end_the_process() -> None:
    with pytest.raises(TooDeep):
        parse_strictly("[" * 100_000 + "]" * 100_000, 32)
    for text in (
        "[" * 100_000,
        "{a " * 30_000,
        "[x " * 30_000,
        '{"a":' * 30_000,
        "[1] x " * 20_000,
    ):
        with pytest.raises((UnrepairableJson, TooDeep)):
            read_json(text, 32, repair=True)


@pytest.mark.parametrize(
    "unit",
    [
        "[x ",
        "{a ",
        "[1, ",
        "[1] ",
        "x[",
        "{} a ",
        '"a" ',
        "'",
        "/*",
        "// ",
        '["a" ',
        "{a:",
        "“",
        "\\",
    ],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    def seconds(count: int) -> float:
        text = unit * count
        started = time.thread_time()
        for leading in ("", '{"a": [', "Sure: "):
            with suppress(UnrepairableJson, TooDeep):
                read_json(leading + text, 32, repair=True)
        return time.thread_time() - started

    assert seconds(20_000) < 40 * (seconds(2_000) + 0.01)  # quadratic: a hundred times


def test_an_integer_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(UnrepairableJson, match="thousands of digits"):
        parse_strictly("9" * 5000, 32)


def test_without_leave_nothing_is_repaired() -> None:
    for text in ("```json\n{}\n```", '{"a": [1', "{'a': 1}"):
        with pytest.raises(UnrepairableJson):
            read_json(text, 9, repair=False)


def test_keys_that_stand_twice_are_named_once() -> None:
    text = '{"a": 1, "a": 2, "a": 3, "b": {"c": 1, "c": 2}}'
    assert sorted(parse_strictly(text, 9).repeated) == ["a", "c"]


def test_a_number_out_of_range_is_refused_in_a_repaired_response() -> None:
    source = random.Random(1)
    for number in ("1e999", "-1e400", f"{source.randrange(10**9)}e5000"):
        with pytest.raises(UnrepairableJson, match="out of the range"):
            reading(f'{{"a": {number},}}')
