"""What decisions say about the checks, in tables of words: for the command and for the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from verifyd.agreement import Agreement, AgreementCounts, AgreementGroup, Calibration, HoldingEffect

_COUNTS = ("agreed", "as repaired", "false alarms", "open", "agreement", "95 % interval")
_EFFECT = ("held right", "held wrong", "released right", "released wrong", "open")


class AgreementTable(NamedTuple):
    """A table.

    Attributes:
        title: What it is called.
        head: Of its columns.
        rows: As many words each.
        note: What is left out of it.
        source: What its rows are of, where that can be drawn.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    source: Sequence[AgreementGroup] | Calibration | None = None


def describe_decisions(found: Agreement) -> str:
    """How many decisions were read, and whether that is all of them."""
    more = "; older texts were not read" if found.truncated else ""
    return f"{found.decisions:,} decision{'' if found.decisions == 1 else 's'}{more}"


def tabulate(found: Agreement) -> Iterator[AgreementTable]:
    """Everything, a table after the other; those without rows are left out."""
    return (table for table in _list_tables(found) if table.rows)


def _list_tables(found: Agreement) -> Iterator[AgreementTable]:
    rows = [
        ("the text is wrong", *_counts(found.settled)),
        ("left open by the check", *_counts(found.left_open)),
    ]
    yield AgreementTable("All findings", ("findings", *_COUNTS), rows)
    rows = [(one.check, one.code, one.model or "-", *_counts(one.counts)) for one in found.groups]
    head = ("check", "code", "model", *_COUNTS)
    yield AgreementTable("By check, code and model", head, rows, source=found.groups)
    yield _pairs(found)
    for one in found.calibrations:
        yield _calibration(one)
    for sweep in found.thresholds:
        # Of values that do the same, the first one.
        changing = (next(same) for _, same in groupby(sweep.effects, attrgetter("effect")))
        rows = [(f"{one.threshold:g}", *_effect(one.effect)) for one in changing]
        yield AgreementTable(f"With another {sweep.setting}", ("from", *_EFFECT), rows)
    rows = [
        (f"{one.check} {one.code}", severity, *_effect(effect))
        for one in found.severities
        for severity, effect in (
            ("unchanged", one.unchanged),
            ("error", one.as_error),
            ("warning", one.as_warning),
        )
    ]
    yield AgreementTable("With another severity", ("code", "severity", *_EFFECT), rows)


def format_share(counts: AgreementCounts) -> tuple[str, str]:
    """The share that people agreed with and its interval; dashes where nothing is decided."""
    share = counts.share
    if share is None:
        return "-", "-"
    return f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _counts(counts: AgreementCounts) -> tuple[str, ...]:
    numbers = (counts.agreed, counts.repaired, counts.false_alarms, counts.open)
    return (*map(str, numbers), *format_share(counts))


def _pairs(found: Agreement) -> AgreementTable:
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
    note = f"and {found.more_pairs} more pairs" if found.more_pairs else ""
    return AgreementTable("People who decided the same findings", head, rows, note)


def _calibration(one: Calibration) -> AgreementTable:
    model = f" {one.model}" if one.model else ""
    brier = "" if one.brier is None else f"Brier score {one.brier:.3f}, "
    rows = [
        (
            f"{each.low:.1f} to {each.high:.1f}",
            str(each.items),
            f"{each.mean_confidence:.2f}",
            f"{each.share_held:.2f}",
        )
        for each in one.bins
    ]
    return AgreementTable(
        f"Confidence of {one.check}{model}: {brier}{one.with_confidence} findings with"
        f" confidence, {one.without_confidence} without",
        ("confidence", "findings", "mean confidence", "verdict held"),
        rows,
        source=one,
    )


def _effect(effect: HoldingEffect) -> tuple[str, ...]:
    decided = (effect.held_right, effect.held_wrong, effect.released_right, effect.released_wrong)
    return (*map(str, decided), f"{effect.held_open} held, {effect.released_open} released")
