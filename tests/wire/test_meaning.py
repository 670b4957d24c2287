"""The same body, however it is written; and never the same where it says something else."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.wire.meaning import encode_criteria, encode_document, encode_json

NUMBERS = st.one_of(
    st.integers(),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda each: Decimal(repr(each))),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.text(st.characters(codec="utf-8")), NUMBERS)
VALUES = st.recursive(
    SCALARS,
    lambda below: st.one_of(
        st.lists(below, max_size=4),
        st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=4), below, max_size=4),
    ),
    max_leaves=12,
)


def written(value: Any, drawn: random.Random) -> str:
    """A value as JSON, in one of many ways."""
    gap = drawn.choice(["", " ", "\n\t"])
    if isinstance(value, dict):
        pairs = [(key, one) for key, one in value.items()]
        drawn.shuffle(pairs)
        told = (f"{written(key, drawn)}{gap}:{written(one, drawn)}" for key, one in pairs)
        return "{" + gap + f"{gap},".join(told) + "}"
    if isinstance(value, list):
        return "[" + f",{gap}".join(written(one, drawn) for one in value) + gap + "]"
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return number(value, drawn)
    return json.dumps(value, ensure_ascii=drawn.random() < 0.5)


def number(value: int | Decimal, drawn: random.Random) -> str:
    """A number in one of the ways to write it."""
    sign, digits, exponent = Decimal(value).as_tuple()
    assert isinstance(exponent, int)
    told = "".join(map(str, digits)).lstrip("0") or "0"
    zeros = drawn.randrange(3)  # a zero with zeros behind it needs its point
    told, exponent = told + "0" * zeros, exponent - zeros
    last = 2 if told.startswith("0") else len(told)  # JSON has no number that begins with 00
    cut = drawn.randrange(1, last) if len(told) > 1 else 0
    if cut:
        told, exponent = f"{told[:cut]}.{told[cut:]}", exponent + len(told) - cut
    return f"{'-' if sign else ''}{told}{drawn.choice('eE')}{exponent:{drawn.choice(['', '+'])}d}"


@settings(max_examples=300, deadline=None)
@given(VALUES, st.integers(0, 1 << 32))
def test_however_it_is_written(value: Any, seed: int) -> None:
    drawn = random.Random(seed)
    assert encode_json(written(value, drawn)) == encode_json(written(value, drawn))


@settings(max_examples=300, deadline=None)
@given(VALUES, VALUES, st.integers(0, 1 << 32))
def test_different_values_differ(one: Any, other: Any, seed: int) -> None:
    drawn = random.Random(seed)
    same = same_json(one, other)
    assert (encode_json(written(one, drawn)) == encode_json(written(other, drawn))) is same


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are one, said slowly: true is no 1, and numbers are exact."""
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[k], other[k]) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return (type(one) in {int, Decimal} and type(other) in {int, Decimal} and one == other) or (
        type(one) is type(other) and one == other
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('{"a": 1, "b": 2}', '{"b":2.0,"a":1.0}', True),
        ("1.10", "1.1", True),
        ("1", "10e-1", True),
        ("0", "-0.0", True),
        ("1e400", "10e399", True),
        ("0.1", "0.10000000000000001", False),
        ("9007199254740993", "9007199254740992", False),
        ("9007199254740993", "9007199254740993.0", True),
        ('{"a": 1}', '{"a": "1"}', False),
        ("[1, 2]", "[2, 1]", False),
        ("1", "true", False),
        ('"\\u00e9"', '"é"', True),
        ('{"a": 1, "a": 1}', '{"a": 1}', False),
        ('{"a": 1', '{"a": 1}', False),
        ("", "{}", False),
    ],
)
def test_examples(one: str, other: str, same: bool) -> None:
    assert (encode_json(one) == encode_json(other)) is same


def test_criteria_say_the_same_as_yaml_and_as_json_in_any_order() -> None:
    yaml = "currency: USD\ncriteria:\n- {metric: a, threshold: 0.90, bonus: 1.0, weight: 2}\n"
    same = {
        "criteria": [
            {"weight": "2.0", "bonus": {"amount": 1}, "threshold": Decimal("0.9"), "metric": "a"}
        ],
        "currency": "USD",
        "custom_code": "",
    }
    assert encode_document(yaml) == encode_criteria(same)
    assert encode_document(
        f"success_criteria: {json.dumps(same, default=float)}"
    ) == encode_document(yaml)
    assert encode_document(yaml.replace("0.90", "0.91")) != encode_document(yaml)
    words = [{"metric": "a", "threshold": [word]} for word in ("1", "1.0")]
    assert encode_criteria({"criteria": words[:1]}) != encode_criteria({"criteria": words[1:]})
    assert encode_document("a: *b") != encode_document("a: *c")
