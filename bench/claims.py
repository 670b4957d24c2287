"""How accurate are verdicts on claims against their sources?

    python -m bench.claims export RECORDS OUT_DIR
    python -m bench.claims replay RECORDS ANSWERS_DIR --out PREDICTIONS
    python -m bench.claims run RECORDS --base-url http://host:8000/v1 --model NAME
    python -m bench.claims keep REQUESTS_DIR ANSWERS_DIR ANSWERS.json

A record is a statement with the sources that it cites. ``export`` writes each request that would
go to the endpoint, as ``ID-DIGEST.json`` (its model's name aside). ``replay`` takes answers under
the same names, each with the content of a model's message, and goes the product's own way from
there, by the eval runner; a request that has changed has no answer. ``run`` asks a real endpoint;
with ``--runs DIR`` a run that was interrupted goes on.
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
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from bench import records
from bench.evaluated import DEADLINES, Evaluation, InTurn, per_text, read_kept_report, refused
from bench.formulas import file_name
from bench.model_endpoint import Body, endpoint
from bench.scoring import Record, ratio, table
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier
from sidecar.model.claim import ClaimsDetail, ClaimVerdict, ClaimVerification
from sidecar.model.report import Findings, Report
from sidecar.model.text import Text
from sidecar.settings.root import Settings

_SHOWN = 30
_MARKED = re.compile(r"(<<<\w+>>>)\n(.*)\n\1", re.DOTALL)
LABELS = ("supported", "partial", "unsupported")


class ClaimJudgement(NamedTuple):
    """A record whose claim was judged.

    Attributes:
        label: What its annotators say.
        verdict: What its sources say.
        better: Whether a judge called it supported, and its quotes did not bear that out.
        codes: Of the findings.
    """

    label: str
    verdict: str
    better: bool
    codes: Sequence[str]


def reported(report: Report, _: Text) -> dict[str, Any] | None:
    """The last claim of a text, which is the record's own; None where none was found."""
    for one in report.results:
        if isinstance(one.outcome, Findings) and isinstance(one.outcome.detail, ClaimsDetail):
            claims = one.outcome.detail.claims
            codes = [finding.code for finding in one.outcome.findings]
            return {"codes": codes, **_told(claims[-1])} if claims else None
    return None


def _told(claim: ClaimVerification) -> dict[str, Any]:
    said = {result.judged.name for result in claim.results if result.judged}
    better = claim.verdict is not ClaimVerdict.SUPPORTED and ClaimVerdict.SUPPORTED.name in said
    return {"verdict": claim.verdict.name.lower(), "better": better}


def unjudged(result: EvalResult) -> str:
    """Why a record has no verdict; "" where it has one."""
    return refused(result) or ("" if read_kept_report(result) else "no claim was found")


def judged(chosen: Sequence[Record], results: Sequence[EvalResult]) -> dict[str, ClaimJudgement]:
    """The records that have a verdict, by their ids."""
    labels = {record["id"]: record["gold"][0]["label"] for record in chosen}
    return {
        name: ClaimJudgement(labels[name], **read_kept_report(result))
        for result in results
        if not unjudged(result) and (name := result.question.id)
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    if options.command == "keep":
        return _keep(options)
    chosen = [one for one in records.read(options.records)[:: options.every] if one.get("sources")]
    chosen = chosen[: options.first]
    if options.command == "export":
        return _export(chosen, options)
    with ExitStack() as stack:
        known = stack.enter_context(endpoint()) if options.command == "replay" else None

        def begun(name: str) -> None:
            if known is not None:
                known.answer = _kept(options.answers, name)

        url = known.url if known is not None else options.base_url
        settings = _settings(url, options)
        evaluation = stack.enter_context(evaluated(settings, begun))
        results = evaluation.results(chosen, {}, folder=options.runs)
    found = judged(chosen, results)
    _print(found, results)
    if options.out is not None:
        with options.out.open("w", encoding="utf-8") as out:
            for name, one in found.items():
                print(json.dumps({"id": name, "verdict": one.verdict}), file=out)
    return 1 if len(found) < len(results) else 0


def cited(record: Record) -> str:
    """The statement of a record, which cites all of its sources."""
    text = record["narrative"].rstrip()
    markers = " ".join(f"[Source {number}]" for number in range(1, len(record["sources"]) + 1))
    stop = text[-1] if text[-1:] in ".!?" else ""
    return f"{text.removesuffix(stop)} {markers}{stop}"


def evaluated(settings: Settings, begun: Callable[[str], None]) -> Evaluation:
    """Judges one record after the other."""
    verifier = AnswerVerifier(settings, checks=["claims"], keep=reported)
    return Evaluation(InTurn(verifier, begun), settings, cited)


def _export(chosen: Sequence[Record], options: argparse.Namespace) -> int:
    """Write the requests of records."""
    options.out_dir.mkdir(parents=True, exist_ok=True)
    written = 0
    with endpoint() as known:

        def ended(result: EvalResult) -> None:  # it failed, since nothing is answered
            nonlocal written
            for body in known.asked:
                del body["model"]
                file = options.out_dir / request_name(result.question.id, body)
                file.write_text(json.dumps(body, ensure_ascii=False, indent=1), "utf-8")
                written += 1

        settings = _settings(known.url, options)
        with evaluated(settings, lambda _: known.asked.clear()) as evaluation:
            evaluation.results(chosen, {}, ended=ended)
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


def _settings(url: str, options: argparse.Namespace) -> Settings:
    """Those that ask this endpoint."""
    claims = {
        "enabled": True,
        "base_url": url,
        "model": getattr(options, "model", None) or "recorded",
        "retries": 0 if options.command != "run" else 2,
        "judge": options.judge,
        "min_quote_overlap": options.min_quote_overlap,
        "skip_opinions": False,
    }
    return Settings.model_validate({"claims": claims, "server": DEADLINES})


def _print(found: Mapping[str, ClaimJudgement], results: Sequence[EvalResult]) -> None:
    pairs = Counter((one.label, one.verdict) for one in found.values())
    verdicts = sorted({verdict for _, verdict in pairs})
    print(
        table(
            [
                {"label": label} | {verdict: pairs[label, verdict] for verdict in verdicts}
                for label in LABELS
            ]
        )
    )
    taken = per_text([one for one in results if not unjudged(one)])
    print(f"\n{table([figures(pairs) | taken])}")
    stopped = Counter(
        (one.label, one.codes[0] if one.codes else "") for one in found.values() if one.better
    )
    rows = [
        {"label": label, "stopped by": code, "claims": count}
        for (label, code), count in stopped.most_common()
    ]
    if rows:
        print(f"\nVerdicts of a judge that its quotes did not bear out\n\n{table(rows)}")
    failed = [f"{one.question.id}: {why}" for one in results if (why := unjudged(one))]
    for told in failed[:_SHOWN]:
        print(f"  not judged: {told}")


def figures(count: Counter[tuple[str, str]]) -> dict[str, object]:
    """Precision, recall and F1 of "not supported", and how often verdict and label are the same.

    Args:
        count: How often a label has a verdict.
    """
    total = sum(count.values())
    hit = sum(n for (label, said), n in count.items() if label != "supported" != said)
    alarm = sum(n for (label, said), n in count.items() if label == "supported" != said)
    miss = sum(n for (label, said), n in count.items() if label != "supported" == said)
    passed = count["supported", "supported"]
    return {
        "claims": total,
        "precision": ratio(hit, hit + alarm),
        "recall": ratio(hit, hit + miss),
        "f1": ratio(2 * hit, 2 * hit + alarm + miss),
        "supported_f1": ratio(2 * passed, 2 * passed + alarm + miss),
        "false_alarms": ratio(alarm, alarm + passed),
        "same_label": ratio(sum(count[label, label] for label in LABELS), total),
    }


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
        command.add_argument(
            "--runs", type=Path, metavar="DIR", help="keep results there, and go on with them"
        )
    for command in (export, replay, run):
        command.add_argument("--judge", choices=("chat", "entailment"), default="chat")
        command.add_argument("--min-quote-overlap", type=float, default=0.25)
        command.add_argument("--every", type=int, default=1, metavar="N", help="every Nth record")
        command.add_argument("--first", type=int, metavar="N", help="no more than N of them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
