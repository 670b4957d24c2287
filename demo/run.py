"""The demo: real tables, a narrative with planted mistakes, a real sidecar on a socket.

Start it with ``make demo``. It fails when a planted mistake is not named, or a right number is.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import annotated_game
import duckdb
import yaml
from verifyd import Client, Column, QueryResult, Report
from verifyd.enums import Severity

from sidecar.evidence import kernels
from sidecar.model.text import Text
from sidecar.reports.summary import Summary
from sidecar.reports.text import underline

HERE = Path(__file__).parent
TABLES = ("europe", "continents")

# What is wrong in narrative.md on purpose; README.md beside this file says what the tables hold.
PLANTED = ("64.8 million", "3.02 million", "$25,390", "$33,860", "12.9 %")


def main() -> int:
    """Run the demo; returns the exit status."""
    started = time.perf_counter()

    def clock(message: str) -> None:
        print(f"[{time.perf_counter() - started:5.2f} s] {message}")

    if kernels.are_missing():
        clock(kernels.NOTICE)
    with Client.local() as client:
        clock("a sidecar listens on a Unix socket")
        handles = []
        for name in TABLES:
            handles.append(client.put(_query(name)))
            clock(f"uploaded in advance: the query result {name!r}")
        narrative = (HERE / "narrative.md").read_text("utf-8")
        report = client.verify(narrative, handles=handles)
        clock(f"verified {report.claims_total} numbers, in {annotated_game.milliseconds(report)}\n")
        print("\n\n".join([*_findings(report), _summary(report)]))
        surprises = _compare(report)
        folder = os.environ.get("VERIFYD_YARDSTICKS")
        if folder:
            print()
            clock("one annotated basketball game:\n")
            annotated_game.show(client, Path(folder))
    print()
    clock("done" if not surprises else f"not as it should be: {', '.join(surprises)}")
    return 1 if surprises else 0


def _query(name: str) -> QueryResult:
    """What an agent does: query a database, and say what it knows of the columns."""
    described: dict[str, Any] = yaml.safe_load((HERE / "columns.yaml").read_text("utf-8"))[name]
    columns = [Column(key, **said) for key, said in described.items() if isinstance(said, dict)]
    about: dict[str, Any] = {key: said for key, said in described.items() if isinstance(said, str)}
    return QueryResult(name, duckdb.read_csv(str(HERE / f"{name}.csv")), columns=columns, **about)


def _findings(report: Report) -> Iterator[str]:
    """Each finding with its source lines underlined."""
    text = Text(report.narrative)
    for finding in sorted(report.findings, key=lambda finding: finding.span):
        span = text.span(*finding.span)
        place = f"demo/narrative.md:{text.line(span.start)}"
        severity = str(finding.severity).lower()
        head = f"{place}: {severity} {finding.code}: {finding.message}"
        yield "\n".join([head, *underline(text, span), *_remark(finding.text)])


def _remark(words: str) -> Iterator[str]:
    if any(planted in words for planted in PLANTED):
        yield "  planted: wrong on purpose"


def _summary(report: Report) -> str:
    sums = report.math_checks
    return Summary(
        status=str(report.decision),
        claims_total=report.claims_total,
        claims_matched=report.claims_matched,
        math_passed=sum(check.passed for check in sums),
        math_failed=sum(not check.passed for check in sums),
    ).section()


def _compare(report: Report) -> list[str]:
    """Compare what was flagged with what is wrong; returns what should have come out otherwise."""
    flagged = {
        finding.text
        for finding in report.findings
        if finding.check == "numeric" and finding.severity in (Severity.ERROR, Severity.WARNING)
    }
    missed = [words for words in PLANTED if words not in flagged]
    alarms = sorted(flagged.difference(PLANTED))
    print(f"\nplanted mistakes named:   {len(PLANTED) - len(missed)} of {len(PLANTED)}")
    print(f"right numbers flagged:    {len(alarms)}")
    return missed + alarms


if __name__ == "__main__":
    sys.exit(main())
