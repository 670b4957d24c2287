"""Tokens of pages: where a list goes on, for callers to give back and not to read."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import Any

from sidecar.model.digests import sha256_of_parts
from sidecar.store.errors import PageInvalid

_MAX_CHARS = 300
_MOST = 1 << 63  # what a database keeps is less


def fingerprint(question: Iterable[str]) -> str:
    """Tells questions apart: a token leads on for its own alone."""
    return sha256_of_parts(part.encode() for part in question)[:16]


def make_token(place: Sequence[int | str], marked: str) -> str:
    """The token of a page behind a place, for a question."""
    written = json.dumps([*place, marked], separators=(",", ":"))
    return urlsafe_b64encode(written.encode()).decode().rstrip("=")


def parse_token(
    given: str, marked: str, kinds: Sequence[type], most: int = _MOST
) -> list[Any] | None:
    """The place that a token means; None for the first page, which has none.

    Args:
        given: The token.
        marked: The mark of the question that it is given for.
        kinds: Of the parts of a place: ``int`` from 0, and ``str`` in printable ASCII.
        most: What the last of them is below, where it is a number.

    Raises:
        PageInvalid: If it is none that was given for the same question.
    """
    if not given:
        return None
    try:
        if len(given) > _MAX_CHARS:
            raise ValueError
        *parts, found = json.loads(urlsafe_b64decode(given + "=" * (-len(given) % 4)))
        if found != marked or [*map(type, parts)] != [*kinds] or not all(map(_fits, parts)):
            raise ValueError
        if isinstance(parts[-1], int) and parts[-1] >= most:
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise PageInvalid(
            "the token was not given by this server for this query", field="page_token"
        ) from None
    return list(parts)


def _fits(part: int | str) -> bool:
    """Whether a database can be asked for it: PostgreSQL takes no NUL."""
    if isinstance(part, str):
        return part.isascii() and part.isprintable()
    return 0 <= part < _MOST
