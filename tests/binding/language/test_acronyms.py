"""Acronyms in the names of columns, and in texts."""

from __future__ import annotations

from sidecar.binding.language.alike import spelled


def test_a_name_is_spelled_out_and_cut_short() -> None:
    assert ("capital", "spend") in set(spelled(("capex",)))
    assert ("arpu",) in set(spelled(("averag", "revenu", "user")))
