"""``verifyd explain``: every code and every check has a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sidecar.checks import CHECKS
from sidecar.checks.codes import CODES

Run = Callable[..., Any]


@pytest.mark.parametrize("name", CODES)
def test_every_code_has_a_page(verifyd: Run, name: str) -> None:
    ran = verifyd("explain", name)
    assert ran.status == 0
    assert ran.out.startswith(f"{name} (")
    assert CODES[name].summary in ran.out
    assert f"What to do: {CODES[name].remedy}" in ran.out


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_has_a_page(verifyd: Run, name: str) -> None:
    ran = verifyd("explain", name)
    assert ran.status == 0
    assert len(ran.out.splitlines()) > 5  # a page, not a sentence
    assert not ran.out.startswith(" ")


def test_without_a_name_everything_is_listed(verifyd: Run) -> None:
    out = verifyd("explain").out
    assert all(name in out for name in (*CODES, *CHECKS))


def test_case_does_not_matter(verifyd: Run) -> None:
    assert verifyd("explain", "claim_not_found").out == verifyd("explain", "CLAIM_NOT_FOUND").out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CLAIM_NOT_FUOND", "did you mean CLAIM_NOT_FOUND?"),
        ("unit_mismach", "did you mean UNIT_MISMATCH?"),
        ("numerics", "did you mean numeric?"),
        ("weather", "there are: CLAIM_NOT_FOUND, "),
    ],
)
def test_a_typo_gets_the_nearest_name(verifyd: Run, typed: str, meant: str) -> None:
    ran = verifyd("explain", typed)
    assert (ran.status, ran.out) == (2, "")
    assert meant in ran.err
