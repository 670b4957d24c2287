"""How accurate are verdicts on claims against their sources?

    python -m bench.claims export RECORDS OUT_DIR
    python -m bench.claims replay RECORDS ANSWERS_DIR --out PREDICTIONS
    python -m bench.claims run RECORDS --base-url http://host:8000/v1 --model NAME
    python -m bench.claims keep REQUESTS_DIR ANSWERS_DIR ANSWERS.json

A record is a statement with the sources that it cites. ``export`` writes each request that would
go to the endpoint, as ``ID-DIGEST.json`` (its model's name aside). ``replay`` takes answers under
the same names, each with the content of a model's message, and goes the product's own way from
there, over a real server; a request that has changed has no answer. ``run`` asks a real endpoint.
``keep`` writes answers into one file, which ``replay`` takes too, without the words of any source:
each quote is the place where it stands. Replay and run print how verdicts and labels go together,
precision, recall and F1 of "not supported", what the quotes stopped, tokens and seconds.
Predictions are such as ``bench.accuracy`` writes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifyd import Client, Source, VerifydError
from verifyd.v1 import claims_pb2

from bench import records
from bench.formulas import file_name
from bench.model_endpoint import Body, endpoint
from bench.scoring import Record, ratio, table

_TIMEOUT_S = 300
_SHOWN = 30
_MARKED = re.compile(r"(<<<\w+>>>)\n(.*)\n\1", re.DOTALL)
LABELS = ("supported", "partial", "unsupported")


@dataclass
class Tally:
    """What was found over the records of a file.

    Attributes:
        pairs: How often a label has a verdict.
        stopped: How often a judge's better verdict fell to its quotes, by label and reason.
        verdicts: Of each record.
        refused: Records that were not judged, and why.
        tokens: Of prompts and answers.
        seconds: Of the calls of ``Verify``.
    """

    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    stopped: Counter[tuple[str, str]] = field(default_factory=Counter)
    verdicts: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    tokens: int = 0
    seconds: float = 0.0

    def add(self, record: Record, claim: Any, codes: Sequence[str]) -> None:
        """Count the verdict on one record."""
        verdict = _name(claim.verdict)
        label = record["gold"][0]["label"]
        self.verdicts[record["id"]] = verdict
        self.pairs[label, verdict] += 1
        judged = {_name(result.judged) for result in claim.results if result.judged}
        if judged and verdict != "supported" and "supported" in judged:
            self.stopped[label, codes[0] if codes else ""] += 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    if options.command == "keep":
        return _keep(options)
    chosen = [one for one in records.read(options.records)[:: options.every] if one.get("sources")]
    chosen = chosen[: options.first]
    if options.command == "export":
        return _export(chosen, options)
    tally = Tally()
    with ExitStack() as stack:
        url = getattr(options, "base_url", "")
        known = stack.enter_context(endpoint()) if options.command == "replay" else None
        client = stack.enter_context(_client(known.url if known else url, options))
        for number, record in enumerate(chosen, 1):
            _progress(number, len(chosen))
            if known is not None:
                known.answer = _kept(options.answers, record["id"])
            verify(client, record, tally)
    _print(tally)
    if options.out is not None:
        _write(options.out, tally)
    return 1 if tally.refused else 0


def cited(record: Record) -> str:
    """The statement of a record, which cites all of its sources."""
    text = record["narrative"].rstrip()
    markers = " ".join(f"[Source {number}]" for number in range(1, len(record["sources"]) + 1))
    stop = text[-1] if text[-1:] in ".!?" else ""
    return f"{text.removesuffix(stop)} {markers}{stop}"


def verify(client: Client, record: Record, tally: Tally) -> None:
    """Judge one record by the server."""
    sources = [Source(one["source_id"], one["text"]) for one in record["sources"]]
    started = time.perf_counter()
    try:
        report = client.verify(cited(record), sources=sources, checks=["claims"])
    except VerifydError as error:
        tally.refused.append(f"{record['id']}: {error}")
        return
    tally.seconds += time.perf_counter() - started
    tally.tokens += sum(use.prompt_tokens + use.completion_tokens for use in report.meta.models)
    (result,) = report.raw.report.results
    if result.HasField("failure"):
        tally.refused.append(f"{record['id']}: {result.failure.reason}: {result.failure.message}")
        return
    claims = result.findings.claims.claims
    if not claims:
        tally.refused.append(f"{record['id']}: no claim was found")
        return
    codes = [finding.code for finding in result.findings.findings]
    tally.add(record, claims[-1], codes)


def _name(verdict: int) -> str:
    name = claims_pb2.ClaimVerdict.Name(claims_pb2.ClaimVerdict.ValueType(verdict))
    return name.removeprefix("CLAIM_VERDICT_").lower()


def _export(chosen: Sequence[Record], options: argparse.Namespace) -> int:
    """Write the requests of records."""
    options.out_dir.mkdir(parents=True, exist_ok=True)
    written = 0
    with endpoint() as known, _client(known.url, options) as client:
        for number, record in enumerate(chosen, 1):
            _progress(number, len(chosen))
            known.asked.clear()
            verify(client, record, Tally())  # which fails, since nothing is answered
            for body in known.asked:
                del body["model"]
                file = options.out_dir / request_name(record["id"], body)
                file.write_text(json.dumps(body, ensure_ascii=False, indent=1), "utf-8")
                written += 1
    print(f"{written} requests of {len(chosen)} records")
    return 0


def request_name(identifier: str, body: Body) -> str:
    """The name of the file of a request: what it asks makes a part of it."""
    asked = json.dumps(body["messages"], sort_keys=True).encode()
    return f"{file_name(identifier)}-{hashlib.sha256(asked).hexdigest()[:12]}.json"


def _kept(folder: Path, identifier: str) -> Any:
    """What answers the requests of a record from a folder."""

    def answer(body: Body) -> str | None:
        file = folder / request_name(identifier, body)
        return file.read_text("utf-8") if file.exists() else None

    def kept(body: Body) -> str | None:
        content = known.get(request_name(identifier, body))
        return json.dumps(_with_quotes(content, _passage(body))) if content else None

    if folder.is_dir():
        return answer
    known: dict[str, Any] = json.loads(folder.read_text("utf-8"))
    return kept


def _keep(options: argparse.Namespace) -> int:
    """Write answers into one file, each quote as its place in the request."""
    kept, strange = {}, 0
    for file in sorted(options.answers.glob("*.json")):
        passage = _passage(json.loads((options.requests / file.name).read_text("utf-8")))
        answer = json.loads(file.read_text("utf-8"))
        for entry in answer["results"]:
            starts = [passage.find(quote) for quote in entry["quotes"]]
            strange += sum(start < 0 for start in starts)
            entry["quotes"] = [
                [start, start + len(quote)]
                for start, quote in zip(starts, entry["quotes"], strict=True)
                if start >= 0
            ]
            del entry["reasoning"]
        kept[file.name] = answer
    lines = (f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in kept.items())
    options.out.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    print(f"{len(kept)} answers, {strange} quotes left out that are not in their source")
    return 0


def _passage(body: Body) -> str:
    """The source of a request: what stands between its two marks."""
    user: str = body["messages"][-1]["content"]
    found = _MARKED.search(user)
    return found[2] if found else ""


def _with_quotes(answer: Any, passage: str) -> Any:
    """An answer with the words of its quotes."""
    return {
        "results": [
            {**entry, "reasoning": "", "quotes": [passage[a:b] for a, b in entry["quotes"]]}
            for entry in answer["results"]
        ]
    }


def _client(url: str, options: argparse.Namespace) -> Client:
    """A private sidecar that asks this endpoint."""
    claims = {
        "enabled": True,
        "base_url": url,
        "model": getattr(options, "model", None) or "recorded",
        "retries": 0 if options.command != "run" else 2,
        "judge": options.judge,
        "min_quote_overlap": options.min_quote_overlap,
        "skip_opinions": False,
    }
    server = {"deadline_s": _TIMEOUT_S, "max_deadline_s": _TIMEOUT_S}
    return Client.local(settings={"claims": claims, "server": server}, timeout=_TIMEOUT_S)


def _print(tally: Tally) -> None:
    verdicts = sorted({verdict for _, verdict in tally.pairs})
    print(
        table(
            [
                {"label": label} | {verdict: tally.pairs[label, verdict] for verdict in verdicts}
                for label in LABELS
            ]
        )
    )
    print(f"\n{table([figures(tally)])}")
    rows = [
        {"label": label, "stopped by": code, "claims": count}
        for (label, code), count in tally.stopped.most_common()
    ]
    if rows:
        print(f"\nVerdicts of a judge that its quotes did not bear out\n\n{table(rows)}")
    for refused in tally.refused[:_SHOWN]:
        print(f"  not judged: {refused}")


def figures(tally: Tally) -> dict[str, object]:
    """Precision, recall and F1 of "not supported", and how often verdict and label are the same."""
    count = tally.pairs
    total = sum(count.values())
    hit = sum(n for (label, said), n in count.items() if label != "supported" != said)
    alarm = sum(n for (label, said), n in count.items() if label == "supported" != said)
    miss = sum(n for (label, said), n in count.items() if label != "supported" == said)
    passed = count["supported", "supported"]
    texts = max(1, len(tally.verdicts))
    return {
        "claims": total,
        "precision": ratio(hit, hit + alarm),
        "recall": ratio(hit, hit + miss),
        "f1": ratio(2 * hit, 2 * hit + alarm + miss),
        "supported_f1": ratio(2 * passed, 2 * passed + alarm + miss),
        "false_alarms": ratio(alarm, alarm + passed),
        "same_label": ratio(sum(count[label, label] for label in LABELS), total),
        "tokens_per_text": round(tally.tokens / texts),
        "seconds_per_text": round(tally.seconds / texts, 3),
    }


def _write(path: Path, tally: Tally) -> None:
    with path.open("w", encoding="utf-8") as out:
        for name, verdict in tally.verdicts.items():
            print(json.dumps({"id": name, "verdict": verdict}), file=out)


def _progress(number: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{number} of {total} ", end="", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.claims", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command", required=True)
    export = commands.add_parser("export", help="write the requests that would be sent")
    replay = commands.add_parser("replay", help="judge with answers from a folder")
    run = commands.add_parser("run", help="judge with the answers of an endpoint")
    keep = commands.add_parser("keep", help="write answers without the words of sources")
    keep.add_argument("requests", type=Path, help="what export wrote")
    keep.add_argument("answers", type=Path, help="a folder with answers, named as the requests")
    keep.add_argument("out", type=Path, help="the file to write")
    for command in (export, replay, run):
        command.add_argument("records", type=Path, help="a file of annotated records")
    export.add_argument("out_dir", type=Path, help="where to write the requests")
    replay.add_argument("answers", type=Path, help="a folder, or what keep wrote")
    run.add_argument("--base-url", required=True)
    run.add_argument("--model", required=True)
    for command in (replay, run):
        command.add_argument("--out", type=Path, help="where to write the predictions")
    for command in (export, replay, run):
        command.add_argument("--judge", choices=("chat", "entailment"), default="chat")
        command.add_argument("--min-quote-overlap", type=float, default=0.25)
        command.add_argument("--every", type=int, default=1, metavar="N", help="every Nth record")
        command.add_argument("--first", type=int, metavar="N", help="no more than N of them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
