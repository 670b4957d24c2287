"""How often does the consistency check find fault with texts whose numbers are all right?

    python -m bench.consistency [RECORDS.jsonl.gz ...] [--show]

Without files: every set of the folder that VERIFYD_YARDSTICKS names. A text counts as right
where its annotators marked none of its numbers wrong, a statement where its label is that it is
supported. The table gives, for each set, such texts, those among them with a finding of severity
error, their share, and the same for all texts; ``--show`` prints each false finding. The command
fails where a set has a higher share than BAR.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench import records
from bench.scoring import SUPPORTED, Record, table
from sidecar.checks import CheckSubject
from sidecar.checks.consistency import ConsistencyCheck
from sidecar.consistency.settings import ConsistencySettings
from sidecar.model.report import Finding, Findings, Severity
from sidecar.model.text import Text

BAR = 0.02


class ConsistencyTally(NamedTuple):
    """What a set came to.

    Attributes:
        right: Texts whose numbers are all right.
        false: Findings in those, one list a text that has any.
        texts: All texts.
        found: How many of those have a finding.
        sums: How many sums were tried in all texts.
    """

    right: int
    false: list[tuple[str, list[Finding]]]
    texts: int
    found: int
    sums: int

    @property
    def share(self) -> float:
        """Right texts with a finding, over right texts."""
        return len(self.false) / self.right if self.right else 0.0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.consistency", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("records", nargs="*", type=Path, help="files of annotated records")
    parser.add_argument("--show", action="store_true", help="print each false finding")
    options = parser.parse_args(argv)
    files = options.records or records.yardsticks()
    if not files:
        print(f"no records: name a file, or set {records.FOLDER_VARIABLE}; nothing was measured")
        return 0
    rows, worst = [], 0.0
    for file in files:
        loaded = records.read(file)
        if not _is_judged(loaded):
            print(f"{file.name}: no texts about query results, left out")
            continue
        tally = measure(loaded)
        rows.append(_row(file, tally))
        worst = max(worst, tally.share)
        if options.show:
            print("\n".join(_shown(tally)))
    print(table(rows))
    return 1 if worst > BAR else 0


def measure(loaded: Sequence[Record]) -> ConsistencyTally:
    """The findings of severity error in the texts of a set."""
    check = ConsistencyCheck(ConsistencySettings())
    right = found = sums = 0
    false: list[tuple[str, list[Finding]]] = []
    for record in loaded:
        outcome: Findings = check.run(CheckSubject(Text(record["narrative"])))
        errors = [f for f in outcome.findings if f.severity in (None, Severity.ERROR)]
        sums += outcome.judged
        found += bool(errors)
        if _is_right(record):
            right += 1
            if errors:
                false.append((record["narrative"], errors))
    return ConsistencyTally(right, false, len(loaded), found, sums)


def _is_judged(loaded: Sequence[Record]) -> bool:
    return bool(loaded) and "narrative" in loaded[0] and bool(loaded[0].get("query_results"))


def _is_right(record: Record) -> bool:
    kinds = ("number", "statement")
    return all(gold["label"] == SUPPORTED for gold in record["gold"] if gold["kind"] in kinds)


def _row(file: Path, tally: ConsistencyTally) -> dict[str, object]:
    return {
        "set": file.name.split(".")[0],
        "right texts": tally.right,
        "with a finding": len(tally.false),
        "share": f"{tally.share:.2%}",
        "all texts": tally.texts,
        "found in all": tally.found,
        "sums tried": tally.sums,
    }


def _shown(tally: ConsistencyTally) -> Iterator[str]:
    for narrative, findings in tally.false:
        for finding in findings:
            place = narrative.encode()[max(0, finding.span.start - 150) : finding.span.end + 60]
            yield f"{finding.details['math_check']}: {finding.message}"
            yield f"    …{place.decode(errors='ignore')}…"


if __name__ == "__main__":
    sys.exit(main())
