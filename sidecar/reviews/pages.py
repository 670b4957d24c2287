"""Tokens of pages: where a list goes on, for callers to give back and not to read."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

from sidecar.model.digests import framed
from sidecar.reviews.errors import PageInvalid
from sidecar.reviews.model import Place, Query

_MAX_CHARS = 300


def token(place: Place, query: Query) -> str:
    """The token of a page behind a place."""
    written = json.dumps([*place, _mark(query)], separators=(",", ":"))
    return urlsafe_b64encode(written.encode()).decode().rstrip("=")


def place(given: str, query: Query) -> Place | None:
    """The place that a token means; None for the first page, which has none.

    Raises:
        PageInvalid: If it is none that was given for the same question.
    """
    if not given:
        return None
    try:
        if len(given) > _MAX_CHARS:
            raise ValueError
        read = json.loads(urlsafe_b64decode(given + "=" * (-len(given) % 4)))
        created_us, review_id, item_id, mark = read
        fitting = (*map(type, read),) == (int, str, int, str) and mark == _mark(query)
        if not fitting or not 0 <= created_us < 1 << 63 or not 0 <= item_id < 1 << 31:
            raise ValueError
        if not (review_id.isascii() and review_id.isprintable()):
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise PageInvalid(
            "the token is none that this server gave for this question", field="page_token"
        ) from None
    return Place(created_us, review_id, item_id)


def _mark(query: Query) -> str:
    """Tells questions apart."""
    told = (query.state.name, query.check, query.code, str(query.since_us), query.review_id)
    return framed(part.encode() for part in told)[:16]
