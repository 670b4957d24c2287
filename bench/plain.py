"""How plain answers fare under the settings that ship: what is held, caught and released.

    python -m bench.plain            both halves of tests/yardsticks/plain, through a real server
    python -m bench.plain open --show      also each right number with a finding, each wrong one
                                     without an error
    python -m bench.plain held --corpus    the same of the corpus (bench/corpus)

Every check runs that the evidence allows. A number has the worst severity of the findings that
overlap it; a wrong number without a warning or an error is silent. Numbers that are
only not covered by the data are counted apart, and among the caught wrong ones.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from verifyd import Action, Client, Finding, Report, Severity, Verdict

from bench import records, repairs
from bench.analysts import plain
from bench.analysts.build import SPLITS
from bench.corpus import build as corpus
from bench.floors import MeasuredFloor
from bench.scoring import Record, ratio, table
from sidecar.model.why import UNCOVERED

_IN_FLIGHT = 4
_NAMES = {Severity.ERROR: "error", Severity.WARNING: "warning"}
"""Worst first."""


class PlainJudgement(NamedTuple):
    """An answer, and what the server says of it."""

    record: Record
    report: Report

    def worst(self, item: Record) -> str:
        """The worst severity of the findings at a number; "" where none is more than a note."""
        found = {finding.severity for finding in self.at(item)}
        return next((name for severity, name in _NAMES.items() if severity in found), "")

    def is_uncovered(self, item: Record) -> bool:
        """Whether all that is worth a warning at a number is that it is not covered."""
        found = {f.code for f in self.at(item) if f.severity in _NAMES}
        return found == {UNCOVERED}

    def at(self, item: Record) -> list[Finding]:
        """The findings that overlap a number."""
        return [
            finding
            for finding in self.report.findings
            if finding.span.start < item["end"] and item["start"] < finding.span.end
        ]

    def is_open(self, item: Record) -> bool:
        """Whether a number has no finding worth a warning, and is not supported either."""
        return not self.worst(item) and any(
            binding.verdict is Verdict.INCONCLUSIVE
            and binding.claim.span.start < item["end"]
            and item["start"] < binding.claim.span.end
            for binding in self.report.bindings
        )

    def numbers(self, label: str) -> Iterator[Record]:
        """The numbers of one label that claim something."""
        for item in self.record["gold"]:
            claims = item["kind"] == "number" and item["scored"]
            if claims and item["label"] == label:
                yield item


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.plain", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("halves", nargs="*", choices=[*SPLITS, []], help="default: both")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    parser.add_argument("--corpus", action="store_true", help="answers of tests/yardsticks/corpus")
    options = parser.parse_args(argv)
    build = corpus.build if options.corpus else plain.build
    found = halves(options.halves or SPLITS, build)
    if options.show:
        print(*(line for judged in found.values() for line in show_faults(judged)), sep="\n")
    print(table([{"half": half, **figures(judged)} for half, judged in found.items()]))
    for half, judged in found.items():
        print(repairs.line(repairs.figures(repaired(judged), f"plain_{half}")))
    return 0


def halves(
    names: Iterable[str], build: Callable[[str], list[Record]] = plain.build
) -> dict[str, list[PlainJudgement]]:
    """What a server with the settings that ship says of these halves."""
    with Client.local(timeout=60) as client:
        return {half: judge(client, build(half)) for half in names}


def judge(client: Client, answers: Sequence[Record]) -> list[PlainJudgement]:
    """What a server says of some answers."""

    def verify(record: Record) -> PlainJudgement:
        report = client.verify(record["narrative"], records.results(record, {}))
        for failure in filter(None, (check.failure for check in report.checks)):
            raise RuntimeError(f"{record['id']}: {failure.reason}: {failure.message}")
        return PlainJudgement(record, report)

    with ThreadPoolExecutor(_IN_FLIGHT) as pool:
        return list(pool.map(verify, answers))


def counted(judged: Iterable[PlainJudgement]) -> Counter[str]:
    """How many texts, claims and numbers there are of each sort."""
    counts: Counter[str] = Counter()
    for one in judged:
        if one.record["wrong"] is None:
            counts["texts"] += 1
            counts["held"] += one.report.action is Action.HOLD
            counts["claims"] += len(one.report.bindings)
            counts["matched"] += sum(binding.matched for binding in one.report.bindings)
            counts.update(f"right {one.worst(item)}" for item in one.numbers("supported"))
            counts["right open"] += sum(map(one.is_open, one.numbers("supported")))
            counts["right uncovered"] += sum(map(one.is_uncovered, one.numbers("supported")))
        else:
            counts.update(f"wrong {one.worst(item)}" for item in one.numbers("unsupported"))
            counts["wrong uncovered"] += sum(map(one.is_uncovered, one.numbers("unsupported")))
    for label in ("right", "wrong"):
        counts[f"{label} flagged"] = counts[f"{label} error"] + counts[f"{label} warning"]
        counts[label] = counts[f"{label} "] + counts[f"{label} flagged"]
    return counts


def measured(half: str, judged: Sequence[PlainJudgement]) -> MeasuredFloor:
    """The measures that all sets have: a number is flagged that has an error or a warning.

    One that is not covered is inconclusive.
    """
    counts = counted(judged)
    hit = counts["wrong flagged"] - counts["wrong uncovered"]
    alarm = counts["right flagged"] - counts["right uncovered"]
    return MeasuredFloor(
        f"plain_{half}",
        len(judged),
        ratio(hit, hit + alarm),
        ratio(hit, counts["wrong"]),
        ratio(alarm, counts["right"]),
        ratio(counts["right open"] + counts["right uncovered"], counts["right"]),
    )


def figures(judged: Iterable[PlainJudgement]) -> dict[str, object]:
    """The measures of plain answers alone, as shares of three digits."""
    counts = counted(judged)
    right, wrong = counts["right"], counts["wrong"]
    return {
        "right texts": counts["texts"],
        "held": ratio(counts["held"], counts["texts"]),
        "right numbers": right,
        "error": ratio(counts["right error"], right),
        "warning": ratio(counts["right warning"] - counts["right uncovered"], right),
        "not covered": ratio(counts["right uncovered"], right),
        "claims matched": ratio(counts["matched"], counts["claims"]),
        "wrong numbers": wrong,
        "caught": ratio(counts["wrong flagged"], wrong),
        "as error": ratio(counts["wrong error"], wrong),
        "wrong not covered": ratio(counts["wrong uncovered"], wrong),
        "silent": ratio(counts["wrong "], wrong),
    }


def repaired(judged: Iterable[PlainJudgement]) -> Iterator[repairs.Repaired]:
    """The numbers that have an error or a warning, with what is offered in their place."""
    for one in judged:
        wrong = one.record["wrong"] is not None
        for item in one.numbers("unsupported" if wrong else "supported"):
            if one.worst(item):
                offers = (f.repair.replacement for f in one.at(item) if f.repair is not None)
                right = item["right"] if wrong else item["text"]
                yield repairs.Repaired(wrong, right, next(offers, ""))


def show_faults(judged: Iterable[PlainJudgement]) -> Iterator[str]:
    """Each right number with a finding, and each wrong one without an error."""
    for one in judged:
        right = one.record["wrong"] is None
        for item in one.numbers("supported" if right else "unsupported"):
            worst = one.worst(item)
            if (worst == "") is right or (worst == "error" and not right):
                continue
            text, start, end = one.record["narrative"], item["start"], item["end"]
            near = f"{text[max(0, start - 60) : start]}[{text[start:end]}]{text[end : end + 40]}"
            told = [finding.code for finding in one.at(item)]
            label = "right" if right else f"wrong ({one.record['error']})"
            yield f"{one.record['id']}: {label} {worst or 'silent'} {told} …{near!r}"


if __name__ == "__main__":
    sys.exit(main())
