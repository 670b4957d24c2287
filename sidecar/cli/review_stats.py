"""``verifyd review stats``: what the decisions of people say about the checks."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter

from verifyd import Agreement, Client
from verifyd.agreement import AgreementCounts, HoldingEffect

from sidecar.cli import calling
from sidecar.reports.quoting import sanitize

_EFFECT = ("held right", "held wrong", "released right", "released wrong", "open")


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
    """Everything for people, a part after the other."""
    more = "; older texts were not read" if found.truncated else ""
    yield f"{found.decisions} decisions{more}"
    yield ""
    yield from _tabulate(
        ("findings", *_COUNTS),
        [
            ("the text is wrong", *_counts(found.settled)),
            ("left open by the check", *_counts(found.left_open)),
        ],
    )
    yield from _describe_groups(found)
    yield from _describe_pairs(found)
    yield from _describe_calibrations(found)
    yield from _describe_effects(found)


_COUNTS = ("agreed", "as repaired", "false alarms", "open", "agreement", "95 % interval")


def _counts(counts: AgreementCounts) -> tuple[str, ...]:
    numbers = map(str, (counts.agreed, counts.repaired, counts.false_alarms, counts.open))
    share = counts.share
    if share is None:
        return (*numbers, "-", "-")
    return (*numbers, f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}")


def _describe_groups(found: Agreement) -> Iterator[str]:
    rows = [(one.check, one.code, one.model or "-", *_counts(one.counts)) for one in found.groups]
    yield from _part("By check, code and model", ("check", "code", "model", *_COUNTS), rows)


def _describe_pairs(found: Agreement) -> Iterator[str]:
    rows = [
        (
            f"{one.first}, {one.second}",
            str(one.items),
            str(one.same),
            "undefined: one answer to all" if one.kappa is None else f"{one.kappa:.2f}",
        )
        for one in found.pairs
    ]
    head = ("people", "both decided", "same", "Cohen's kappa")
    yield from _part("People who decided the same findings", head, rows)
    if found.more_pairs:
        yield f"and {found.more_pairs} more pairs"


def _describe_calibrations(found: Agreement) -> Iterator[str]:
    for one in found.calibrations:
        model = f" {one.model}" if one.model else ""
        brier = "" if one.brier is None else f"Brier score {one.brier:.3f}, "
        yield from _part(
            f"Confidence of {one.check}{model}: {brier}{one.with_confidence} findings with"
            f" confidence, {one.without_confidence} without",
            ("confidence", "findings", "mean confidence", "verdict held"),
            [
                (
                    f"{each.low:.1f} to {each.high:.1f}",
                    str(each.items),
                    f"{each.mean_confidence:.2f}",
                    f"{each.share_held:.2f}",
                )
                for each in one.bins
            ],
        )


def _describe_effects(found: Agreement) -> Iterator[str]:
    for sweep in found.thresholds:
        # Of values that do the same, the first one.
        changing = (next(same) for _, same in groupby(sweep.effects, attrgetter("effect")))
        rows = [(f"{one.threshold:g}", *_effect(one.effect)) for one in changing]
        yield from _part(f"With another {sweep.setting}", ("from", *_EFFECT), rows)
    rows = [
        (f"{one.check} {one.code}", severity, *_effect(effect))
        for one in found.severities
        for severity, effect in (
            ("unchanged", one.unchanged),
            ("error", one.as_error),
            ("warning", one.as_warning),
        )
    ]
    yield from _part("With another severity", ("code", "severity", *_EFFECT), rows)


def _effect(effect: HoldingEffect) -> tuple[str, ...]:
    decided = (effect.held_right, effect.held_wrong, effect.released_right, effect.released_wrong)
    return (*map(str, decided), f"{effect.held_open} held, {effect.released_open} released")


def _part(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table under its title; nothing without rows."""
    if rows:
        yield ""
        yield title
        yield from _tabulate(head, rows)


def _tabulate(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
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
