"""``verifyd explain``: every code and every check has a page; numbers are in test_readings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidecar.checks import CHECKS, CODES

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
        ("CLAIM_NOT_FUOND", "did you mean 'CLAIM_NOT_FOUND'?"),
        ("unit_mismach", "did you mean 'UNIT_MISMATCH'?"),
        ("numerics", "did you mean 'numeric'?"),
        ("weather", "`verifyd explain` lists the codes"),
    ],
)
def test_a_typo_gets_the_nearest_name(verifyd: Run, typed: str, meant: str) -> None:
    ran = verifyd("explain", typed)
    assert (ran.status, ran.out) == (2, "")
    assert meant in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--data", "s.csv"], "--data (query results) took s.csv"),
        (["--at", "3"], "name --data FILE as well [ARGUMENT_MISSING]"),
        (["CLAIM_NOT_FOUND", "--number", "3"], "name --data FILE as well [ARGUMENT_MISSING]"),
    ],
)
def test_numbers_need_a_narrative_and_data(verifyd: Run, words: list[str], told: str) -> None:
    ran = verifyd("explain", *words)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_a_file_is_not_taken_for_a_misspelt_code(verifyd: Run, tmp_path: Path) -> None:
    narrative = tmp_path / "numeric.md"
    narrative.write_text("61 staff")
    assert (
        f"to explain the numbers of {narrative}, name --data FILE"
        in verifyd("explain", narrative).err
    )


def test_the_help_tells_both_uses(verifyd: Run) -> None:
    out = verifyd("explain", "--help").out
    assert "verifyd explain NARRATIVE --data FILE" in out
    assert "verifyd explain [CODE|CHECK]" in out
