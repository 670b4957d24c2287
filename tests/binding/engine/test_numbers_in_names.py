"""Numbers that are a part of what something is called."""

from __future__ import annotations

from typing import Any

import pytest

DOSES = (
    ["arm", "patients", "mean_dose"],
    [["Placebo", 120, 0], ["10 mg", 118, 9.4], ["20 mg", 121, 17.6]],
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The 20 mg group has 121 patients.", ["20 mg"]),
        ("Of the patients, 118 took 10 mg.", ["10 mg"]),
        ("The patients took a dose of 20 mg.", []),
        ("The usual dose is 10 mg.", []),
        ("There are 30 patients on 30 mg.", []),
    ],
)
def test_what_a_label_says_is_skipped_unless_it_is_told(
    names: Any, text: str, told: list[str]
) -> None:
    assert names(text, *DOSES) == told
