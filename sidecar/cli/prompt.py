"""``verifyd prompt``: the part of a system prompt that makes an agent declare its queries."""

from __future__ import annotations

import argparse
import os
import sys

from verifyd import formulas

from sidecar.cli import local
from sidecar.cli.terminal import STATUSES, Progress, UsageError
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "prompt",
        help="Print a system prompt part that makes an agent declare the query of each number.",
        description="Print the part of a system prompt that makes an agent declare the query"
        " behind each number in a footnote (docs/formulas.md). With --data it lists the tables"
        " and their columns.",
        epilog=f"Exit status: 0 printed, {STATUSES}",
    )
    local.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the prompt; returns the exit status."""
    try:
        settings = load(args.config, os.environ)
    except SettingsError as error:
        raise UsageError("SETTINGS_INVALID", str(error)) from None
    with Progress(sys.stderr) as progress:
        data = local.read_data(args, settings, progress)
    tables = {
        index.table.query_id: [column.name for column in index.table.columns]
        for index in data.indexes
    }
    print(formulas.prompt(tables), end="")
    return 0
