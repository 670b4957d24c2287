"""Responses of a stream, followed as a client follows them, and held to their contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from verifyd.v1 import report_pb2, verify_pb2

RELEASE = report_pb2.ACTION_RELEASE


class FollowedStream:
    """What a stream has said so far.

    Attributes:
        findings: Those that hold, by their ids.
        provisional: All findings that came before the last update, by their ids.
        judged_early: Up to where the text was judged before it.
        sentences: Their ends and actions, by their starts.
        judged: Up to where the text is judged, in bytes.
        released: Up to where it may be shown.
        released_before: The same before it was last moved.
        by_sentence: Whether it may be shown before the report.
        result: The last response.
        faults: What breaks the contract.
    """

    def __init__(self) -> None:
        self.findings: dict[int, report_pb2.Finding] = {}
        self.provisional: dict[int, report_pb2.Finding] = {}
        self.sentences: dict[int, tuple[int, int]] = {}
        self.judged = self.judged_early = self.released = self.released_before = 0
        self.by_sentence = False
        self.result: verify_pb2.VerifyResponse | None = None
        self.faults: list[str] = []
        self._started = False

    def follow(self, responses: Iterable[Any]) -> FollowedStream:
        """Take all responses."""
        for response in responses:
            self.take(response)
        return self

    def take(self, response: Any) -> None:
        """Take the next response."""
        part = response.WhichOneof("part")
        if self._started != (part != "started") or self.result is not None:
            self.faults.append(f"{part} at the wrong place")
        if part == "started":
            self._started = True
            self.by_sentence = response.started.release == verify_pb2.RELEASE_MODE_SENTENCE
        elif part == "update":
            self._update(response.update)
        else:
            self.result = response.result
            self._check_release(final=True)

    def _update(self, update: Any) -> None:
        self._check_release(final=False)  # of the update before, which was not the last
        self.provisional |= self.findings
        self.judged_early = self.judged
        for gone in (*update.withdrawn_ids, *(one.replaced_id for one in update.findings)):
            if gone and self.findings.pop(gone, None) is None:
                self.faults.append(f"finding {gone} goes that did not hold")
        for one in update.findings:
            if one.id in self.findings or one.id in self.provisional:
                self.faults.append(f"finding {one.id} comes twice")
            self.findings[one.id] = one.finding
        for one in update.sentences:
            self.sentences[one.span.start] = one.span.end, one.action
        if update.judged_bytes < self.judged or update.released_bytes < self.released:
            self.faults.append("the text judged or released becomes shorter")
        if update.released_bytes != self.released:
            self.released_before = self.released
        self.judged, self.released = update.judged_bytes, update.released_bytes

    def _check_release(self, *, final: bool) -> None:
        """Whether all that is released was judged, and to be released."""
        if self.released > self.judged:
            self.faults.append("more is released than was judged")
        if self.released and not self.by_sentence:
            self.faults.append("text is released that waits for the report")
        if final:  # the report may hold what was released before
            return
        for start, (_, action) in self.sentences.items():
            if start < self.released and action != RELEASE:
                self.faults.append(f"the sentence from byte {start} on is released, and held")

    def differences(self, expected: verify_pb2.VerifyResponse, narrative: str) -> list[str]:
        """What breaks the contract, and what differs from ``Verify`` of the whole narrative."""
        found = list(self.faults)
        if self.result is None:
            return [*found, "there is no result"]
        report, length = self.result.report, len(narrative.encode())
        if report.SerializeToString() != expected.report.SerializeToString():
            found.append("the report differs from that of Verify")
        if _written(self.findings.values()) != _written(of_report(report)):
            found.append("the findings that hold are not those of the report")
        if self.judged != length or not self._cover(length):
            found.append("the sentences do not cover the text")
        is_released = self.by_sentence and report.action == RELEASE
        if is_released and self.released != length:
            found.append("a text that passes is not released to its end")
        return found

    def _cover(self, length: int) -> bool:
        spans = sorted((start, end) for start, (end, _) in self.sentences.items())
        gaps = [end != start for (_, end), (start, _) in pairwise([(0, 0), *spans])]
        return not any(gaps) and spans[-1][1] == length


def of_report(report: report_pb2.Report) -> Iterator[report_pb2.Finding]:
    """All findings of a report."""
    for result in report.results:
        yield from result.findings.findings


def written(finding: report_pb2.Finding) -> bytes:
    """A finding as bytes that equal findings share."""
    return finding.SerializeToString(deterministic=True)


def _written(findings: Iterable[report_pb2.Finding]) -> Counter[bytes]:
    return Counter(map(written, findings))
