"""``verifyd store``: the schema of the store that the settings name."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sidecar.cli.errors import STATUSES, UNREACHABLE, UsageError, refuse
from sidecar.cli.storing import with_store

if TYPE_CHECKING:
    from sidecar.store.store import Store

BEHIND = 1


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
