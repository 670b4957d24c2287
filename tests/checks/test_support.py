"""The score grows with each of its factors, and stays between 0 and 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.checks.support import combine_strength, score_evidence
from sidecar.citations.library import LibraryEntry
from sidecar.citations.settings import SupportSettings

COUNTS = st.integers(0, 10_000)
SHARES = st.floats(0, 1, allow_nan=False)


@given(COUNTS, SHARES, COUNTS)
def test_it_is_bounded(count: int, relevance: float, provenances: int) -> None:
    assert 0 <= combine_strength(count, relevance, max(1, provenances)) <= 1


@given(COUNTS, COUNTS, SHARES, COUNTS)
def test_more_evidence_is_never_weaker(one: int, other: int, share: float, places: int) -> None:
    less, more = sorted((one, other))
    assert combine_strength(less, share, max(1, places)) <= combine_strength(
        more, share, max(1, places)
    )


@given(COUNTS, SHARES, SHARES, COUNTS)
def test_more_relevant_evidence_is_never_weaker(
    count: int, one: float, other: float, places: int
) -> None:
    less, more = sorted((one, other))
    assert combine_strength(count, less, max(1, places)) <= combine_strength(
        count, more, max(1, places)
    )


@given(COUNTS, SHARES, COUNTS, COUNTS)
def test_evidence_from_more_places_is_never_weaker(
    count: int, share: float, one: int, other: int
) -> None:
    less, more = sorted((max(1, one), max(1, other)))
    assert combine_strength(count, share, less) <= combine_strength(count, share, more)


@pytest.mark.parametrize("factor", range(3))
def test_each_factor_counts_for_something(factor: int) -> None:
    before = [2, 0.5, 2]
    after = list(before)
    after[factor] *= 1.5 if factor == 1 else 2
    one, other = (combine_strength(int(c), r, int(p)) for c, r, p in (before, after))
    assert one < other


@given(st.lists(st.tuples(SHARES, st.sampled_from("abc")), max_size=30))
def test_the_order_of_the_evidence_does_not_matter(pieces: list[tuple[float, str]]) -> None:
    entries = [
        LibraryEntry(str(i), relevance=relevance, provenance=place)
        for i, (relevance, place) in enumerate(pieces)
    ]
    there = score_evidence(entries, cited=True, default_relevance=0.5)
    back = score_evidence(entries[::-1], cited=True, default_relevance=0.5)
    assert there.score == back.score
    assert there.score == round(
        combine_strength(len(entries), there.mean_relevance, there.provenances or 1), 9
    )


@given(st.lists(st.tuples(SHARES | st.none(), st.sampled_from("abc")), min_size=1), st.data())
def test_citing_some_never_scores_lower_than_citing_none(
    pieces: list[tuple[float | None, str]], data: st.DataObject
) -> None:
    entries = [LibraryEntry(str(i), relevance=r, provenance=p) for i, (r, p) in enumerate(pieces)]
    places = data.draw(st.sets(st.integers(0, len(entries) - 1), min_size=1))
    some = score_evidence([entries[i] for i in places], cited=True, default_relevance=0.72)
    none = score_evidence(entries, cited=False, default_relevance=0.72)
    assert some.score >= none.score - 1e-9


LEAST = float(SupportSettings().min_evidence_support)
DEFAULT = float(SupportSettings().default_relevance)
PIECES = st.lists(st.tuples(SHARES | st.none(), st.sampled_from("abc")), max_size=12)


def scored(pieces: list[tuple[float | None, str]], *, cited: bool) -> float:
    entries = [LibraryEntry(str(i), relevance=r, provenance=p) for i, (r, p) in enumerate(pieces)]
    return score_evidence(entries, cited=cited, default_relevance=DEFAULT).score


@given(PIECES, SHARES, st.booleans())
def test_to_state_a_relevance_that_passes_never_scores_lower_than_to_state_none(
    others: list[tuple[float | None, str]], relevance: float, cited: bool
) -> None:
    # Trap: a caller who states 0.8 fails, where one who says nothing passes.
    stated = scored([*others, (relevance, "d")], cited=cited)
    none = scored([*others, (None, "d")], cited=cited)
    if relevance >= DEFAULT:
        assert stated >= none
    else:
        assert stated <= none


@given(PIECES, SHARES, SHARES, st.booleans())
def test_a_larger_relevance_of_one_piece_never_scores_lower(
    others: list[tuple[float | None, str]], one: float, other: float, cited: bool
) -> None:
    less, more = sorted((one, other))
    assert scored([*others, (less, "d")], cited=cited) <= scored(
        [*others, (more, "d")], cited=cited
    )


@given(SHARES | st.none())
def test_one_piece_passes_with_the_default_relevance_or_more(relevance: float | None) -> None:
    hundredth = 0.01
    alone = scored([(relevance, "a")], cited=True)
    if relevance is None or relevance >= DEFAULT:
        assert alone >= LEAST
    elif relevance <= DEFAULT - hundredth:  # it is the least one that does, in hundredths
        assert alone < LEAST


def test_the_reasoning_holds_the_values() -> None:
    entries = [LibraryEntry("a", relevance=0.9, provenance="x"), LibraryEntry("b", provenance="y")]
    found = score_evidence(entries, cited=True, default_relevance=0.7)
    assert found.reasoning == (
        "2 pieces of evidence are cited, with a mean relevance of 0.80, from 2 provenances:"
        " score 0.68"
    )
    assert found.supporting_evidence_ids == ["a", "b"]
    alone = score_evidence(entries[:1], cited=False, default_relevance=0.7)
    assert alone.reasoning == (
        "1 piece of evidence in the request, of which the text cites none, with a mean relevance"
        " of 0.90, from 1 provenance, and only the weakest counts: score 0.63"
    )
    nothing = score_evidence([], cited=False, default_relevance=0.7)
    assert (nothing.score, nothing.reasoning) == (0.0, "there is no evidence: score 0.00")


def test_provenances_are_compared_without_case_and_the_unknown_one_is_one() -> None:
    entries = [LibraryEntry(str(i), provenance=p) for i, p in enumerate(["Grep", " grep", "", ""])]
    assert score_evidence(entries, cited=True, default_relevance=1.0).provenances == 2
