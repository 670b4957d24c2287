"""The reviews that the settings ask for, if they do: only then is anything imported for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidecar.reviews.settings import ReviewsSettings

if TYPE_CHECKING:
    from sidecar.reviews.queue import ReviewQueue
    from sidecar.store.store import Store


def open_queue(store: Store | None, settings: ReviewsSettings) -> ReviewQueue | None:
    """The reviews in a store; None where none are kept."""
    if store is None or not settings.enabled:
        return None
    from sidecar.reviews.queue import ReviewQueue  # noqa: PLC0415 (with a store alone)

    return ReviewQueue(store, settings)
