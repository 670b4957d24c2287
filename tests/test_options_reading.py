"""Values become settings as they are written, and what is none is told with its place."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from sidecar.options import Bounds, Section, Tolerance, option, setting_at
from sidecar.options_reading import Invalid, allowed, read

Code = Annotated[str, Bounds(pattern=r"^[A-Z]{3}$")]


@dataclass(frozen=True, kw_only=True)
class Inner(Section):
    name: str = option(alias="from")
    limit: float = option(1.0, gt=0, le=10)


@dataclass(frozen=True, kw_only=True)
class Outer(Section):
    on: bool = False
    count: int = option(3, ge=1, le=9)
    share: Tolerance = option(Decimal("0.5"), le=1)
    path: Path | None = None
    mode: Literal["a", "b"] = "a"
    codes: tuple[Code, ...] = ()
    shares: dict[str, Annotated[Decimal, Bounds(le=1)]] = option({})
    inner: tuple[Inner, ...] = ()

    def __post_init__(self) -> None:
        if self.count == 7:
            raise ValueError("seven is not allowed")


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
    read_value = getattr(read(Outer, given), next(iter(given)))
    assert (read_value, type(read_value)) == (value, type(value))


@pytest.mark.parametrize(
    ("given", "place", "problem"),
    [
        ({"on": "maybe"}, "on", "true or false"),
        ({"count": True}, "count", "a whole number from 1 to 9"),  # True == 1, and no count
        ({"count": 2.5}, "count", "a whole number"),
        ({"count": 10}, "count", "from 1 to 9"),
        ({"share": Decimal("NaN")}, "share", "a finite number"),
        ({"share": "1e9999999999999999999"}, "share", "a finite number"),
        ({"share": "1e-999999999"}, "share", "a finite number below 1e30"),
        ({"share": "0e-999999999"}, "share", "a finite number"),
        ({"share": "1.0001"}, "share", "from 0 to 1"),  # both its type's bounds and its own
        ({"share": -1}, "share", "from 0 to 1"),
        ({"path": 3}, "path", "a path"),
        ({"mode": "c"}, "mode", '"a" or "b"'),
        ({"mode": ["a"]}, "mode", '"a" or "b"'),
        ({"codes": "USD"}, "codes", "a list"),  # else U, S and D
        ({"codes": ["USD", "USD\n"]}, "codes.1", "like ^[A-Z]{3}$"),  # $ comes before a last \n
        ({"shares": {1: 0}}, "shares", "a mapping of words"),
        ({"shares": {"x": 2}}, "shares.x", "to 1"),
        ({"inner": [{"limit": 1}]}, "inner.0.from", "must be given"),
        ({"inner": [{"from": "x", "limit": 0}]}, "inner.0.limit", "above 0 to 10"),
        ({"inner": [{"from": "x", "limit": "nan"}]}, "inner.0.limit", "a finite number"),
        ({"inner": [{"name": "x", "from": "y"}]}, "inner.0.name", ""),  # it goes by its alias
        ({"other": 1}, "other", ""),
        ({"count": 7}, "", "seven is not allowed"),
        ([], "", "a mapping of settings"),
    ],
)
def test_what_is_no_value_is_told(given: Any, place: str, problem: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(Outer, given)
    [fault] = refused.value.faults
    assert ".".join(fault.names) == place
    assert problem in fault.problem


def test_every_fault_is_told() -> None:
    with pytest.raises(Invalid) as refused:
        read(Outer, {"count": 0, "mode": "", "inner": [{}, {"from": 1}]})
    places = [".".join(fault.names) for fault in refused.value.faults]
    assert places == ["count", "mode", "inner.0.from", "inner.1.from"]


def test_what_is_allowed_in_words() -> None:
    found = {name: setting_at(Outer, (name,)) for name in ("count", "share", "mode", "path")}
    words = {name: setting and allowed(setting) for name, setting in found.items()}
    assert words == {
        "count": "from 1 to 9",
        "share": "from 0 to 1",
        "mode": '"a" or "b"',
        "path": "",
    }


def test_two_sections_do_not_share_a_default_that_can_change() -> None:
    assert Outer().shares is not Outer().shares
