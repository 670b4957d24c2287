"""Tokens of pages of reviews."""

from __future__ import annotations

from sidecar.reviews.model import Place, Query
from sidecar.store import pages

_KINDS = (int, str, int)
_MOST_ITEMS = 1 << 31  # which the database keeps in four bytes


def token(place: Place, query: Query) -> str:
    """The token of a page behind a place."""
    return pages.token(place, _mark(query))


def place(given: str, query: Query) -> Place | None:
    """The place that a token means; None for the first page, which has none.

    Raises:
        PageInvalid: If it is none that was given for the same question.
    """
    found = pages.place(given, _mark(query), _KINDS, _MOST_ITEMS)
    return None if found is None else Place._make(found)


def _mark(query: Query) -> str:
    told = (query.state.name, query.check, query.code, str(query.since_us), query.review_id)
    return pages.mark(told)
