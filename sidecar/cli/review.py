"""``verifyd review``: list what a server has flagged, decide it, get the text that comes of it.

``stats`` and ``export`` are in modules of their own.
"""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Iterator
from dataclasses import asdict

from verifyd import Client, FlaggedItem, ItemDecision, ReviewAction, ReviewState

from sidecar.cli import calling, review_export, review_stats
from sidecar.cli.terminal import STATUSES, UsageError
from sidecar.reports.quoting import sanitize

INCOMPLETE = 1
_STATES = {state.name.lower(): state for state in ReviewState if state.value}
_MAX_PAGE = 1000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "review",
        help="List flagged findings of a server and decide what happens to them.",
        description="List the flagged findings of a server that has a store, decide what happens to"
        " each, get the text with the decisions applied, and see what they say about the checks.",
        epilog=f"Exit status: 0 done, {INCOMPLETE} the revision has undecided items,"
        f" {calling.UNANSWERED} the server does not answer, {STATUSES}",
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for name, text, add_options, act in (
        ("list", "List flagged findings, those of the newest text first.", _add_list, _list),
        (
            "decide",
            "Decide items of one review: all that are given, or none.",
            _add_decide,
            _decide,
        ),
        ("revision", "Print the text with the decisions applied.", _add_revision, _revision),
        (
            "stats",
            "Print how often people agree with the checks, and what other settings would hold.",
            review_stats.add_options,
            review_stats.run,
        ),
        (
            "export",
            "Write decided findings as labelled records, a line of JSON each.",
            review_export.add_options,
            review_export.run,
        ),
    ):
        action = actions.add_parser(name, help=text, description=text)
        add_options(action)
        calling.add(action)
        if name != "export":  # which writes nothing else
            action.add_argument("--json", action="store_true", help="Print JSON.")
        action.set_defaults(run=run, act=act)


def run(args: argparse.Namespace) -> int:
    """Call the server and print what it says; returns the exit status."""
    return calling.call("review", args, lambda client: args.act(client, args))


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--state", choices=[*_STATES], default="open", help="Only in this state (default: open)."
    )
    parser.add_argument("--check", default="", help="Only of this check, such as numeric.")
    parser.add_argument("--code", default="", help="Only with this code, such as CLAIM_NOT_FOUND.")
    parser.add_argument(
        "--since",
        type=calling.parse_time,
        metavar="TIME",
        help="Only from this time on (ISO 8601), such as 2026-11-25 or 2026-11-25T14:00Z.",
    )
    parser.add_argument("--review", default="", metavar="ID", help="Only of this review.")
    parser.add_argument("--agent", default="", metavar="ID", help="Only of texts of this agent.")
    parser.add_argument(
        "--limit",
        type=calling.parse_count,
        default=100,
        metavar="N",
        help="Most items listed (default: 100).",
    )


def _add_decide(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="ID", help="Id of the review.")
    parser.add_argument(
        "decisions",
        nargs="+",
        metavar="ITEM=ACTION",
        help="Decision on an item: 1=keep, 2=remove, or 3=edit:TEXT to replace item 3.",
    )
    parser.add_argument(
        "--by",
        default="",
        metavar="NAME",
        help="Name of the person who decides (default: your user name).",
    )
    parser.add_argument("--comment", default="", metavar="TEXT", help="Reason for the decision.")
    parser.add_argument(
        "--revision",
        type=int,
        metavar="N",
        help="The revision that you have seen, to change decisions already made.",
    )


def _add_revision(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="ID", help="Id of the review.")


def _list(client: Client, args: argparse.Namespace) -> int:
    items: list[FlaggedItem] = []
    token, more = "", True
    while more and len(items) < args.limit:
        page = client.list_flagged(
            _STATES[args.state],
            check=args.check,
            code=args.code,
            since=args.since,
            review_id=args.review,
            agent_id=args.agent,
            page_size=min(args.limit - len(items), _MAX_PAGE),
            page_token=token,
        )
        items += page.items
        token = page.next_page_token
        more = bool(token)
    if args.json:
        calling.print_json({"items": [asdict(item) for item in items], "more": more})
        return 0
    for line in _lines(items):
        print(sanitize(line))  # the words are somebody else's
    print(f"{len(items)} flagged{', and more' if more else ''}")
    return 0


def _decide(client: Client, args: argparse.Namespace) -> int:
    decided = client.decide(
        args.review,
        [_decision(told) for told in args.decisions],
        decided_by=args.by or getpass.getuser(),
        comment=args.comment,
        expected_revision=args.revision,
    )
    if args.json:
        calling.print_json(asdict(decided))
    else:
        items = "item" if decided.open_items == 1 else "items"
        print(f"revision {decided.revision}, {decided.open_items} {items} open")
    return 0


def _revision(client: Client, args: argparse.Namespace) -> int:
    found = client.revision(args.review)
    if args.json:
        calling.print_json(asdict(found))
    else:
        sys.stdout.write(found.text)
    if not found.complete:
        missing = found.open_items + found.dropped_items
        said = "finding is" if missing == 1 else "findings are"
        print(f"verifyd review: {missing} flagged {said} not decided", file=sys.stderr)
        return INCOMPLETE
    return 0


def _lines(items: list[FlaggedItem]) -> Iterator[str]:
    """The items for people: each text, then what was flagged in it."""
    last = ""
    for item in items:
        if item.review_id != last:
            last = item.review_id
            when = item.created_at.isoformat(" ", "seconds")
            yield f"{last}  {item.decision}  {when}  request {item.request_id}"
        yield f"  {item.item_id}  {str(item.severity).lower()} {item.code}: {item.message}"
        yield f"     in: {' '.join(item.scope_text.split())}"
        if item.suggestion is not None:
            yield f"     suggestion: {item.suggestion}"
        if item.quote:
            yield f"     source: {' '.join(item.quote.split())}"
        if item.decided is not None:
            one = item.decided
            what = " ".join(filter(None, (str(one.action).lower(), one.replacement)))
            yield f"     {what} by {one.decided_by} (revision {item.revision})"


def _decision(told: str) -> ItemDecision:
    item, _, said = told.partition("=")
    word, _, replacement = said.partition(":")
    known = {action.name.lower(): action for action in ReviewAction if action.value}
    if not item.isdecimal() or word not in known or bool(replacement) != (word == "edit"):
        raise UsageError(
            "DECISION_INVALID", f"{told!r} is not one of 1=keep, 1=remove and 1=edit:TEXT"
        )
    return ItemDecision(int(item), known[word], replacement)
