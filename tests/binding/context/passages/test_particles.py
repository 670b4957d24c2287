"""Names that a small word tells apart."""

from __future__ import annotations

import pytest

from sidecar.binding.context.passages.particles import fit, leads, particles
from sidecar.binding.language.words import tokens


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("on_time", [("time", True)]),
        ("profit_after_tax", [("tax", False)]),
        ("out_of_stock", [("stock", True)]),
        ("under_25", [("25", True)]),
        ("revenue_in_eur", []),
        ("orders_in_march", []),
        ("share_of_total", []),
        ("in_2024", []),
    ],
)
def test_small_words_of_a_name_are_those_that_tell_it_from_others(
    name: str, told: list[tuple[str, bool]]
) -> None:
    assert [(p.before, p.first) for p in particles(name)] == told


@pytest.mark.parametrize(
    ("name", "text", "at", "share"),
    [
        ("on_time", "arrived on time", 2, 1.0),
        ("on_time", "the transit time", 2, 0.5),
        ("off_peak", "in the peak hours", 2, 0.2),
        ("off_peak", "off-peak hours", 2, 1.0),
        ("profit_before_tax", "pre-tax profit", 2, 1.0),
        ("profit_before_tax", "profit after tax", 2, 0.2),
        ("profit_before_tax", "the tax on profit", 1, 1.0),
    ],
)
def test_a_name_is_said_as_far_as_its_small_word_is(
    name: str, text: str, at: int, share: float
) -> None:
    words = tokens(text, 0, len(text))
    (particle,) = particles(name)
    assert fit(particle, [(at, words[at].stem)], words)[0] == share


def test_a_numeral_is_part_of_a_name_behind_the_same_word() -> None:
    words = tokens("412 people under 25", 0, 19)
    assert leads(particles("under_25")[0], words, 3)
    assert not leads(particles("over_25")[0], words, 3)
