"""Why a source has no text: a reason for programs, and its words for people."""

from __future__ import annotations

from sidecar.model.source_text import Unavailable

REASONS = {
    "SOURCE_NO_TEXT": "the request has no text of it, and nothing may be fetched",
    "SOURCE_NO_URL": "there is no URL to fetch it from",
    "SOURCE_URL_INVALID": "its URL cannot be used",
    "SOURCE_HOST_NOT_ALLOWED": "the settings do not allow its host",
    "SOURCE_ADDRESS_FORBIDDEN": "its host has an address that is not public",
    "SOURCE_ROBOTS_DISALLOWED": "its host's robots.txt does not allow it, or cannot be read",
    "SOURCE_NOT_CACHED": "there is no cached copy of it, and fetching is not allowed",
    "SOURCE_NOT_FOUND": "its host does not have it",
    "SOURCE_REFUSED": "its host refuses to send it",
    "SOURCE_UNREACHABLE": "its host cannot be reached, or broke off",
    "SOURCE_TIMEOUT": "it did not come in time",
    "SOURCE_TOO_LARGE": "it is larger than the settings allow",
    "SOURCE_TOO_MANY_REDIRECTS": "it redirects more often than the settings allow",
    "SOURCE_UNREADABLE": "no text can be read from it",
    "SOURCE_NOT_INSTALLED": "a package is not installed: see the extra web",
}
"""Every reason of an ``Unavailable``."""


class SourceError(Exception):
    """A source has no text.

    Attributes:
        reason: A key of ``REASONS``.
        detail: What more may be shown: never a URL's path or query, nor what a host answered.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        words = REASONS[reason]
        super().__init__(f"{words}: {detail}" if detail else words)
        self.reason = reason
        self.detail = detail

    @property
    def unavailable(self) -> Unavailable:
        """The same for anyone who asked."""
        return Unavailable(self.reason, str(self))
