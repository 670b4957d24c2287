"""Data from files of JSON or YAML: JSON is read as JSON, and every error has its place."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.settings import plain_data, strict_json
from sidecar.settings.plain_data import DataUnreadable

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)  # fmt: skip
WRITTEN = st.tuples(PLAIN, st.sampled_from([None, 2, "\t"]), st.booleans())
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"])


def refused(data: bytes | str, name: str = "") -> str:
    with pytest.raises(DataUnreadable) as caught:
        plain_data.parse(data.encode() if isinstance(data, str) else data, name)
    return str(caught.value)


@settings(deadline=None)
@given(WRITTEN, ENCODINGS)
def test_json_in_any_layout_and_encoding_is_what_json_says(
    written: tuple[object, int | str | None, bool], encoding: str
) -> None:
    value, indent, is_ascii = written
    data = json.dumps(value, indent=indent, ensure_ascii=is_ascii).encode(encoding)
    assert plain_data.parse(data, "x.json") == value
    assert plain_data.parse(json.dumps([value], indent=indent).encode()) == [value]


@pytest.mark.parametrize("name", ["x.json", "x.yaml", "", "-"])
def test_what_yaml_refuses_of_json_is_read(name: str) -> None:
    text = '{\n\t"a": "\\ud83d\\ude00\\/",\n\t"' + "k" * 2000 + '": [1,\t2]}'
    assert plain_data.parse(text.encode(), name) == json.loads(text)


def test_yaml_stays_yaml() -> None:
    assert plain_data.parse(b"a: [1, 'x']\n") == {"a": [1, "x"]}
    assert plain_data.parse(b"{a: 1, b: {c: d}}") == {"a": 1, "b": {"c": "d"}}
    assert plain_data.parse(b"") is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1,\n "b": }', ", line 2, column 7: not valid JSON: Expecting value"),
        ('{"a": 1,\n "b": {"c": 2, "c": 3}}', ", line 2, column 16: the key 'c' appears twice"),
        ('[{"a": "a", "b": 1},\n {"a": 1}, NaN]', ", line 2, column 12: JSON has no NaN"),
        ('["NaN",\n-Infinity]', ", line 2, column 1: JSON has no -Infinity"),
        ('[1,\n"\\ud83d"]', ", line 2, column 1: a string holds half of a surrogate pair"),
        ('["\\ud83d\\ude00", "\\ude00"]', ", line 1, column 18: a string holds half of"),
        ('["\\\\ud83d", "\\ud83dx"]', ", line 1, column 13: a string holds half of a surrogate"),
        ("[1, " + "9" * 5000 + "]", ", line 1, column 5: a number has thousands of digits"),
        ("[" * 65 + "]" * 65, ", line 1, column 65: more than 64 levels"),
        ("[" * 100_000, ", line 1, column 65: more than 64 levels"),
        (
            "{a: 1}",
            ", line 1, column 2: not valid JSON: Expecting property name enclosed in double quotes",
        ),
    ],
)
def test_an_error_of_json_has_its_place(text: str, told: str) -> None:
    assert refused(text, "x.json").startswith(told)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"a": 1,\n "b": "x" 2}', ", line 2, column 11: not valid JSON: Expecting ',' delimiter"),
        (b"{a: 1,\n b: [}", ", line 2, column 6: "),  # YAML's reader came further
        (b"a: 1\nb: \xff", ", line 2, column 4: not UTF-8; save the file in UTF-8"),
        (b"a: 1\nb: \x07", ", line 2, column 4: a control character, or not UTF-8"),
        (b'{"a": 1, "a": 2}', ", line 1, column 10: the key 'a' appears twice"),
    ],
)
def test_an_error_is_that_of_the_reader_that_came_further(data: bytes, told: str) -> None:
    assert refused(data).startswith(told)


@settings(deadline=None)
@given(WRITTEN, st.data())
def test_a_key_that_is_repeated_is_found_where_it_stands(
    written: tuple[object, int | str | None, bool], data: st.DataObject
) -> None:
    inner, indent, is_ascii = written
    text = json.dumps({"x": inner, "y": [inner]}, indent=indent, ensure_ascii=is_ascii)
    at = text.rindex("]") + 1
    repeated = f'{text[:at]},\n  "x": 0{text[at:]}'
    line = repeated.count("\n", 0, at) + 2
    told = f", line {line}, column 3: the key 'x' appears twice"
    assert refused(repeated, ".json") == told


def test_amounts_keep_their_digits() -> None:
    text = '{"a": 0.10000000000000000001, "b": 0.1, "c": 7, "d": 1.50}'
    read = plain_data.parse_exact(text.encode())
    assert read == {"a": Decimal("0.10000000000000000001"), "b": 0.1, "c": 7, "d": 1.5}
    with pytest.raises(DataUnreadable, match=", line 12, column 11: "):
        plain_data.parse_exact(b'{\n "x": "y" 2}', lines_before=10)


@settings(deadline=None)
@given(WRITTEN)
def test_every_part_knows_its_line(written: tuple[object, int | str | None, bool]) -> None:
    value, indent, is_ascii = written
    whole = {"first": value, "list": [value, {"marked": 1}]}
    text = json.dumps(whole, indent=indent, ensure_ascii=is_ascii)
    _, line = plain_data.parse_with_lines(text.encode(), "x.json")
    wanted = text.count("\n", 0, text.rindex('"marked"')) + 1
    assert line(["list", 1, "marked"]) == wanted
    assert line(["list", 1, "marked", "none"]) == wanted
    assert line([]) == 1


@settings(deadline=None)
@given(st.lists(st.dictionaries(TEXTS, PLAIN, max_size=3), min_size=2, max_size=5), st.booleans())
def test_json_lines_are_the_list_of_their_values(
    values: list[dict[str, object]], is_ascii: bool
) -> None:
    written = "\n\n".join(json.dumps(value, ensure_ascii=is_ascii) for value in values)
    assert plain_data.parse(written.encode(), "x.json") == values
    told = refused(f'{written}\n{{"a": }}\n')
    assert told.startswith(f", line {written.count(chr(10)) + 2}, column 7: not valid JSON")


@pytest.mark.parametrize(
    ("text", "is_lines"),
    [
        ('{"a": 1}\n{"a": 2}\n', True),
        ('\n{"a": 1}\r\n\r\n{"a": }', True),
        ("[1, 2]\n[3, 4]", True),
        ('{"a": 1}\n', False),
        ('[\n{"a": 1},\n{"a": 2}]', False),
        ('{"a":\n1}', False),
        ("1\n2\n", False),
        ('{"a": 1}\n# of YAML\n', False),
        ("", False),
    ],
)
def test_json_lines_are_told_by_content(text: str, is_lines: bool) -> None:
    assert strict_json.has_lines(text.encode()) is is_lines


@pytest.mark.parametrize("number", ["1e-99999999999999999999", "-2.5E-9999999999999999999"])
def test_an_exponent_that_no_decimal_has_is_refused(number: str) -> None:
    with pytest.raises(DataUnreadable, match="an exponent of too many digits"):
        plain_data.parse_exact(f'{{"a": {number}}}'.encode(), "x.json")


@pytest.mark.parametrize("word", ["010", "-012", "1:30", "12:30:45", "1:30.5", "1_000", "0x1F"])
def test_words_that_yaml_1_1_takes_for_other_numbers_are_text(word: str) -> None:
    data = f"- {word}\n- 12\n- -0.5".encode()
    expected = [word, 12, -0.5]
    assert plain_data.parse(data) == plain_data.parse_exact(data) == expected
    assert plain_data.parse_with_lines(data)[0] == expected
