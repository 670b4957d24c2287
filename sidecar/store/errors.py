"""What is refused for want of a store, and why one cannot be used at all."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError
from sidecar.settings.sources import SettingsError


class StoreNotConfigured(VerifydError):
    """The server has no store, or does not keep what is asked for."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "STORE_NOT_CONFIGURED"


class StoreUnavailable(VerifydError):
    """The store cannot be reached, is full or locked, or did not answer in time."""

    code: ClassVar[str] = "UNAVAILABLE"
    reason: ClassVar[str] = "STORE_UNAVAILABLE"
    retry_after_s = 0.5


class PageInvalid(VerifydError):
    """The size of a page is out of range, or its token is none for this question."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "PAGE_INVALID"


class StoreNotInstalled(SettingsError):
    """The libraries of the store are not there."""


class SchemaNewer(SettingsError):
    """The database was made by a newer verifyd, whose tables this one does not know."""


class SchemaOlder(SettingsError):
    """The database has an older schema, and nobody said that this process may change it."""
