"""The ledger of a store, if there is one: only then is anything imported for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidecar.outcomes.settings import OutcomesSettings

if TYPE_CHECKING:
    from sidecar.ledger.ledger import Ledger
    from sidecar.store.store import Store


def open_ledger(store: Store | None, settings: OutcomesSettings) -> Ledger | None:
    """The ledger in a store; None without one."""
    if store is None:
        return None
    from sidecar.ledger.ledger import Ledger  # noqa: PLC0415 (with a store alone)

    return Ledger(store, settings)
