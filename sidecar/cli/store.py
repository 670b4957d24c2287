"""``verifyd store``: the schema of the store that the settings name."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.cli import env_file
from sidecar.cli.errors import STATUSES, UNREACHABLE, UsageError, refuse
from sidecar.cli.storing import with_store

if TYPE_CHECKING:
    from sidecar.store.store import Store

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
    env_file.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it and say so; returns the exit status."""
    work = _migrated if args.action == "migrate" else _told
    try:
        return with_store("store", args.config, work)
    except UsageError as error:
        return refuse("store", error)


async def _migrated(store: Store) -> int:
    from sidecar.store.schema import VERSIONS  # noqa: PLC0415 (it brings the libraries)

    changed = await store.migrate()
    print(f"{store.address}: {'brought to' if changed else 'is at'} schema {VERSIONS[-1]}")
    return 0


async def _told(store: Store) -> int:
    from sidecar.store.schema import VERSIONS  # noqa: PLC0415 (it brings the libraries)

    found = await store.version()
    print(f"{store.address}: schema {found or 'none'}; this version has {VERSIONS[-1]}")
    return 0 if found == VERSIONS[-1] else BEHIND
