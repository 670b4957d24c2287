"""The arrays of a text's numbers say what its objects say, and objects are made once."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from text.test_plain import PARTS

from bench.extraction import narrative
from bench.fuzz_texts import texts
from sidecar.model.text import Text
from sidecar.text.claims import TextClaims, extract_numbers
from sidecar.text.options import ExtractOptions

pytestmark = pytest.mark.usefixtures("pass_form")


def claims(string: str) -> TextClaims:
    return extract_numbers(Text(string), ExtractOptions(max_numbers=100_000)).claims


def assert_arrays_agree(string: str) -> int:
    found = claims(string)
    figures, numbers = found.figures, [claim.number for claim in found]
    assert figures.starts.tolist() == [n.span.start for n in numbers]
    assert figures.ends.tolist() == [n.span.end for n in numbers]
    assert figures.values.tolist() == [float(n.value) for n in numbers]
    assert figures.lows.tolist() == [float(n.low) for n in numbers]
    assert figures.highs.tolist() == [float(n.high) for n in numbers]
    assert figures.short.tolist() == [len(n.value.as_tuple().digits) <= 15 for n in numbers]
    meanings = defaultdict(set)
    for kind, n in zip(figures.kinds.tolist(), numbers, strict=True):
        meanings[kind].add((n.unit, n.symbol, n.scale, n.form, n.direction, n.sign))
    assert all(len(alike) == 1 for alike in meanings.values()), string
    cited = [found.citations[place] for place in found.cited.tolist()]
    assert cited == [claim.citation for claim in found]
    return len(numbers)


def test_a_narrative() -> None:
    assert assert_arrays_agree(narrative(4)[:20_000]) > 200


def test_hostile_texts() -> None:
    assert sum(map(assert_arrays_agree, texts(7, 300))) > 300


def test_parts_in_any_order() -> None:
    source = random.Random(8)
    found = [" ".join(source.choices(PARTS, k=source.randint(1, 9))) for _ in range(500)]
    assert sum(map(assert_arrays_agree, found)) > 500


@pytest.mark.parametrize(
    ("written", "value"),
    [("0.1", 0.1), ("999,999,999,999,999", 999999999999999.0), ("0.00000000000001", 1e-14),
     ("123456789012345 quadrillion", 1.23456789012345e29), ("70 bps", 0.7), ("9.95 bn", 9.95e9)],
)  # fmt: skip
def test_values_are_rounded_once(written: str, value: float) -> None:
    assert claims(f"It had {written} in all").figures.values.tolist() == [value]


def test_an_item_is_made_once_alone_or_together() -> None:
    found = claims("It had 5 cats, 6 dogs and half a horse, then 7 or 8 hens.")
    third = found[2]
    assert list(found)[2] is third
    assert found[-1] is found[len(found) - 1]
    assert [claim.number for claim in found[1:3]] == found.figures[1:3]


def test_some_of_the_claims_are_a_sequence_of_their_own() -> None:
    found = claims("Per LMIS: 5 cats and six dogs. 7 hens.")
    kept = found.take([1, 2])
    assert list(kept) == list(found)[1:]
    assert kept.figures.values.tolist() == [6, 7]
    assert found.take([0, 2]).figures.kinds.tolist() == [found.figures.kinds[0]] * 2
    assert len(found.take([])) == 0
