"""Handles differ wherever the evidence does."""

from __future__ import annotations

from dataclasses import replace

from sidecar.evidence import header
from sidecar.evidence.header import Format, Header
from sidecar.model.evidence import Column

COLUMN = Column(name="a", label="l", description="d", unit="u", synonyms=("s",))
HEADER = Header(query_id="q", family="f", title="t", columns=(COLUMN,))


def test_a_handle_is_lower_case_hex_and_never_changes() -> None:
    # Clients keep handles across restarts of the server: the framing is part of the contract.
    assert header.make_handle("tenant", HEADER, b"[]") == header.make_handle(
        "tenant", HEADER, memoryview(b"[]")
    )
    assert header.make_handle("", Header(query_id="q"), b"[]") == (
        "6438fc3eb3a5758ed57746eba9af4f652d6466dd88d3f44111fba0621ab2739e"
    )


def test_every_field_counts_and_none_runs_into_the_next() -> None:
    variants = [
        ("tenant", HEADER, b"[]"),
        ("tenant", HEADER, b"[] "),
        ("tenan", replace(HEADER, query_id="tq"), b"[]"),
        ("other", HEADER, b"[]"),
        ("tenant", replace(HEADER, query_id="qf", family=""), b"[]"),
        ("tenant", replace(HEADER, family="", title="ft"), b"[]"),
        ("tenant", replace(HEADER, title=""), b"t[]"),
        ("tenant", replace(HEADER, format=Format.ROWS), b"[]"),
        ("tenant", replace(HEADER, columns=()), b"[]"),
        ("tenant", replace(HEADER, columns=(COLUMN, COLUMN)), b"[]"),
        ("tenant", replace(HEADER, columns=(replace(COLUMN, synonyms=("s", "")),)), b"[]"),
        ("tenant", replace(HEADER, columns=(replace(COLUMN, synonyms=()),)), b"[]"),
        ("tenant", replace(HEADER, columns=(replace(COLUMN, label="ld", description=""),)), b"[]"),
        ("tenant", replace(HEADER, columns=(replace(COLUMN, unit=""),)), b"[]"),
    ]
    assert len({header.make_handle(*variant) for variant in variants}) == len(variants)
