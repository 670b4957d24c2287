"""Names that are cited alone; tests/cases/citations/titles.yaml has the rest."""

from __future__ import annotations

import time

import pytest

from sidecar.text.bracketed import Titles, drop_place, squeeze_name

TITLES = Titles(["BG 2.47", "World Bank", "Smith et al.", "ISO 9001", ""])


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("BG 2.47", ["BG 2.47"]),
        ("bg 2:47", ["bg 2:47"]),
        ("BG 18.66", ["BG 18.66"]),  # another verse of a known work
        ("BG", []),
        ("World Bank, IMF", []),
        ("World Bank and Smith et al.", ["World Bank", "Smith et al."]),
        ("see World Bank, 2023; cf. BG 2.47", ["World Bank, 2023", "BG 2.47"]),
        ("Smith et al., pp. 14-15", ["Smith et al., pp. 14-15"]),
        ("ISO 9001", ["ISO 9001"]),
        ("ISO 9002", []),  # no verse
        ("the World Bank says", []),
        ("...", []),
        ("", []),
    ],
)
def test_cited(body: str, wanted: list[str]) -> None:
    assert [body[start:end] for start, end in TITLES.cited(body)] == wanted


def test_digits_stay_apart() -> None:
    assert squeeze_name("BG 2.47") == squeeze_name("bg 2:47") != squeeze_name("BG 24.7")
    assert squeeze_name("World-Bank") == squeeze_name("WorldBank")


def test_the_place_is_left_out() -> None:
    assert drop_place("Smith et al., ch. 4") == "Smith et al."
    assert drop_place("WHO 2023") == "WHO"
    assert drop_place("GDP") == "GDP"


def test_nothing_is_known_of_no_names() -> None:
    assert not Titles()
    assert Titles().cited("BG 2.47") == []


def test_it_takes_linear_time() -> None:
    started = time.process_time()
    for body in ("a " * 20_000, "1." * 20_000, "; " * 20_000, "BG 2.47 and " * 5_000):
        TITLES.cited(body)
    assert time.process_time() - started < 2
