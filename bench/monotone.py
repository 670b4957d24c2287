"""Is a text ever judged milder because more of it is wrong?

    python -m bench.monotone [--texts 40] [--steps 4] [--seed 1] [--preset P] [--show] [FILE ...]

Takes texts of the open yardsticks, plain statements about generated tables, and records of files,
and makes their right numbers wrong one after the other, by other digits. After each step no
finding at any other number, no decision and no action may be milder than before. Prints for each
set how often one was; a milder decision or action makes the command fail.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from verifyd import Action, Client, Decision, Finding, QueryResult, Report, Severity

from bench import invented, records
from bench.analysts import build, plain
from bench.scoring import Record, table
from sidecar.binding.settings import BindingSettings
from sidecar.checks.number_findings import NUMBERS_UNSUPPORTED as OF_TEXT

_FORMS = ("digit", None)
_WORST = (Decision.PASS, Decision.WARN, Decision.UNVERIFIED, Decision.FAIL)
_OPEN = "open"


class MonotoneCase(NamedTuple):
    """A text whose numbers are known.

    Attributes:
        dataset: The set that it is of.
        text: The text.
        results: Its query results.
        right: Where its right numbers stand, in code points.
    """

    dataset: str
    text: str
    results: Sequence[QueryResult]
    right: Sequence[tuple[int, int]]


class Milder(NamedTuple):
    """What was judged milder after a step.

    Attributes:
        dataset: The set of the text.
        what: "finding", "decision" or "action".
        where: The number at which it was; "" of the whole text.
        before: The text before.
        after: The text after.
    """

    dataset: str
    what: str
    where: str
    before: str
    after: str


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.monotone", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="*", type=Path, help="files of annotated records besides")
    parser.add_argument("--texts", type=int, default=40, metavar="N", help="of each set")
    parser.add_argument("--steps", type=int, default=4, metavar="N", help="numbers made wrong")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", default=BindingSettings().preset)
    parser.add_argument("--show", action="store_true", help="print what was judged milder")
    options = parser.parse_args(argv)
    settings = {"numeric": {"binding": {"preset": options.preset}}}
    steps: Counter[str] = Counter()
    found: list[Milder] = []
    random = Random(f"monotone/{options.seed}")
    with Client.local(settings=settings, timeout=60) as client:
        for case in cases(options.texts, options.files, random):
            for some in chain(client, case, options.steps, random):
                steps[case.dataset] += 1
                found += some
    if options.show:
        for one in found:
            print(
                f"\n{one.dataset}: milder {one.what} {one.where}\n  {one.before!r}\n  {one.after!r}"
            )
    print(table(rows(steps, found)))
    return 1 if any(one.what != "finding" for one in found) else 0


def rows(steps: Counter[str], found: Sequence[Milder]) -> list[dict[str, object]]:
    """How many steps of each set made something milder."""
    counts = Counter((one.dataset, one.what) for one in found)
    kinds = ("finding", "decision", "action")
    return [
        {"set": name, "steps": count, **{kind: counts[name, kind] for kind in kinds}}
        for name, count in steps.items()
    ]


def cases(texts: int, files: Sequence[Path], random: Random) -> Iterator[MonotoneCase]:
    """So many texts of each set."""
    sets = {"plain": [one for one in plain.build(_OPEN) if one["wrong"] is None]}
    sets |= {name: build.build(_OPEN, name) for name in build.SETS}
    for name, some in sets.items():
        for record in random.sample(some, min(texts, len(some))):
            yield _of_record(name, record, {})
    for file in files:
        loaded, shared = records.read(file), records.metadata(file)
        for record in random.sample(loaded, min(texts, len(loaded))):
            yield _of_record(file.name.split(".")[0], record, shared)
    for scene in invented.scenes(texts, 6, random.randrange(1000)):
        yield MonotoneCase("generated", scene.text(0), [invented.result(scene)], [*scene.spans(0)])


def chain(client: Client, case: MonotoneCase, steps: int, random: Random) -> Iterator[list[Milder]]:
    """What is milder after each of some steps, in which one number more is made wrong."""
    handles = [client.put(result) for result in case.results]
    text, before = case.text, client.verify(case.text, handles=handles)
    for start, end in random.sample(case.right, min(steps, len(case.right))):
        changed = f"{text[:start]}{_other(text[start:end], random)}{text[end:]}"
        after = client.verify(changed, handles=handles)
        others = [span for span in case.right if span != (start, end)]
        yield list(_milder(case.dataset, (text, changed), (before, after), others))
        text, before = changed, after


def _milder(
    dataset: str,
    texts: tuple[str, str],
    reports: tuple[Report, Report],
    spans: Sequence[tuple[int, int]],
) -> Iterator[Milder]:
    before, after = reports
    for start, end in spans:
        if worst(after, start, end) < worst(before, start, end):
            yield Milder(dataset, "finding", texts[0][start:end], *texts)
    if _WORST.index(after.decision) < _WORST.index(before.decision):
        yield Milder(dataset, "decision", "", *texts)
    if before.action is Action.HOLD and after.action is not Action.HOLD:
        yield Milder(dataset, "action", "", *texts)


def worst(report: Report, start: int, end: int) -> int:
    """The worst severity of the findings at a number, or at the name that it is stated of."""
    own = [f for f in report.findings if f.code != OF_TEXT]
    found = [f for f in own if f.span.start < end and start < f.span.end]
    found += [f for f in report.findings if _is_name(f, report)]
    return max((_RANK[f.severity] for f in found), default=0)


_RANK = {Severity.INFO: 1, Severity.WARNING: 2, Severity.ERROR: 3}


def _is_name(finding: Finding, report: Report) -> bool:
    """Whether a finding blames a name for the numbers that are stated of it."""
    span, numbers = finding.span, (one.claim.span for one in report.bindings)
    return finding.code == "WRONG_ROW" and not any(
        span.start < other.end and other.start < span.end for other in numbers
    )


def _of_record(name: str, record: Record, shared: records.Metadata) -> MonotoneCase:
    right = [
        (item["start"], item["end"])
        for item in record["gold"]
        if item["kind"] == "number"
        and item["label"] == "supported"
        and item.get("scored", True)
        and item.get("form") in _FORMS
        and any(map(str.isdigit, record["narrative"][item["start"] : item["end"]]))
    ]
    return MonotoneCase(name, record["narrative"], records.results(record, shared), right)


def _other(written: str, random: Random) -> str:
    """The same number with other digits, as many of them, the first one not 0."""
    made = written
    while made == written:
        made = "".join(
            random.choice("123456789") if letter in "123456789" else letter for letter in written
        )
    return made


if __name__ == "__main__":
    sys.exit(main())
