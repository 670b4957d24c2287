"""The store that the settings ask for, if they do: only then is anything imported for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidecar.store.errors import StoreNotInstalled
from sidecar.store.settings import StoreSettings

if TYPE_CHECKING:
    from sidecar.store.store import Store


def open_store(settings: StoreSettings) -> Store | None:
    """The store that settings name; None where they name none.

    Raises:
        StoreNotInstalled: If the extra ``store`` is missing.
    """
    if not settings.url:
        return None
    try:
        from sidecar.store.store import Store  # noqa: PLC0415 (large, and optional)

        return Store(settings)
    except ModuleNotFoundError as error:
        raise StoreNotInstalled(
            f"store.url: {error.name} is not installed; install verifyd-sidecar[store]"
        ) from None
