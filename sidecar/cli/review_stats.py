"""``verifyd review stats``: what the decisions of people say about the checks."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from verifyd import Agreement, Client

from sidecar.cli import calling
from sidecar.reports.agreement import describe_decisions, tabulate
from sidecar.reports.quoting import sanitize


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which decisions are counted."""
    parser.add_argument("--check", default="", help="Only of this check, such as numeric.")
    parser.add_argument("--code", default="", help="Only with this code, such as CLAIM_NOT_FOUND.")
    parser.add_argument(
        "--since",
        type=calling.parse_time,
        metavar="TIME",
        help="Only of texts verified from this time on (ISO 8601), such as 2026-11-25.",
    )
    parser.add_argument(
        "--threshold",
        type=_parse_share,
        metavar="VALUE",
        help="The one threshold of confidence to try, from 0 to 1 (default: 0.05 to 0.95).",
    )


def run(client: Client, args: argparse.Namespace) -> int:
    """Print how often people agree with the checks, and with each other."""
    found = client.agreement(
        check=args.check, code=args.code, since=args.since, threshold=args.threshold
    )
    if args.json:
        calling.print_json(asdict(found))
    else:
        for line in _describe(found):
            print(sanitize(line))  # names are somebody else's words
    return 0


def _describe(found: Agreement) -> Iterator[str]:
    """Everything for people, a table after the other."""
    yield describe_decisions(found)
    for table in tabulate(found):
        yield ""
        yield table.title
        yield from _align(table.head, table.rows)
        if table.note:
            yield table.note


def _align(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines in columns, each as wide as what is widest in it."""
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _parse_share(told: str) -> float:
    try:
        found = float(told)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"{told!r} should be a number from 0 to 1")
    return found
