"""Verifying files in this process: what ``check`` and ``explain`` share."""

from __future__ import annotations

import argparse
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sidecar import verification
from sidecar.checks import CHECKS
from sidecar.cli import parsing, tables
from sidecar.cli.files import STDIN, read_up_to
from sidecar.cli.terminal import Progress, UsageError
from sidecar.evidence.declared import find_expired
from sidecar.evidence.header import check_query_ids
from sidecar.evidence.index import TableIndex
from sidecar.model.text import Text, is_blank
from sidecar.runner import Runner, VerificationRun
from sidecar.settings.root import Settings
from sidecar.verification import VerificationInput
from sidecar.work.pool import Pool


class QueryResults(NamedTuple):
    """The query results of the files, in their order, and the ids of those that have expired."""

    query_ids: list[str]
    indexes: list[TableIndex]
    handles: list[str]
    expired: frozenset[str] = frozenset()


def add(parser: argparse.ArgumentParser) -> None:
    """Add what tells where the data and the settings are."""
    parser.add_argument(
        "--data",
        nargs="+",
        action="extend",
        default=[],
        metavar="[ID=]FILE",
        help="Query results: .csv .tsv .json .jsonl .xlsx .parquet .arrow. The query id is the"
        " query_id of a .json file, else the file's name without its extension.",
    )
    tables.add_forms(parser)
    parser.add_argument(
        "--columns",
        type=Path,
        metavar="FILE",
        help="YAML or JSON file with labels, units and synonyms of columns: see docs/columns.md.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(parser)


def read_data(args: argparse.Namespace, settings: Settings, progress: Progress) -> QueryResults:
    """Read the data files, with what is said about their columns."""
    files = [tables.parse(argument) for argument in args.data]
    query_ids = [file.query_id for file in files]
    check_query_ids(query_ids, settings.evidence.max_results_per_request)
    described = tables.load_columns(args.columns, query_ids) if args.columns else {}
    given = tables.read_forms(args, {file.query_id: file.path for file in files})
    data = QueryResults(query_ids, [], [])
    for file in files:
        progress.step(f"reading {file.path}")
        said = described.get(file.query_id, tables.Description())
        table, handle = tables.read(
            file,
            said,
            settings.evidence.limits,
            given[file.query_id],
            partial(_say, progress, file.path),
        )
        data.indexes.append(TableIndex(table))
        data.handles.append(handle)
    read = (index.table for index in data.indexes)
    return data._replace(expired=find_expired(read, time.time_ns(), settings.evidence.max_age_s))


def _say(progress: Progress, path: Path, words: str) -> None:
    progress.say(f"verifyd: {path}: {words}")


@asynccontextmanager
async def open_runner(progress: Progress) -> AsyncIterator[Runner]:
    """What runs checks in this process, with threads of its own."""
    pool = Pool(len(CHECKS) + 1)
    runner = Runner(pool, progress.step)
    try:
        yield runner
    finally:
        await runner.close()
        pool.close()


async def verify(
    given: VerificationInput, settings: Settings, progress: Progress
) -> VerificationRun:
    """Verify one text in this process."""
    async with open_runner(progress) as runner:
        return await verification.verify(given, runner, settings, settings.server.max_deadline_s)


def title(name: str) -> str:
    """What the narrative is called."""
    return "<stdin>" if name == STDIN else name


def read_narrative(name: str, limit: int) -> Text:
    """The narrative, within the server's limits."""
    data = read_up_to(name, limit)
    if len(data) > limit:
        raise UsageError("NARRATIVE_TOO_LARGE", f"{title(name)} is longer than {limit} bytes")
    try:
        string = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(
            "NARRATIVE_MALFORMED", f"{title(name)} is not UTF-8 (line {line})"
        ) from None
    if is_blank(string):
        raise UsageError("NARRATIVE_EMPTY", f"{title(name)} holds no text")
    return Text(string)
