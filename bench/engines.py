"""Today's engine and the one that is to replace it, side by side over labelled numbers.

    python -m bench.engines [--show N] [--ranker FILE] [--decision FILE] [open|held|RECORDS ...]

``open`` and ``held`` are the halves of the corpus. Prints of each engine what becomes of right and
of wrong numbers, and with ``--show`` each number on which they differ, with both reasons.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

from bench import records
from bench.analysts.build import SPLITS
from bench.corpus import build
from bench.engine.reasons import reason
from bench.fit_data import labels, tables
from bench.scoring import Record, ratio, table
from sidecar.binding.bound import Bound
from sidecar.binding.certainty import probability
from sidecar.binding.context.binder import ContextBinder
from sidecar.binding.engine.crosses import Weights
from sidecar.binding.engine.decision import Judge, Outcome
from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.texts import rank_numbers
from sidecar.binding.engine.weights import DECISION, FILE, judge_of
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalogs import catalogs
from sidecar.checks.numeric import reading
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract

_OUTCOMES = {
    Verdict.SUPPORTED: Outcome.SUPPORTED,
    Verdict.INCONCLUSIVE: Outcome.NOT_COVERED,
    Verdict.CONTRADICTED: Outcome.CONTRADICTED,
    Verdict.UNSUPPORTED: Outcome.CONTRADICTED,
}


class Fitted(NamedTuple):
    """The new engine as it is fitted."""

    ranker: Weights
    judge: Judge


class Compared(NamedTuple):
    """A labelled number, and what both engines say of it.

    Attributes:
        where: Its text, and the words around it.
        wrong: Its label.
        old, new: The outcomes.
        reasons: Of each.
        cost: Processor time of each engine on its text, in ms a number.
    """

    where: str
    wrong: bool
    old: Outcome
    new: Outcome
    reasons: tuple[str, str]
    cost: tuple[float, float]


def compare(weights: Fitted, name: str, record: Record, known: records.Metadata) -> list[Compared]:
    """What both engines say of the labelled numbers of a record."""
    settings, text = NumericSettings(), Text(record["narrative"])
    results = list(tables(record, known))
    claims = extract(text, reading(settings)).claims
    if not len(claims):
        return []
    started = process_time()
    binder = ContextBinder(settings, text, results, Detail.BINDINGS)
    old = list(binder.bind(claims))
    between = process_time()
    evidence = Evidence(catalogs(results))
    ranked = rank_numbers(text, claims, evidence, weights.ranker, settings)
    new = [weights.judge.decide(one.ranked, one.target, evidence) for one in ranked]
    took = (between - started, process_time() - between)
    cost = (1000 * took[0] / len(claims), 1000 * took[1] / len(claims))
    found = []
    for place, (claim, bound) in enumerate(zip(claims, old, strict=True)):
        label = labels(record, text, claim.number)
        if len(label) == 1 and label & {"supported", "unsupported"}:
            start, end = (text.char_offset(at) for at in claim.number.span)
            whole = record["narrative"]
            where = f"{name}/{record['id']}: {whole[max(0, start - 70) : start]!r}"
            where += f" [[{whole[start:end]}]] {whole[end : end + 40]!r}"
            reasons = (_reason(bound), reason(ranked[place], new[place], evidence))
            found.append(
                Compared(
                    where, label == {"unsupported"}, _OUTCOMES[bound.binding.verdict],
                    new[place].outcome, reasons, cost,
                )
            )  # fmt: skip
    return found


def _reason(bound: Bound) -> str:
    shown = bound.binding.reading
    what = "no reading" if shown is None else f"{shown.formula or shown.location} = {shown.value}"
    doubt = "" if bound.doubt is None else f", wrong by {probability(bound.doubt):.2f}"
    return f"{bound.binding.verdict.name} {' '.join(bound.codes)} {what}{doubt}"


def figures(found: Sequence[Compared]) -> list[dict[str, object]]:
    """A row for each engine."""
    rows = []
    for at, name in enumerate(("today", "new")):
        counts = Counter((one.wrong, (one.old, one.new)[at]) for one in found)
        right = sum(n for (wrong, _), n in counts.items() if not wrong)
        wrong_ = sum(n for (wrong, _), n in counts.items() if wrong)
        row: dict[str, object] = {"engine": name, "right": right}
        for outcome in Outcome:
            row[f"right {outcome.value}"] = ratio(counts[False, outcome], right)
        row["wrong"] = wrong_
        for outcome in Outcome:
            row[f"wrong {outcome.value}"] = ratio(counts[True, outcome], wrong_)
        row["ms a number"] = round(sum(one.cost[at] for one in found) / max(1, len(found)), 2)
        rows.append(row)
    return rows


def differing(found: Iterable[Compared]) -> Iterator[str]:
    """Each number on which the engines differ, with both reasons."""
    for one in found:
        if one.old is not one.new:
            label = "wrong" if one.wrong else "right"
            yield f"{label} {one.where}\n  today  {one.reasons[0]}\n  new    {one.reasons[1]}\n"


def read(name: str) -> list[tuple[str, Record, records.Metadata]]:
    """The records of a half of the corpus, or of a file."""
    if name in SPLITS:
        return [(name, record, {}) for record in build.build(name)]
    file = Path(name)
    known = records.metadata(file)
    return [(file.name.partition(".")[0], record, known) for record in records.read(file)]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.engines", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("sets", nargs="*", default=["open"])
    parser.add_argument("--ranker", type=Path, default=FILE, help="weights of the ranker, JSON")
    parser.add_argument("--decision", type=Path, default=DECISION, help="of the verdict")
    parser.add_argument("--show", type=int, default=0, help="differences to list")
    parser.add_argument("--every", type=int, default=1, help="of the records, each n-th")
    options = parser.parse_args(argv)
    ranker, judge = (json.loads(f.read_text()) for f in (options.ranker, options.decision))
    weights = Fitted(Weights(ranker), judge_of(judge))
    for name in options.sets:
        jobs = read(name)[:: options.every]
        with ProcessPoolExecutor(2) as pool:
            each = pool.map(partial(compare, weights), *zip(*jobs, strict=True), chunksize=8)
            found = [one for compared in each for one in compared]
        print(f"\n{name}\n{table(figures(found))}")
        lines = list(differing(found))
        print(*lines[:: max(1, len(lines) // max(1, options.show))][: options.show], sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
