"""What of conversations is read as evidence, and how their final answers are judged.

    python -m bench.conversations [--form FORM ...] [--agent AGENT ...] [--show] [--limit N]

The conversations of ``bench/data/conversations`` go to a private server as transcripts, in the form
that they are in and in five others. A number of an answer counts as flagged where a finding of it
is an error or a warning about its value; as held where an error is; numbers that words and data do
not settle are shown apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from verifyd import Client, Span
from verifyd.transcript_results import TranscriptResult

from bench.data.conversations import render

Item = dict[str, Any]

FORMS: Mapping[str, Callable[[Item], Any]] = {
    "openai_chat": lambda conversation: conversation["messages"],
    "openai_responses": render.openai_responses,
    "anthropic": render.anthropic,
    "gemini": render.gemini,
    "langchain": render.langchain,
    "opentelemetry": render.opentelemetry,
}

_VERDICTS = {"SUPPORTED": "supported", "INCONCLUSIVE": "inconclusive"}
_OF_TEXT = "NUMBERS_UNSUPPORTED"


class Tally:
    """Counts of one form.

    Args:
        show: Whether each number that was judged wrongly is printed.
    """

    def __init__(self, *, show: bool) -> None:
        self._show = show
        self.counts: Counter[str] = Counter()

    def add(self, conversation: Item, result: TranscriptResult) -> None:
        """Count one conversation."""
        self._add_evidence(conversation, result)
        self.counts["conversations"] += 1
        wrong = any(not number["right"] for number in conversation["numbers"])
        kind = "wrong answers" if wrong else "right answers"
        self.counts[kind] += 1
        self.counts[f"{kind} {result.decision.name.lower()}"] += 1
        for number in conversation["numbers"]:
            self._add_number(conversation, number, result)

    def _add_evidence(self, conversation: Item, result: TranscriptResult) -> None:
        found = {one.call_id: one for one in result.results}
        for expected in conversation["results"]:
            holds, one = expected["holds"], found.get(expected["call_id"])
            self.counts[f"results {holds}"] += 1
            read = one is not None and bool(one.query_ids if holds == "data" else one.source_ids)
            self.counts[f"results {holds} read"] += read
            if self._show and holds == "data" and not read:
                print(f"  {conversation['id']} {expected['call_id']}: not read as data: {one}")

    def _add_number(self, conversation: Item, number: Item, result: TranscriptResult) -> None:
        verdict, codes, severity = _judged(number, result)
        side = "right" if number["right"] else "wrong"
        if number["kind"] == "premise_only":
            side = "premise"
            self.counts["premise marked"] += "PREMISE_ONLY" in codes
        self.counts[side] += 1
        self.counts[f"{side} {verdict}"] += 1
        self.counts[f"{side} {severity}"] += 1
        expected = "supported" if side == "right" else "flagged"
        if self._show and verdict != expected:
            said = conversation["messages"][-1]["content"]
            around = said[max(0, number["start"] - 60) : number["start"] + 30]
            verdict_text = f"{side} ({number['kind']}) {verdict} {severity} {','.join(codes)}"
            print(f"  {conversation['id']} {number['text']!r}: {verdict_text}: {around!r}")


def _judged(number: Item, result: TranscriptResult) -> tuple[str, list[str], str]:
    """The verdict of a number, the codes of its findings, and the worst severity of them."""
    report = result.report
    if report is None:
        return "not judged", [], "none"
    start, end = number["start"], number["start"] + len(number["text"])
    own = (one for one in report.findings if one.check == "numeric" and one.code != _OF_TEXT)
    here = [one for one in own if _meet(one.span, start, end)]
    worst = max((one.severity for one in here), key=lambda one: one.value, default=None)
    names = [one.verdict.name for one in report.bindings if _meet(one.claim.span, start, end)]
    verdict = next((_VERDICTS.get(name, "flagged") for name in names), "not judged")
    return verdict, [one.code for one in here], worst.name.lower() if worst else "none"


def _meet(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.end


def _print(form: str, counts: Counter[str]) -> None:
    def share(part: str, whole: str) -> str:
        return f"{counts[part]}/{counts[whole]} ({counts[part] / max(counts[whole], 1):.1%})"

    print(f"{form}: {counts['conversations']} conversations")
    print(f"  results with data read as data: {share('results data read', 'results data')}")
    print(f"  results with text read as sources: {share('results text read', 'results text')}")
    for side in ("right", "wrong", "premise"):
        verdicts = ("supported", "flagged", "inconclusive", "not judged")
        shares = ", ".join(f"{each} {share(f'{side} {each}', side)}" for each in verdicts)
        print(f"  {side} numbers: {shares}; errors {share(f'{side} error', side)}")
    print(f"  premises marked PREMISE_ONLY: {share('premise marked', 'premise')}")
    for kind in ("right answers", "wrong answers"):
        ends = ("pass", "warn", "fail", "unverified")
        print(f"  {kind}: " + ", ".join(f"{each} {share(f'{kind} {each}', kind)}" for each in ends))


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--form", nargs="+", choices=FORMS, default=[*FORMS])
    parser.add_argument("--agent", nargs="+", default=[], help="only those of these agents")
    parser.add_argument("--limit", type=int, default=1000, help="only the first so many")
    parser.add_argument("--show", action="store_true", help="print what was judged wrongly")
    args = parser.parse_args()
    conversations = [
        one for one in render.conversations() if not args.agent or one["agent"] in args.agent
    ][: args.limit]
    with Client.local() as client:
        for form in args.form:
            tally = Tally(show=args.show)
            for conversation, result in _verified(client, form, conversations):
                tally.add(conversation, result)
            _print(form, tally.counts)
    return 0


def _verified(
    client: Client, form: str, conversations: list[Item]
) -> Iterator[tuple[Item, TranscriptResult]]:
    for conversation in conversations:
        messages = FORMS[form](conversation)
        yield conversation, client.verify_transcript(messages, timeout=60)


if __name__ == "__main__":
    sys.exit(main())
