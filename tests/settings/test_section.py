"""Values become settings as they are written; what is none is refused where it stands."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import pytest
from pydantic import Field, ValidationError, model_validator

from sidecar.settings.section import (
    Currency,
    Section,
    Share,
    Strictness,
    Tolerance,
    describe_range,
    describe_type,
    find_field,
)


class Inner(Section):
    name: str = Field(validation_alias="from")
    limit: float = Field(1.0, gt=0, le=10)


class Outer(Section):
    on: bool = False
    count: int = Field(3, ge=1, le=9)
    share: Annotated[Share, Strictness("smaller")] = Decimal("0.5")
    far: Tolerance = Decimal(1)
    path: Path | None = None
    mode: Literal["a", "b"] = "a"
    codes: tuple[Currency, ...] = ()
    shares: dict[str, Share] = Field({})
    inner: tuple[Inner, ...] = ()

    @model_validator(mode="after")
    def _no_seven(self) -> Self:
        if self.count == 7:
            raise ValueError("seven is not allowed")
        return self


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"on": True}, True),
        ({"on": "TRUE"}, True),  # variables hold text alone
        ({"on": 0}, False),
        ({"count": "4"}, 4),
        ({"share": 0.1}, Decimal("0.1")),  # not 0.1000000000000000055
        ({"share": "1e-3"}, Decimal("0.001")),
        ({"path": "/a"}, Path("/a")),
        ({"path": None}, None),
        ({"mode": "b"}, "b"),
        ({"codes": ["USD"]}, ("USD",)),
        ({"shares": {"x": "0.5"}}, {"x": Decimal("0.5")}),
        ({"inner": [{"from": "x", "limit": 2}]}, (Inner(name="x", limit=2.0),)),
    ],
)
def test_a_value_is_read_as_what_its_setting_is(given: dict[str, Any], value: object) -> None:
    read = getattr(Outer.model_validate(given), next(iter(given)))
    assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"on": "maybe"}, "on"),
        ({"count": True}, "count"),  # True == 1, and no count
        ({"share": False}, "share"),
        ({"count": 2.5}, "count"),
        ({"count": 10}, "count"),
        ({"share": Decimal("NaN")}, "share"),
        ({"share": "Infinity"}, "share"),
        ({"far": "1e9999999999999999999"}, "far"),
        ({"far": "1e31"}, "far"),
        ({"share": "1e-999999999"}, "share"),
        ({"share": "0e-999999999"}, "share"),
        ({"share": "1.0001"}, "share"),
        ({"share": -1}, "share"),
        ({"path": 3}, "path"),
        ({"mode": "c"}, "mode"),
        ({"mode": ["a"]}, "mode"),
        ({"codes": "USD"}, "codes"),  # else U, S and D
        ({"codes": ["USD", "USD\n"]}, "codes.1"),  # in a pattern $ comes before a last \n
        ({"shares": {1: 0}}, "shares.1.[key]"),
        ({"shares": {"x": 2}}, "shares.x"),
        ({"inner": [{"limit": 1}]}, "inner.0.from"),
        ({"inner": [{"from": "x", "limit": 0}]}, "inner.0.limit"),
        ({"inner": [{"from": "x", "limit": "nan"}]}, "inner.0.limit"),
        ({"other": 1}, "other"),
        ({"count": 7}, ""),
        ([], ""),
    ],
)
def test_what_is_no_value_is_refused_at_its_place(given: Any, place: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Outer.model_validate(given)
    [fault] = refused.value.errors()
    assert ".".join(map(str, fault["loc"])) == place


def test_what_is_allowed_in_words() -> None:
    found = {name: find_field(Outer, (name,)) for name in ("count", "share", "far", "mode", "path")}
    words = {
        name: (describe_range(field), describe_type(field))
        for name, field in found.items()
        if field
    }
    assert words == {
        "count": ("from 1 to 9", "a whole number from 1 to 9"),
        "share": ("from 0 to 1", "a number from 0 to 1"),
        "far": ("from 0", "a number from 0"),
        "mode": ('"a" or "b"', '"a" or "b"'),
        "path": ("", "a path"),
    }


def test_a_changed_section_is_checked_and_the_other_stays_as_it_is() -> None:
    outer = Outer()
    assert outer.changed(count=4) == Outer(count=4)
    assert outer == Outer()
    for wrong in (7, 10):
        with pytest.raises(ValidationError):
            outer.changed(count=wrong)


def test_two_sections_do_not_share_a_default_that_can_change() -> None:
    assert Outer().shares is not Outer().shares


@pytest.mark.parametrize(
    ("way", "current", "given", "stricter"),
    [
        ("smaller", 2, 1, True),
        ("smaller", 2, 3, False),
        ("larger", 2, 3, True),
        ("larger", 2, 1, False),
        ("true", False, True, True),
        ("true", True, False, False),
        ("false", True, False, True),
        ("enforce", "observe", "enforce", True),
        ("enforce", "enforce", "observe", False),
    ],
)
def test_which_way_is_stricter(way: Any, current: object, given: object, stricter: bool) -> None:
    assert Strictness(way).allows(current, given) is stricter
