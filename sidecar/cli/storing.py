"""Commands that work on the store of the settings, and how they end where it cannot be used."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.cli.errors import UNREACHABLE, UsageError
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError
from sidecar.store.errors import StoreUnavailable
from sidecar.store.opened import store_of

if TYPE_CHECKING:
    from sidecar.store.store import Store


def with_store(command: str, config: Path | None, work: Callable[[Store], Awaitable[int]]) -> int:
    """What the work returns, or the exit status where the store cannot be used.

    Args:
        command: Its name, for messages.
        config: The file of the settings that name the store.
        work: Is given the store, which is closed afterwards.

    Raises:
        UsageError: If the settings name none.
    """
    logging.getLogger("sidecar.store").setLevel(logging.ERROR)  # what fails is reported below
    try:
        return asyncio.run(_worked(config, work))
    except SettingsError as error:
        raise UsageError("SETTINGS_INVALID", str(error)) from None
    except StoreUnavailable as error:
        cause = getattr(error.__cause__, "orig", error.__cause__)
        why = f": {cause}" if str(cause or "") else ""
        print(f"verifyd {command}: {error}{why} [{error.reason}]", file=sys.stderr)
        return UNREACHABLE


async def _worked(config: Path | None, work: Callable[[Store], Awaitable[int]]) -> int:
    store = store_of(load(config, os.environ).store)
    if store is None:
        raise SettingsError("store.url is not set")
    try:
        return await work(store)
    finally:
        await store.close()
