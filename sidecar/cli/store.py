"""``verifyd store``: the schema of the store that the settings name."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

from sidecar.cli.errors import STATUSES, UsageError, refuse
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError
from sidecar.store.errors import StoreUnavailable
from sidecar.store.opened import store_of

BEHIND = 1
UNREACHABLE = 3


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "store",
        help="tell the schema of the store, or bring it up to date",
        description="The store is the database of the setting store.url, whose schema changes with"
        " new versions of verifyd.",
        epilog=f"Exit status: 0 up to date, {BEHIND} steps are missing (status), {UNREACHABLE} the"
        f" database cannot be used, {STATUSES}",
    )
    parser.add_argument(
        "action",
        metavar="{status,migrate}",
        choices=("status", "migrate"),
        help="tell which schema the database has, or bring it up to date",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it and say so; returns the exit status."""
    try:
        return asyncio.run(_run(args))
    except SettingsError as error:
        return refuse("store", UsageError("SETTINGS_INVALID", str(error)))
    except StoreUnavailable as error:
        why = getattr(error.__cause__, "orig", error.__cause__) or "time is over"
        print(f"verifyd store: {error}: {why} [{error.reason}]", file=sys.stderr)
        return UNREACHABLE


async def _run(args: argparse.Namespace) -> int:
    store = store_of(load(args.config, os.environ).store)
    if store is None:
        raise SettingsError("store.url is not set")
    from sidecar.store.schema import VERSIONS  # noqa: PLC0415 (it brings the libraries)

    try:
        if args.action == "migrate":
            changed = await store.migrate()
            print(f"{store.address}: {'brought to' if changed else 'is at'} schema {VERSIONS[-1]}")
            return 0
        found = await store.version()
    finally:
        await store.close()
    print(f"{store.address}: schema {found or 'none'}; this version has {VERSIONS[-1]}")
    return 0 if found == VERSIONS[-1] else BEHIND
