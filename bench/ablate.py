"""What is each rule of context binding worth, and what does it cost?

    python -m bench.ablate --rule 'readings.*' --set reports_open --every 4

Switches rules off one at a time (``bench.rules``), judges the annotated sets again, in this
process and without a server, and tells what that moves: how many numbers got another verdict, how
recall and false alarms changed, and which share of the check's time is spent in the rule and what
it calls, by a profile with every rule on. ``--rule`` and ``--set``
take patterns of the shell; ``--every N`` takes every Nth record. A rule without which texts cannot
be judged at all is listed as needed.

Worth is the wrong numbers that are no longer caught without the rule and the right ones that are
flagged, less what is gained: a rule with little worth that costs time is one to look at. A set
tells nothing of phrasings that it does not hold.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from cProfile import Profile
from fnmatch import fnmatchcase
from itertools import product
from multiprocessing import get_context
from time import process_time
from types import CodeType, FrameType
from typing import Any, NamedTuple

from bench import records
from bench.analysts import build, plain
from bench.fit_data import tables
from bench.rules import rules
from bench.scoring import SUPPORTED, Claim, Predictions, Record, score, table
from sidecar.binding.settings import BindingSettings, NumericSettings
from sidecar.checks.base import Subject
from sidecar.checks.numeric import NumericCheck
from sidecar.model.report import NumericDetail, Verdict
from sidecar.model.text import Text

_SAID = {Verdict.SUPPORTED: SUPPORTED, Verdict.INCONCLUSIVE: "inconclusive"}
_PROCESSES = 2
_PATIENCE = 8  # times the time with every rule, before a rule counts as needed

Sets = Mapping[str, Sequence[tuple[Record, records.Metadata]]]


class Outcome(NamedTuple):
    """What became of the sets.

    Attributes:
        predictions: The claims of each record, by set.
        error: What went wrong instead, if anything did.
    """

    predictions: Mapping[str, Predictions]
    error: str = ""


class _Endless(Exception):
    """Without a rule something takes many times as long."""


def sets(patterns: Sequence[str], every: int) -> Sets:
    """The sets whose names fit, in the repository and in the folder of the yardsticks."""

    def fits(name: str) -> bool:
        return not patterns or any(fnmatchcase(name, pattern) for pattern in patterns)

    found: dict[str, Sequence[tuple[Record, records.Metadata]]] = {}
    for split in build.SPLITS:
        if fits(name := f"plain_{split}"):
            found[name] = [(_only_new(one), {}) for one in plain.build(split)[::every]]
    for dataset, split in product(build.SETS, build.SPLITS):
        if fits(name := f"{dataset}_{split}"):
            found[name] = [(one, {}) for one in build.build(split, dataset)[::every]]
    for file in records.yardsticks():
        if fits(name := file.name.split(".")[0]):
            loaded, shared = records.read(file), records.metadata(file)
            if loaded and "query_results" in loaded[0] and "spec" not in loaded[0]:
                found[name] = [(one, shared) for one in loaded[::every]]
    return found


def _only_new(record: Record) -> Record:
    """A plain answer with the numbers that its other versions do not repeat."""
    label = SUPPORTED if record["wrong"] is None else "unsupported"
    return record | {"gold": [one for one in record["gold"] if one["label"] == label]}


def judge(chosen: Sets, limit: float = 0.0) -> Outcome:
    """What the check says of the sets; ``limit`` ends it after so many seconds of work."""
    check = NumericCheck(NumericSettings(binding=BindingSettings(require_citation_first=False)))
    found: dict[str, Predictions] = {}
    before = signal.signal(signal.SIGPROF, _ended)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        for name, each in chosen.items():
            found[name] = {}
            for record, shared in each:
                text = Text(record["narrative"])
                subject = Subject(text, list(tables(record, shared)))
                claims = list(_claims(check.run(subject).detail, text))
                found[name][record["id"]] = claims
    except Exception as problem:  # whatever the absence of a rule leads to
        return Outcome({}, type(problem).__name__.lstrip("_"))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return Outcome(found)


def _ended(_signal: int, _frame: FrameType | None) -> None:
    raise _Endless


def _claims(detail: object, text: Text) -> Iterator[Claim]:
    assert isinstance(detail, NumericDetail)
    for binding in detail.bindings:
        start, end = (text.char_offset(at) for at in binding.claim.number.span)
        yield {"start": start, "end": end, "verdict": _SAID.get(binding.verdict, "flagged")}


def compare(chosen: Sets, on: Outcome, off: Outcome) -> list[dict[str, Any]]:
    """What moved: one row for all sets together, then one for each set in which anything did."""
    found = []
    for name, each in chosen.items():
        gold = [record for record, _ in each]
        with_it, without = on.predictions[name], off.predictions[name]
        moved = sum(_moved(with_it[one["id"]], without[one["id"]]) for one in gold)
        (a,), (b,) = score(gold, with_it, None)[:1], score(gold, without, None)[:1]
        counts = Counter(b.counts)
        counts.subtract(a.counts)
        found.append((name, moved, a.counts, counts))
    whole: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for _, _, before, difference in found:
        whole.update(before)
        changed.update(difference)
    moved = sum(one[1] for one in found)
    return [
        _row(*one) for one in [("all", moved, whole, changed), *found] if one[0] == "all" or one[1]
    ]


def _moved(before: Sequence[Claim], after: Sequence[Claim]) -> int:
    """How many numbers have another verdict, or are no longer, or newly, numbers."""
    a, b = ({(c["start"], c["end"]): c["verdict"] for c in claims} for claims in (before, after))
    return sum(a.get(span) != b.get(span) for span in a.keys() | b.keys())


def _row(name: str, moved: int, before: Counter[str], change: Counter[str]) -> dict[str, Any]:
    wrong, right = before["hit"] + before["miss"], before["alarm"] + before["pass"]
    return {
        "set": name,
        "moved": moved,
        "worth": change["alarm"] - change["hit"],
        "recall": round(change["hit"] / wrong, 4) if wrong else None,
        "false alarms": round(change["alarm"] / right, 4) if right else None,
    }


def ablated(chosen: Sets, names: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of each rule, what is worth most first."""
    known = rules()
    start = process_time()
    on = judge(chosen)
    limit = _PATIENCE * (process_time() - start) + 10
    spent = _profiled(chosen)
    found: list[list[dict[str, Any]]] = []
    with ProcessPoolExecutor(_PROCESSES, get_context("fork"), _begin, (chosen,)) as pool:
        jobs = {pool.submit(_off, name, limit): name for name in names}
        for done, job in enumerate(as_completed(jobs), 1):
            name, off = jobs[job], job.result()
            print(f"\r{done} of {len(jobs)} {name:60}", end="", file=sys.stderr, flush=True)
            rows = [_needed(off.error)] if off.error else compare(chosen, on, off)
            found.append([{"rule": name, **row, "time": None} for row in rows])
            if (code := known[name].code) is not None:
                found[-1][0]["time"] = round(spent.get(code, 0.0), 4)
    print(file=sys.stderr)
    found.sort(
        key=lambda rows: (rows[0]["worth"] is None, -(rows[0]["worth"] or 0), rows[0]["rule"])
    )
    return [row for rows in found for row in rows]


def _needed(error: str) -> dict[str, Any]:
    unknown = dict.fromkeys(("moved", "worth", "recall", "false alarms"))
    return {"set": f"needed: {error}", **unknown}


def _profiled(chosen: Sets) -> dict[CodeType, float]:
    """Which share of the check's time is spent in each function and in what it calls."""
    profile = Profile()
    profile.runcall(judge, chosen)
    spent = {
        entry.code: entry.totaltime
        for entry in profile.getstats()
        if isinstance(entry.code, CodeType)
    }
    whole = spent[NumericCheck.run.__code__]
    return {code: seconds / whole for code, seconds in spent.items()}


_at_hand: Sets = {}


def _begin(chosen: Sets) -> None:
    global _at_hand  # noqa: PLW0603 (what each process works on, sent once)
    _at_hand = chosen


def _off(name: str, limit: float) -> Outcome:
    with rules()[name].off():
        return judge(_at_hand, limit)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.ablate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rule", action="append", default=[], help="rules by name or pattern")
    parser.add_argument("--set", action="append", default=[], help="sets by name or pattern")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth record")
    parser.add_argument("--list", action="store_true", help="name the rules, and do nothing")
    parser.add_argument("--json", action="store_true", help="the rows as JSON")
    options = parser.parse_args(argv)
    patterns = options.rule or ["*"]
    names = [name for name in rules() if any(fnmatchcase(name, one) for one in patterns)]
    if options.list:
        print(*names, sep="\n")
        return 0
    chosen = sets(options.set, options.every)
    if not names or not chosen:
        print("no such rule, or no such set", file=sys.stderr)
        return 2
    rows = ablated(chosen, names)
    print(json.dumps(rows, indent=1) if options.json else table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
