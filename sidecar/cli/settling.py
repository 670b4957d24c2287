"""``verifyd outcome settle``, ``reverse``, ``list``, ``show``, ``statement`` and ``export``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from verifyd import Breakdown, Client, Money, OutcomeRecord, Settlement, SettlementKind

from sidecar.cli import calling, files, statement
from sidecar.cli import statement as statements
from sidecar.cli.audit_words import format_count
from sidecar.cli.terminal import STATUSES, Progress
from sidecar.reports.outcome import render as as_page
from sidecar.reports.plain import to_plain
from sidecar.reports.quoting import sanitize
from sidecar.reports.statement import describe_result, format_total

_STATUSES = (
    f"Exit status: 0 done, {calling.UNANSWERED} the server does not answer, 2 refused by the"
    f" server, or {STATUSES.removeprefix('2 ')}"
)
_ID = "Id of the settlement, or its first digits (4 or more) if no other id begins with them."
_KEY = "Idempotency key, unique per contract."
_MAX_PAGE = 1000
_DIGITS, _PLACES, _CODE = 18, 9, 3  # of amounts, and of currencies
_MOST_BYTES = 1 << 20  # of a file of criteria
_TASK_BYTES = 64 << 20  # of a task; the server has its own limit
_PARTS = ("base", "bonus", "bonus_capped", "penalty", "penalty_capped", "floor", "total_capped")
_PARTIES = {
    "contract": "Id of the contract.",
    "agent": "Id of the agent that did the task and is paid.",
    "consumer": "Id of the consumer that pays.",
}
_RESULTS = {"success": True, "failure": False}  # of the task, whether or not it is reversed
_KINDS = {
    "settlement": SettlementKind.SETTLEMENT,
    "reversal": SettlementKind.REVERSAL,
    "all": SettlementKind.UNSPECIFIED,
}


def add(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to those of ``outcome``."""
    settle = _added(each, "settle", "Verify a task and book what it costs, once per key.", _settle)
    settle.add_argument(
        "criteria", type=Path, metavar="CRITERIA", help="YAML or JSON file with one document."
    )
    settle.add_argument(
        "output", type=Path, metavar="OUTPUT", help="JSON file that the task delivered."
    )
    settle.add_argument(
        "--input", type=Path, metavar="FILE", help="JSON file with the input of the task."
    )
    settle.add_argument(
        "--metadata", type=Path, metavar="FILE", help="JSON file with measurements of the task."
    )
    for name, said in _PARTIES.items():
        settle.add_argument(f"--{name}", required=True, metavar="ID", help=said)
    settle.add_argument("--domain", default="", metavar="NAME", help="Domain of the task.")
    settle.add_argument("--key", required=True, help=_KEY)
    add_terms(settle, required=True)
    reverse = _added(each, "reverse", "Reverse a settlement.", _reverse)
    reverse.add_argument("settlement", metavar="ID", help=_ID)
    reverse.add_argument("--contract", required=True, metavar="ID", help="Id of its contract.")
    reverse.add_argument("--key", required=True, help=_KEY)
    reverse.add_argument("--reason", default="", metavar="TEXT", help="Why it is reversed.")
    listing = _added(each, "list", "List settlements, the newest first.", _list)
    _add_filters(listing)
    listing.add_argument(
        "--limit",
        type=calling.parse_count,
        default=100,
        metavar="N",
        help="Most settlements listed (default: 100).",
    )
    show = _added(each, "show", "Show one settlement with its record.", _show)
    show.add_argument("settlement", metavar="ID", help=_ID)
    show.add_argument(
        "--html", type=Path, metavar="FILE", help="Also write it as an HTML page to this file."
    )
    statement = _added(
        each,
        "statement",
        "Add up what an agent is paid or a consumer pays in a period.",
        statements.run,
    )
    statements.add_options(statement)
    export = _added(each, "export", "Write records to a file.", _export)
    _add_filters(export)
    export.add_argument(
        "--out",
        required=True,
        type=Path,
        metavar="FILE",
        help="File to write; its name ends with .parquet or .jsonl.",
    )


def add_terms(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add what is agreed on: the base cost and the caps."""
    base = "Base cost, such as 1.50USD."
    described = base if required else f"{base} The cost of the outcome is then shown."
    parser.add_argument("--base", required=required, type=_money, metavar="MONEY", help=described)
    for name in ("bonus", "penalty", "total"):
        parser.add_argument(
            f"--max-{name}", type=_money, metavar="MONEY", help=f"Cap on the {name}."
        )


def _added(
    each: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    does: str,
    act: Callable[[Client, argparse.Namespace], int],
) -> argparse.ArgumentParser:
    parser = each.add_parser(
        name, help=does, description=f"{does} Calls a server.", epilog=_STATUSES
    )
    calling.add(parser)
    if act is not statements.run:  # which has more formats
        parser.add_argument("--json", action="store_true", help="Print JSON.")
    parser.set_defaults(
        run=lambda args: calling.call("outcome", args, lambda client: act(client, args))
    )
    return parser


def _add_filters(parser: argparse.ArgumentParser) -> None:
    for name in ("agent", "consumer", "contract"):
        parser.add_argument(f"--{name}", default="", metavar="ID", help=f"Only of this {name}.")
    parser.add_argument("--domain", default="", metavar="NAME", help="Only of this domain.")
    for name, period in (("since", "at this time or later"), ("until", "before this time")):
        parser.add_argument(
            f"--{name}", type=calling.parse_time, metavar="TIME", help=f"Only {period} (ISO 8601)."
        )
    parser.add_argument(
        "--result",
        choices=[*_RESULTS, "reversed", "all"],
        default="all",
        help="Only tasks that ended so (default: all).",
    )
    parser.add_argument(
        "--kind", choices=[*_KINDS], default="all", help="Only entries of this kind (default: all)."
    )


def _settle(client: Client, args: argparse.Namespace) -> int:
    criteria = files.read_text(args.criteria, _MOST_BYTES, "CRITERIA_INVALID", "CRITERIA_INVALID")
    settled = client.settle_outcome(
        criteria,
        files.read_json_object(args.output, _TASK_BYTES, "OUTCOME_MALFORMED"),
        task_input=files.read_json_object(args.input, _TASK_BYTES, "OUTCOME_MALFORMED"),
        metadata=files.read_json_object(args.metadata, _TASK_BYTES, "OUTCOME_MALFORMED"),
        contract_id=args.contract,
        agent_id=args.agent,
        consumer_id=args.consumer,
        domain=args.domain,
        key=args.key,
        base_cost=args.base,
        max_bonus=args.max_bonus,
        max_penalty=args.max_penalty,
        max_total=args.max_total,
    )
    if args.json:
        calling.print_json(to_plain(settled))
        return 0
    _print(_describe_entry(settled.settlement), [f"  {settled.result.reason}"])
    if settled.replayed:
        print("verifyd outcome: the key had been used for this before", file=sys.stderr)
    return 0


def _reverse(client: Client, args: argparse.Namespace) -> int:
    entry = client.reverse_settlement(
        args.settlement, contract_id=args.contract, key=args.key, reason=args.reason
    )
    if args.json:
        calling.print_json(to_plain(entry))
    else:
        _print(_describe_entry(entry))
    return 0


def _list(client: Client, args: argparse.Namespace) -> int:
    found: list[OutcomeRecord] = []
    more = False
    for record in _records(client, args):
        more = len(found) == args.limit
        if more:
            break
        found.append(record)
    if args.json:
        calling.print_json({"outcomes": [to_plain(one) for one in found], "more": more})
        return 0
    for one in found:
        entry = one.settlement
        result = describe_result(entry)
        when = entry.created_at.isoformat(" ", "seconds")
        parties = f"{entry.contract_id} {entry.consumer_id} pays {entry.agent_id}"
        _print([f"{entry.id}  {when}  {result:10}  {_amount(entry.breakdown)}  {parties}"])
    entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
    print(f"{entries}{', and more' if more else ''}")
    return 0


def _show(client: Client, args: argparse.Namespace) -> int:
    record = client.get_outcome(args.settlement)
    if args.html is not None:
        files.write(args.html, as_page(to_plain(record)).encode())
    if args.json:
        calling.print_json(to_plain(record))
        return 0
    lines = _describe_entry(record.settlement)
    if record.result is None:
        kept = record.settlement.kind is not SettlementKind.SETTLEMENT
        lines += [] if kept else ["  its record is not kept"]
    else:
        lines.append(f"  {record.result.reason}")
        for one in record.result.criterion_results:
            lines.append(f"    {'met    ' if one.met else 'not met'}  {one.reason}")
        flags = record.result.governance_flags
        lines += [f"    flag     {one.message} [{one.code}]" for one in flags]
    _print(lines)
    return 0


def _export(client: Client, args: argparse.Namespace) -> int:
    with Progress(sys.stderr) as progress:
        written = statement.write(args.out, _records(client, args), progress)
    print(f"{format_count(written, 'record')} in {args.out}", file=sys.stderr)
    return 0


def _records(client: Client, args: argparse.Namespace) -> Iterator[OutcomeRecord]:
    """The records that are asked for, page by page."""
    token = ""
    while True:
        page = client.list_outcomes(
            agent_id=args.agent,
            consumer_id=args.consumer,
            contract_id=args.contract,
            domain=args.domain,
            since=args.since,
            until=args.until,
            success=_RESULTS.get(args.result),
            reversed=True if args.result == "reversed" else None,
            kind=_KINDS[args.kind],
            page_size=_MAX_PAGE,
            page_token=token,
        )
        yield from page.outcomes
        token = page.next_page_token
        if not token:
            return


def _describe_entry(entry: Settlement) -> list[str]:
    """An entry for people."""
    parts = entry.breakdown
    reversed_ = "  reversed" if entry.reversed_by else ""
    lines = [
        f"{entry.id}  {str(entry.kind).lower()}  {_amount(parts)}{reversed_}",
        f"  {entry.contract_id}: {entry.consumer_id} pays {entry.agent_id}, key {entry.key}",
    ]
    lines.append(f"  {format_parts(parts)}")
    lines.append(f"  audit line {entry.audit_sequence}, {entry.audit_digest}")
    more = {
        "requested by": entry.actor,
        "reverses": entry.reverses,
        "reason": entry.reason,
        "reversed by": entry.reversed_by,
    }
    for name, said in more.items():
        lines += [f"  {name} {said}"] if said else []
    return lines


def format_parts(parts: Any) -> str:
    """The amounts that a total is made of, but for those of 0."""
    each = [(name, getattr(parts, name)) for name in (*_PARTS, "rounding")]
    told = [f"{name.replace('_', ' ')} {amount:+f}" for name, amount in each if amount]
    return ", ".join(told) or "nothing"


def _amount(parts: Breakdown) -> str:
    return format_total(parts, parts.currency)


def _money(told: str) -> Money:
    """An amount with its currency, such as 1.50USD."""
    amount, currency = told[:-3].strip(), told[-3:].upper()
    try:
        value = Decimal(amount)
    except InvalidOperation:
        raise argparse.ArgumentTypeError(f"{told!r} is not an amount such as 1.50USD") from None
    # Bounded first: arithmetic overflows with the exponents of some amounts.
    bounded = value.is_finite() and (not value or -_PLACES <= value.adjusted() < _DIGITS)
    if not bounded or value != round(value, _PLACES):
        problem = f"{told!r} is not an amount of at most {_DIGITS} digits and {_PLACES} places"
        raise argparse.ArgumentTypeError(problem)
    if len(currency) != _CODE or not currency.isascii() or not currency.isalpha():
        raise argparse.ArgumentTypeError(f"{told!r} is not an amount such as 1.50USD")
    return Money(value, currency)


def _print(*each: Any) -> None:
    for lines in each:
        for line in lines:
            print(sanitize(line))  # ids and reasons are somebody else's words
