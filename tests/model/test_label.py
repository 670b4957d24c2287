"""Names from the data that cannot harm the sentence they stand in."""

from __future__ import annotations

import unicodedata

import pytest

from sidecar.model.formatting import LONGEST, format_label


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Italy", "Italy"),
        (2007, "2007"),
        (None, ""),
        (" Al\n Rayyan\t", "Al Rayyan"),
        ("می‌خواهم", "می‌خواهم"),  # written with a joiner, as it must be
        ("a\u202etxt.exe", "a\ufffdtxt.exe"),
        ("red\x1b[31m", "red\ufffd[31m"),
    ],
)
def test_a_name_in_a_sentence(value: object, name: str) -> None:
    assert format_label(value) == name


def test_no_name_is_long_or_hides_anything() -> None:
    hostile = "".join(map(chr, range(0x3000))) + "\u2066" * 10_000
    assert len(format_label(hostile)) <= LONGEST
    for start in range(0, 0x3000, 30):
        name = format_label(hostile[start : start + 30])
        seen = name.replace("\u200c", "").replace("\u200d", "")
        assert not [c for c in seen if unicodedata.category(c) in {"Cc", "Cf", "Zl", "Zp"}]
