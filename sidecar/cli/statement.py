"""``verifyd outcome statement`` and ``export``: statements and records for other tools."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

from verifyd import Breakdown, Client, CurrencyStatement, OutcomeRecord, Statement

from sidecar.cli import calling
from sidecar.cli.terminal import Progress, UsageError
from sidecar.reports.plain import to_plain
from sidecar.reports.quoting import sanitize
from sidecar.reports.statement import list_lines
from sidecar.settlement.model import AMOUNTS, format_amount

_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")
"""What the text of a cell begins with that spreadsheets take for a formula."""

_COLUMNS = (
    *("agent_id", "consumer_id", "since", "until", "provisional", "currency"),
    *("settlement_count", "reversed_count", "reversal_count"),
    *(f"settled_{name}" for name in (*AMOUNTS, "total")),
    *("reversed_total", "total", "opening_remainder", "payable", "closing_remainder"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says whose statement it is, of what period and in which form."""
    party = parser.add_mutually_exclusive_group(required=True)
    party.add_argument("--agent", default="", metavar="ID", help="Agent that is paid.")
    party.add_argument("--consumer", default="", metavar="ID", help="Consumer that pays.")
    for name, dest, said in (
        (
            "from",
            "since",
            "Start of the period, such as 2026-11-01; UTC unless a time zone is given.",
        ),
        ("to", "until", "End of the period, exclusive."),
    ):
        parser.add_argument(
            f"--{name}",
            dest=dest,
            required=True,
            type=calling.parse_time,
            metavar="TIME",
            help=said,
        )
    parser.add_argument(
        "--format",
        choices=("text", "csv", "json"),
        default="text",
        help="Format of the statement (default: text).",
    )


def run(client: Client, args: argparse.Namespace) -> int:
    """Print a statement."""
    found = client.get_statement(
        agent_id=args.agent, consumer_id=args.consumer, since=args.since, until=args.until
    )
    if args.format == "json":
        calling.print_json(to_plain(found))
    elif args.format == "csv":
        sys.stdout.write(to_csv(found))
    else:
        for line in _as_text(found):
            print(sanitize(line))  # ids are somebody else's words
    return 0


def to_csv(found: Statement) -> str:
    """A statement with a row for each currency, safe to open in a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file)  # as RFC 4180 has it
    writer.writerow(_COLUMNS)
    for one in found.currencies:
        writer.writerow(_row(found, one))
    return file.getvalue()


def _row(found: Statement, one: CurrencyStatement) -> list[str]:
    said = {
        "agent_id": _cell(found.agent_id),
        "consumer_id": _cell(found.consumer_id),
        "since": found.since.isoformat(),
        "until": found.until.isoformat(),
        "provisional": str(found.provisional).lower(),
        "reversed_total": format_amount(one.reversed.total, one.currency),
    }
    for name in (*AMOUNTS, "total"):
        said[f"settled_{name}"] = format_amount(getattr(one.settled, name), one.currency)
    for name in _COLUMNS:
        if name not in said:
            value = getattr(one, name)
            said[name] = (
                format_amount(value, one.currency) if isinstance(value, Decimal) else str(value)
            )
    return [said[name] for name in _COLUMNS]


def _cell(text: str) -> str:
    """Text that a spreadsheet shows as it is: an apostrophe keeps it from being a formula."""
    return f"'{text}" if text[:1] in _FORMULA or text.startswith("'") else text


def _as_text(found: Statement) -> Iterator[str]:
    party = f"agent {found.agent_id}" if found.agent_id else f"consumer {found.consumer_id}"
    yield f"{party}, from {_moment(found.since)} to before {_moment(found.until)}"
    if not found.currencies:
        yield "  nothing was settled or reversed"
    for one in found.currencies:
        yield from _currency(one)
    if found.provisional:
        yield "provisional: more can still be written into this period"


def _moment(moment: object) -> str:
    return str(moment).replace("+00:00", " UTC")


def _currency(one: CurrencyStatement) -> Iterator[str]:
    lines = [(f"{'  ' * (line.level + 1)}{line.words}", line.amount) for line in list_lines(one)]
    left, right = (max(map(len, texts)) for texts in zip(*lines, strict=True))
    yield one.currency
    for words, amount in lines:
        yield f"{words:{left}}  {amount:>{right}}"


# Records of a ledger as a file for other tools: Parquet, or JSON lines.
#
# A file is there as a whole or not at all: it is written under another name beside its place.

_AT_ONCE = 1000  # records of a group of rows
_AMOUNTS = tuple(field.name for field in fields(Breakdown) if field.name != "currency")
_TEXTS = (
    *("id", "contract_id", "key", "agent_id", "consumer_id", "domain", "kind", "reversed_by"),
    *("reverses", "reason", "actor", "record_digest", "audit_digest", "body_digest"),
)
_JSON = ("metrics", "criteria", "result", "metadata")
"""Columns that hold JSON, null where the record is not kept."""


def write(path: Path, records: Iterable[OutcomeRecord], progress: Progress) -> int:
    """Write records to a file; how many there were.

    Raises:
        UsageError: If the file has another ending, or cannot be written.
    """
    kinds: dict[str, Callable[[Path, Iterator[OutcomeRecord]], None]] = {
        ".parquet": _parquet,
        ".jsonl": _json_lines,
    }
    if path.suffix not in kinds:
        raise UsageError("FORMAT_UNKNOWN", f"{path} ends with neither {' nor '.join(kinds)}")
    count = 0

    def counted() -> Iterator[OutcomeRecord]:
        nonlocal count
        for record in records:
            count += 1
            if count % _AT_ONCE == 0:
                progress.step(f"{count} records")
            yield record

    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        kinds[path.suffix](beside, counted())
        beside.replace(path)
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)
    return count


def _json_lines(path: Path, records: Iterator[OutcomeRecord]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(to_plain(record), ensure_ascii=False) + "\n")


def _parquet(path: Path, records: Iterator[OutcomeRecord]) -> None:
    try:
        import pyarrow as pa  # noqa: PLC0415 (large, and optional)
        from pyarrow import parquet  # noqa: PLC0415 (as above)
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; install verifyd-sidecar[arrow]"
        raise UsageError("FORMAT_UNAVAILABLE", message) from None
    schema = _schema(pa)
    with parquet.ParquetWriter(path, schema) as writer:
        while rows := [_record_row(record) for record in islice(records, _AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(rows, schema))


def _schema(pa: Any) -> Any:
    """Amounts are exact decimals; times have their zone."""
    return pa.schema(
        [
            *((name, pa.string()) for name in _TEXTS),
            ("created_at", pa.timestamp("us", tz="UTC")),
            ("success", pa.bool_()),
            ("audit_sequence", pa.uint64()),
            ("currency", pa.string()),
            *((name, pa.decimal128(38, 9)) for name in _AMOUNTS),
            *((name, pa.string()) for name in _JSON),
        ]
    )


def _record_row(record: OutcomeRecord) -> dict[str, Any]:
    entry, parts = record.settlement, record.settlement.breakdown
    row: dict[str, Any] = {name: getattr(entry, name) for name in _TEXTS}
    row["kind"] = entry.kind.name.lower()
    row |= {name: getattr(entry, name) for name in ("created_at", "success", "audit_sequence")}
    row |= {name: getattr(parts, name) for name in (*_AMOUNTS, "currency")}
    if record.result is not None:
        kept = to_plain(record)
        row |= {name: json.dumps(kept[name]) for name in ("criteria", "result", "metadata")}
        row["metrics"] = json.dumps(kept["result"]["metrics"])
    return row
