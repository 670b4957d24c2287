"""Tokens of pages: they lead back to their place, and anything else is refused."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.reviews import queue
from sidecar.reviews.model import ReviewPosition, ReviewQuery, ReviewState
from sidecar.store.errors import PageInvalid

PLACE = ReviewPosition(1_764_000_000_000_000, "ab" * 32, 7)


def test_a_token_leads_back() -> None:
    query = ReviewQuery(state=ReviewState.ALL, check="numeric")
    assert queue.parse_page_token(queue.make_page_token(PLACE, query), query) == PLACE


def test_no_token_is_the_first_page() -> None:
    assert queue.parse_page_token("", ReviewQuery()) is None


@pytest.mark.parametrize(
    "other",
    [
        ReviewQuery(state=ReviewState.ALL),
        ReviewQuery(check="claims"),
        ReviewQuery(code="X"),
        ReviewQuery(since_us=1),
        ReviewQuery(review_id="a"),
    ],
)
def test_a_token_of_another_question_is_refused(other: ReviewQuery) -> None:
    with pytest.raises(PageInvalid):
        queue.parse_page_token(queue.make_page_token(PLACE, ReviewQuery()), other)


@given(st.text(min_size=1) | st.binary().map(lambda raw: urlsafe_b64encode(raw).decode() + "A"))
def test_anything_else_is_refused(given_: str) -> None:
    with pytest.raises(PageInvalid):
        queue.parse_page_token(given_, ReviewQuery())


@pytest.mark.parametrize("written", ["[]", "[1,2,3,4]", "[1,[],1,1]", "{}", "1", '["a","b",1,"c"]'])
def test_json_of_another_shape_is_refused(written: str) -> None:
    with pytest.raises(PageInvalid):
        queue.parse_page_token(
            urlsafe_b64encode(written.encode()).decode().rstrip("="), ReviewQuery()
        )


def test_a_number_that_no_database_holds_is_refused() -> None:
    for place in (
        ReviewPosition(1 << 70, "a", 1),
        ReviewPosition(-1, "a", 1),
        ReviewPosition(1, "a", 1 << 31),
    ):
        with pytest.raises(PageInvalid):
            queue.parse_page_token(queue.make_page_token(place, ReviewQuery()), ReviewQuery())


def test_an_id_with_nul_is_refused() -> None:
    # Trap: PostgreSQL takes no NUL in a text, and would look as if it were down.
    with pytest.raises(PageInvalid):
        queue.parse_page_token(
            queue.make_page_token(ReviewPosition(1, "a\0", 1), ReviewQuery()), ReviewQuery()
        )
