"""JCS as RFC 8785 has it: its own vectors, and what they leave out."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.model.digests import LARGEST_INTEGER, to_canonical_json

# Appendix B: the bits of a double, and how it is written.
DOUBLES = {
    0x0000000000000000: "0",
    0x8000000000000000: "0",
    0x0000000000000001: "5e-324",
    0x8000000000000001: "-5e-324",
    0x7FEFFFFFFFFFFFFF: "1.7976931348623157e+308",
    0xFFEFFFFFFFFFFFFF: "-1.7976931348623157e+308",
    0x4340000000000000: "9007199254740992",
    0xC340000000000000: "-9007199254740992",
    0x4430000000000000: "295147905179352830000",
    0x44B52D02C7E14AF5: "9.999999999999997e+22",
    0x44B52D02C7E14AF6: "1e+23",
    0x44B52D02C7E14AF7: "1.0000000000000001e+23",
    0x444B1AE4D6E2EF4E: "999999999999999700000",
    0x444B1AE4D6E2EF4F: "999999999999999900000",
    0x444B1AE4D6E2EF50: "1e+21",
    0x3EB0C6F7A0B5ED8C: "9.999999999999997e-7",
    0x3EB0C6F7A0B5ED8D: "0.000001",
    0x41B3DE4355555553: "333333333.3333332",
    0x41B3DE4355555554: "333333333.33333325",
    0x41B3DE4355555555: "333333333.3333333",
    0x41B3DE4355555556: "333333333.3333334",
    0x41B3DE4355555557: "333333333.33333343",
    0xBECBF647612F3696: "-0.0000033333333333333333",
    0x43143FF3C1CB0959: "1424953923781206.2",
}


@pytest.mark.parametrize(("bits", "written"), DOUBLES.items())
def test_doubles(bits: int, written: str) -> None:
    (value,) = struct.unpack(">d", bits.to_bytes(8, "big"))
    assert to_canonical_json(value) == written.encode()


def test_the_example_of_section_3_2_2() -> None:
    given = (
        '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],'
        ' "string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/",'
        ' "literals": [null, true, false]}'
    )
    assert to_canonical_json(json.loads(given)).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


def test_names_are_sorted_by_utf_16_as_in_section_3_2_3() -> None:
    given = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\x80": "Control",
        "\xf6": "Latin Small Letter O With Diaeresis",
    }
    assert [*json.loads(to_canonical_json(given)).values()] == [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ]


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), LARGEST_INTEGER + 2, "\ud800", {"\udc00": 1}, -(10**400)],
)
def test_what_has_no_canonical_form(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        to_canonical_json(value)


@pytest.mark.parametrize("value", [{1: 2}, b"", object(), {"a": {1}}])
def test_what_is_no_json(value: object) -> None:
    with pytest.raises((TypeError, AttributeError)):
        to_canonical_json(value)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)


@given(JSON)
def test_a_copy_has_the_same_form(value: object) -> None:
    form = to_canonical_json(value)
    assert json.loads(form, parse_int=float) == value
    assert to_canonical_json(json.loads(form)) == form
    assert to_canonical_json(json.loads(json.dumps(value, indent=1))) == form
