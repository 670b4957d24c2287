"""How accurate are numbers that a model proposes formulas for?

    python -m bench.formulas export RECORDS OUT_DIR
    python -m bench.formulas replay RECORDS ANSWERS_DIR --out PREDICTIONS
    python -m bench.formulas run RECORDS --base-url http://host:8000/v1 --model NAME

``export`` writes for each record the request that would go to the endpoint, as ``ID.json`` (its
model's name aside), where it has numbers to ask about. ``replay`` takes answers, ``ID.json``
with the content of the model's message, and goes the product's own way from there, over a real
server. ``run`` asks a real endpoint. Both print precision, recall and false alarms, the share of
numbers that was asked about, tokens and seconds for a text, and each query that decided nothing,
with the reason. Predictions are such as ``bench.accuracy`` writes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from verifyd import Client, FormulaOrigin, FormulaOutcome, Report, Verdict, VerifydError

from bench import records
from bench.model_endpoint import endpoint
from bench.scoring import Claim, Record, score, table

_SAID = {Verdict.SUPPORTED: "supported", Verdict.INCONCLUSIVE: "inconclusive"}
_SHOWN = 30
_TIMEOUT_S = 300


@dataclass
class Tally:
    """What was found over the records of a file.

    Attributes:
        claims: The predictions.
        refused: Records that were not judged, and why.
        numbers: Numbers that were judged.
        outcomes: What came of those that were asked about.
        failed: Queries that decided nothing: record, number, query, reason, message.
        tokens: Of prompts and answers.
        seconds: Of the calls of ``Verify``.
    """

    claims: dict[str, Sequence[Claim]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    numbers: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failed: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    tokens: int = 0
    seconds: float = 0.0

    def add(self, name: str, report: Report, seconds: float) -> None:
        """Count the report of one record."""
        self.claims[name] = [
            {
                "start": bound.claim.span.start,
                "end": bound.claim.span.end,
                "verdict": _SAID.get(bound.verdict, "flagged"),
                "value": str(bound.claim.value),
            }
            for bound in report.bindings
        ]
        self.numbers += len(report.bindings)
        self.seconds += seconds
        self.tokens += sum(use.prompt_tokens + use.completion_tokens for use in report.meta.models)
        for bound in report.bindings:
            use = bound.formula_use
            if use is None or use.origin is not FormulaOrigin.PROPOSED:
                continue
            reason = f": {use.reason}" if use.reason else ""
            self.outcomes[f"{use.outcome}{reason}"] += 1
            if use.outcome in (FormulaOutcome.REFUSED, FormulaOutcome.MISPLACED):
                told = bound.claim.value_text, use.query, use.reason, use.message
                self.failed.append((name, *told))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    chosen = [one for one in records.read(options.records)[:: options.every] if "gold" in one]
    chosen = chosen[: options.first]
    shared = records.metadata(options.records)
    if options.command == "export":
        return _export(chosen, shared, options)
    tally = Tally()
    with ExitStack() as stack:
        known = stack.enter_context(endpoint()) if options.command == "replay" else None
        url = options.base_url if known is None else known.url
        client = stack.enter_context(_client(url, options))
        for number, record in enumerate(chosen, 1):
            _progress(number, len(chosen))
            if known is not None:
                known.content = _answer(options.answers, record["id"])
            _verify(client, record, shared, tally)
    _print(chosen, tally)
    if options.out is not None:
        with options.out.open("w", encoding="utf-8") as out:
            for name, claims in tally.claims.items():
                print(json.dumps({"id": name, "claims": claims}), file=out)
    return 1 if tally.refused else 0


def _export(chosen: Sequence[Record], shared: records.Metadata, options: argparse.Namespace) -> int:
    """Write the requests of records; those without numbers to ask about have none."""
    options.out_dir.mkdir(parents=True, exist_ok=True)
    tally, written = Tally(), 0
    with endpoint() as known, _client(known.url, options) as client:
        for number, record in enumerate(chosen, 1):
            _progress(number, len(chosen))
            known.asked.clear()
            _verify(client, record, shared, tally)
            for body in known.asked[:1]:
                del body["model"]
                file = options.out_dir / f"{file_name(record['id'])}.json"
                file.write_text(json.dumps(body, ensure_ascii=False, indent=1), "utf-8")
                written += 1
    for refused in tally.refused[:_SHOWN]:
        print(f"refused: {refused}", file=sys.stderr)
    asked = sum(tally.outcomes.values())
    print(f"{written} requests of {len(chosen)} records, {asked} of {tally.numbers} numbers")
    return 1 if tally.refused else 0


def file_name(identifier: str) -> str:
    """The name of a record's files, without their ending."""
    return "".join(char if char.isalnum() or char in "-_." else "_" for char in identifier)


def _client(url: str, options: argparse.Namespace) -> Client:
    """A private sidecar that asks this endpoint."""
    formulas = {
        "propose": options.propose,
        "ask_below": options.ask_below,
        "base_url": url,
        "model": getattr(options, "model", None) or "recorded",
        "max_cost_per_request": None,
        "retries": 0 if options.command != "run" else 2,
    }
    numeric = {"formulas": formulas, "binding": {"require_citation_first": False}}
    server = {"deadline_s": _TIMEOUT_S, "max_deadline_s": _TIMEOUT_S}
    return Client.local(settings={"numeric": numeric, "server": server}, timeout=_TIMEOUT_S)


def _verify(client: Client, record: Record, shared: records.Metadata, tally: Tally) -> None:
    started = time.perf_counter()
    try:
        report = client.verify(
            record["narrative"], records.results(record, shared), checks=["numeric"]
        )
    except VerifydError as error:
        tally.refused.append(f"{record['id']}: {error}")
        return
    for failure in filter(None, (check.failure for check in report.checks)):
        tally.refused.append(f"{record['id']}: {failure.reason}: {failure.message}")
        return
    tally.add(record["id"], report, time.perf_counter() - started)


def _answer(folder: Path, identifier: str) -> str | None:
    file = folder / f"{file_name(identifier)}.json"
    return file.read_text("utf-8") if file.exists() else None


def _print(chosen: Sequence[Record], tally: Tally) -> None:
    judged = [record for record in chosen if record["id"] in tally.claims]
    by = "domain" if judged and "domain" in judged[0] else None
    print(table([group.row() for group in score(judged, tally.claims, by)]))
    asked = sum(tally.outcomes.values())
    texts = max(1, len(tally.claims))
    figures: dict[str, object] = {
        "texts": len(tally.claims),
        "numbers": tally.numbers,
        "asked_share": round(asked / max(1, tally.numbers), 3),
        "tokens_per_text": round(tally.tokens / texts),
        "seconds_per_text": round(tally.seconds / texts, 3),
    }
    print(f"\n{table([figures])}")
    rows = [{"outcome": name, "numbers": count} for name, count in tally.outcomes.most_common()]
    print(f"\n{table(rows)}")
    for line in _failures(tally):
        print(line)


def _failures(tally: Tally) -> Iterator[str]:
    for name, number, query, reason, message in tally.failed:
        yield f"  {name} {number!r}: {reason}: {message}\n    {query}"
    yield from (f"  not judged: {refused}" for refused in tally.refused[:_SHOWN])


def _progress(number: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{number} of {total} ", end="", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.formulas", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("export", help="write the requests that would be sent")
    replay = commands.add_parser("replay", help="judge with answers from a folder")
    run = commands.add_parser("run", help="judge with the answers of an endpoint")
    for command in (export, replay, run):
        command.add_argument("records", type=Path, help="a file of annotated records")
    export.add_argument("out_dir", type=Path, help="where to write the requests")
    replay.add_argument("answers", type=Path, help="ID.json: the content of the model's message")
    run.add_argument("--base-url", required=True)
    run.add_argument("--model", required=True)
    for command in (replay, run):
        command.add_argument("--out", type=Path, help="where to write the predictions")
    for command in (export, replay, run):
        command.add_argument("--propose", choices=("open", "uncertain", "all"), default="uncertain")
        command.add_argument("--ask-below", type=float, default=0.85)
        command.add_argument("--every", type=int, default=1, metavar="N", help="every Nth record")
        command.add_argument("--first", type=int, metavar="N", help="no more than N of them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
