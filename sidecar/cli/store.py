"""``verifyd store``: the schema of the store that the settings name."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.cli import parsing
from sidecar.cli.terminal import STATUSES, UNREACHABLE, UsageError, refuse
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError
from sidecar.store.errors import StoreUnavailable
from sidecar.store.opened import open_store

if TYPE_CHECKING:
    from sidecar.store.store import Store


# Commands that work on the store of the settings, and how they end where it cannot be used.


def run_with_store(
    command: str, config: Path | None, work: Callable[[Store], Awaitable[int]]
) -> int:
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
    store = open_store(load(config, os.environ).store)
    if store is None:
        raise SettingsError("store.url is not set")
    try:
        return await work(store)
    finally:
        await store.close()


BEHIND = 1


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "store",
        help="Show the schema version of the store, or migrate it.",
        description="Show the schema version of the store, the database of the setting store.url,"
        " or migrate it to the version that this verifyd needs.",
        epilog=f"Exit status: 0 up to date, {BEHIND} migrations are pending (status),"
        f" {UNREACHABLE} the database cannot be used, {STATUSES}",
    )
    parser.add_argument(
        "action",
        metavar="{status,migrate}",
        choices=("status", "migrate"),
        help="status: show the schema version; migrate: apply pending migrations.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it and say so; returns the exit status."""
    work = _migrated if args.action == "migrate" else _print_state
    try:
        return run_with_store("store", args.config, work)
    except UsageError as error:
        return refuse("store", error)


async def _migrated(store: Store) -> int:
    from sidecar.store.schema import VERSIONS  # noqa: PLC0415 (it brings the libraries)

    changed = await store.migrate()
    print(f"{store.address}: {'brought to' if changed else 'is at'} schema {VERSIONS[-1]}")
    return 0


async def _print_state(store: Store) -> int:
    from sidecar.store.schema import VERSIONS  # noqa: PLC0415 (it brings the libraries)

    found = await store.version()
    print(f"{store.address}: schema {found or 'none'}; this version has {VERSIONS[-1]}")
    return 0 if found == VERSIONS[-1] else BEHIND
