"""How good are the findings of streams before their texts end?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from verifyd.v1 import report_pb2

from bench.followed import FollowedStream, of_report, written
from bench.scoring import ratio


@dataclass
class EarlyFindings:
    """What the streams of a set named before their texts ended.

    Attributes:
        streams: How many there were.
        named: Findings that were named on the way.
        reported: Findings of the reports.
        inside: How many of these are about a sentence that was complete before the text ended.
        early: How many had been named, just as they are.
        changes: What became of the others that were named.
    """

    streams: int = 0
    named: int = 0
    reported: int = 0
    inside: int = 0
    early: int = 0
    changes: Counter[str] = field(default_factory=Counter)

    def add(self, stream: FollowedStream, report: report_pb2.Report) -> None:
        """Count one stream."""
        final = list(of_report(report))
        left = Counter(map(written, final))
        self.streams += 1
        self.named += len(stream.provisional)
        self.reported += len(final)
        self.inside += sum(one.span.start < stream.judged_early for one in final)
        for one in stream.provisional.values():
            if left[written(one)]:
                left[written(one)] -= 1
                self.early += 1
            else:
                self.changes[_change(one, final)] += 1

    def row(self, name: str) -> dict[str, object]:
        """As a row of a table."""
        return {
            "set": name,
            "streams": self.streams,
            "reported": self.reported,
            "early": ratio(self.early, self.reported),
            "early, last sentence apart": ratio(self.early, self.inside),
            "named early": self.named,
            "changed later": ratio(self.changes.total(), self.named),
        }


def _change(gone: report_pb2.Finding, final: Sequence[report_pb2.Finding]) -> str:
    """What the report has in the place of a finding."""
    there = [one for one in final if one.check == gone.check and one.span == gone.span]
    same = [one for one in there if one.code == gone.code]
    if same:
        return f"{gone.code}: another {_what_differs(gone, same[0])}"
    return f"{gone.code}: {there[0].code if there else 'nothing'}"


def _what_differs(gone: report_pb2.Finding, final: report_pb2.Finding) -> str:
    names = [one.name for one in report_pb2.Finding.DESCRIPTOR.fields]
    differing = [name for name in names if getattr(gone, name) != getattr(final, name)]
    return ", ".join(name for name in differing if name != "message") or "message"
