"""Short texts in rare phrasings: most are judged by their values."""

from __future__ import annotations

from collections import Counter

from bench.sentences import FOLDER, counted, main, read, shares

_EVERY = 16


def test_few_right_numbers_are_contradicted_and_few_wrong_ones_supported() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for path in sorted(FOLDER.glob("*.yaml")):
        counts += counted([*read(path)][::_EVERY])
    found = {name: share or 0.0 for name, share in shares(counts).items()}
    assert found["right supported"] > 0.65
    assert found["right contradicted"] < 0.12
    assert found["wrong contradicted"] > 0.5
    assert found["wrong supported"] < 0.22


def test_what_is_wrong_is_listed() -> None:
    assert main([str(FOLDER / "pairs.yaml"), "--show"]) == 0
