"""Verbs that tell what was or is."""

from __future__ import annotations

import pytest

from sidecar.binding.language.words import is_past


@pytest.mark.parametrize("word", ["sold", "reported", "came"])
def test_what_something_did_is_told(word: str) -> None:
    assert is_past(word)


@pytest.mark.parametrize("word", ["need", "exceed", "sell", "be"])
def test_what_is_needed_is_not(word: str) -> None:
    assert not is_past(word)
