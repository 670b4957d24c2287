"""The finding of a text too many of whose plainly named numbers are wrong."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.settings import UnsupportedSettings
from sidecar.checks.number_findings import make_text_findings
from sidecar.model.report import Finding, NamedNumbers
from sidecar.model.text import Span

FLAGS = st.lists(st.booleans(), min_size=1, max_size=30)


def finding(wrong: list[bool], share: float = 0.5, least: int = 2) -> Finding | None:
    spans = [Span(10 * at, 10 * at + 3) for at, one in enumerate(wrong) if one]
    settings = UnsupportedSettings(share=share, least=least)
    return next(make_text_findings(NamedNumbers(len(wrong), spans), settings), None)


@given(FLAGS, st.data(), st.floats(0, 1), st.integers(1, 5))
def test_one_more_wrong_number_never_takes_it_away_nor_makes_it_shorter(
    wrong: list[bool], data: st.DataObject, share: float, least: int
) -> None:
    at = data.draw(st.integers(0, len(wrong) - 1))
    before = finding(wrong, share, least)
    after = finding([one or number == at for number, one in enumerate(wrong)], share, least)
    if before is not None:
        assert after is not None
        assert after.span.start <= before.span.start
        assert before.span.end <= after.span.end


def test_it_takes_two_and_half_of_them() -> None:
    assert finding([True]) is None
    assert finding([True, True, False, False, False]) is None
    found = finding([False, True, True, False])
    assert found is not None
    assert found.message.startswith("2 of the 4 numbers whose row and column are named")
    assert found.span == Span(10, 23)
