"""What shows nothing is blank, whatever it is made of."""

from __future__ import annotations

import pytest

from sidecar.model.text import is_blank

BLANK = ["", " \n\t", "\0", "\u200b", "\ufeff\u2060", "\u00a0\u2003", "\u3164\u2800", "\u0301"]


@pytest.mark.parametrize("text", [*BLANK, "".join(BLANK) * 1000])
def test_nothing_is_shown(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["1", "a", ".", "\u200b" * 1000 + "7", "é", "数", "😀"])
def test_something_is_shown(text: str) -> None:
    assert not is_blank(text)
