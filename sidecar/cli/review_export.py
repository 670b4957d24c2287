"""``verifyd review export``: decided findings as labelled records, in the form of yardsticks.

Findings of ``numeric`` make one record of each text, whose gold items are the numbers that were
flagged; findings of ``claims`` make one record of each claim. Evidence is not in the store: a
record names it by its digest and by the id of the request.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

from verifyd import Client, FlaggedItem, ReviewAction, ReviewState, Verdict

from sidecar.cli import calling
from sidecar.cli.terminal import UsageError

Record = dict[str, Any]

_PAGE = 1000
_LABELS = {True: "unsupported", False: "supported"}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what says which findings are exported, and where to."""
    parser.add_argument(
        "--check",
        choices=("numeric", "claims"),
        default="numeric",
        help="Export numbers, a text a record, or claims, a claim a record (default: numeric).",
    )
    parser.add_argument(
        "--since",
        type=calling.parse_time,
        metavar="TIME",
        help="Only texts verified from this time on (ISO 8601), such as 2026-11-25.",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="File to write (default: standard output)."
    )


def run(client: Client, args: argparse.Namespace) -> int:
    """Write a line of JSON for each record."""
    make = make_number_records if args.check == "numeric" else make_claim_records
    records = labels = 0
    try:
        with _opened(args.output) as file:
            for items in _reviews(_items(client, args)):
                if not any(item.decided for item in items):
                    continue
                for record in make(_text(client, items[0]), items):
                    json.dump(record, file, ensure_ascii=False)
                    file.write("\n")
                    records += 1
                    labels += sum(one["scored"] for one in record["gold"])
    except OSError as error:
        if args.output is None:
            raise
        told = f"cannot write {args.output}: {error.strerror}"
        raise UsageError("FILE_UNWRITABLE", told) from None
    print(f"{records} records with {labels} labels", file=sys.stderr)
    return 0


def make_number_records(text: str, items: Sequence[FlaggedItem]) -> Iterator[Record]:
    """The record of a text: the numbers of it that were flagged."""
    places = groupby(sorted(items, key=_place), attrgetter("byte_span"))
    telling = [max(same, key=_weight) for _, same in places]
    first = items[0]
    yield {
        "id": first.review_id,
        **_origin(first),
        "annotators": min(len(_votes(item)) for item in telling if item.decided),
        "narrative": text,
        "query_results": [],
        "gold": [_number(text.encode(), item) for item in telling],
    }


def make_claim_records(text: str, items: Sequence[FlaggedItem]) -> Iterator[Record]:
    """A record of each claim that somebody has decided."""
    for item in items:
        if not _is_clear(item):
            continue
        claim = text.encode()[slice(*item.byte_span)].decode()
        gold = {"start": 0, "end": len(claim), "text": claim, "kind": "statement"}
        yield {
            "id": f"{item.review_id}-{item.item_id}",
            **_origin(item),
            "annotators": len(_votes(item)),
            "narrative": claim,
            "source_id": item.details.get("source_id", ""),
            "url": item.details.get("url", ""),
            "quote": item.quote,
            "gold": [gold | _label(item)],
        }


def _items(client: Client, args: argparse.Namespace) -> Iterator[FlaggedItem]:
    token, more = "", True
    while more:
        page = client.list_flagged(
            ReviewState.ALL, check=args.check, since=args.since, page_size=_PAGE, page_token=token
        )
        yield from page.items
        token = page.next_page_token
        more = bool(token)


def _reviews(items: Iterable[FlaggedItem]) -> Iterator[list[FlaggedItem]]:
    """The items of each review: a list has them one after the other."""
    for _, same in groupby(items, attrgetter("review_id")):
        yield [*same]


def _text(client: Client, item: FlaggedItem) -> str:
    """The text that an item is of, as it was verified."""
    text = client.revision(item.review_id, original=True).original_text
    if hashlib.sha256(text.encode()).hexdigest() != item.text_digest:
        raise UsageError("TEXT_MISSING", f"the server gives no text of review {item.review_id}")
    return text


def _opened(path: Path | None) -> Any:
    return nullcontext(sys.stdout) if path is None else path.open("w", encoding="utf-8")


def _origin(item: FlaggedItem) -> Record:
    return {
        "dataset": "reviews",
        "split": "dev",
        "request_id": item.request_id,
        "evidence_digest": item.evidence_digest,
    }


def _number(data: bytes, item: FlaggedItem) -> Record:
    """A gold item; its place counts characters."""
    start, end = (len(data[:at].decode()) for at in item.byte_span)
    words = data[slice(*item.byte_span)].decode()
    form = "digit" if any(map(str.isdigit, words)) else "word"
    gold = {"start": start, "end": end, "text": words, "kind": "number", "form": form}
    return gold | {"tight": True} | _label(item)


def _label(item: FlaggedItem) -> Record:
    """What people say of a finding."""
    label: Record = {"category": item.code, "scored": _is_clear(item)}
    if item.decided is None:
        return label | {"label": "open"}
    votes = _votes(item)
    label |= {"label": _LABELS[_changes(item.decided.action)], "votes": [sum(votes), len(votes)]}
    if item.decided.action is ReviewAction.EDIT:
        label["correction"] = item.decided.replacement
    if item.model:
        label["model"] = item.model
    if item.confidence is not None:
        label["confidence"] = item.confidence
    return label


def _is_clear(item: FlaggedItem) -> bool:
    """Whether it is decided, and of a finding that is right or wrong."""
    return item.decided is not None and item.verdict is not Verdict.INCONCLUSIVE


def _votes(item: FlaggedItem) -> list[bool]:
    """Whether each person who decided it, by their last decision, changed the text."""
    return [*{one.decided_by: _changes(one.action) for one in item.history}.values()]


def _changes(action: ReviewAction) -> bool:
    return action is not ReviewAction.KEEP


def _weight(item: FlaggedItem) -> tuple[bool, bool, bool]:
    """Which of several findings of one place tells most: a change before another decision."""
    decided = item.decided
    return _is_clear(item), decided is not None, decided is not None and _changes(decided.action)


def _place(item: FlaggedItem) -> tuple[int, int]:
    return item.byte_span.start, item.byte_span.end
