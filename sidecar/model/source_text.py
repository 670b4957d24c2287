"""The text of a source, and why there may be none."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class TextOrigin(IntEnum):
    """Where a text comes from."""

    GIVEN = 1
    """It came with the request."""
    CACHED = 2
    """It was fetched earlier, and kept."""
    FETCHED = 3
    """It was fetched for this request."""


class SourceText(NamedTuple):
    """What a source says.

    Attributes:
        text: Plain text.
        origin: Where it comes from.
    """

    text: str
    origin: TextOrigin


class Unavailable(NamedTuple):
    """A source whose text cannot be had: no claim is supported by it.

    Attributes:
        reason: For programs: a key of ``sidecar.sources.urls.REASONS``.
        message: For people; of a URL it has the host alone, since the rest may hold secrets.
    """

    reason: str
    message: str
