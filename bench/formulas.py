"""How accurate are numbers that a model proposes formulas for?

    python -m bench.formulas export RECORDS OUT_DIR
    python -m bench.formulas replay RECORDS ANSWERS_DIR --out PREDICTIONS
    python -m bench.formulas run RECORDS --base-url http://host:8000/v1 --model NAME

``export`` writes for each record the request that would go to the endpoint, as ``ID.json`` (its
model's name aside), where it has numbers to ask about. ``replay`` takes answers, ``ID.json``
with the content of the model's message, and goes the product's own way from there, by the eval
runner. ``run`` asks a real endpoint; with ``--runs DIR`` a run that was interrupted goes on. Both
print precision, recall and false alarms, the share of numbers that was asked about, tokens and
seconds for a text, and each query that decided nothing, with the reason. Predictions are such as
``bench.accuracy`` writes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench import records
from bench.evaluated import (
    DEADLINES,
    Evaluation,
    InTurn,
    bindings,
    numbers,
    per_text,
    read_kept_report,
    refusals,
    refused,
)
from bench.model_endpoint import endpoint
from bench.scoring import Predictions, Record, score, table
from sidecar.evals.model import EvalResult
from sidecar.evals.verifying import AnswerVerifier
from sidecar.model.formula import FormulaOrigin, FormulaOutcome
from sidecar.model.report import Report
from sidecar.model.text import Text
from sidecar.settings.root import Settings

_SHOWN = 30
_UNDECIDED = (FormulaOutcome.REFUSED.name, FormulaOutcome.MISPLACED.name)


def reported(report: Report, text: Text) -> dict[str, Any]:
    """Predictions, and what came of each number that was asked about."""
    asked = [
        {
            "outcome": use.outcome.name,
            "reason": use.reason,
            "told": [text.slice(bound.claim.number.span), use.formula.query, use.message],
        }
        for bound in bindings(report)
        if (use := bound.use) is not None and use.formula.origin is FormulaOrigin.PROPOSED
    ]
    return {"claims": numbers(report, text), "asked": asked}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    chosen = [one for one in records.read(options.records)[:: options.every] if "gold" in one]
    chosen = chosen[: options.first]
    shared = records.metadata(options.records)
    if options.command == "export":
        return _export(chosen, shared, options)
    with ExitStack() as stack:
        known = stack.enter_context(endpoint()) if options.command == "replay" else None

        def begun(name: str) -> None:
            if known is not None:
                known.content = _answer(options.answers, name)

        url = options.base_url if known is None else known.url
        evaluation = stack.enter_context(_evaluation(url, options, begun))
        results = evaluation.results(chosen, shared, folder=options.runs)
    judged = [result for result in results if not refused(result)]
    _print(chosen, judged)
    for told in refusals(results)[:_SHOWN]:
        print(f"  not judged: {told}")
    if options.out is not None:
        with options.out.open("w", encoding="utf-8") as out:
            for result in judged:
                line = {"id": result.question.id, "claims": read_kept_report(result)["claims"]}
                print(json.dumps(line), file=out)
    return 1 if len(judged) < len(results) else 0


def _export(chosen: Sequence[Record], shared: records.Metadata, options: argparse.Namespace) -> int:
    """Write the requests of records; those without numbers to ask about have none."""
    options.out_dir.mkdir(parents=True, exist_ok=True)
    written = 0
    with endpoint() as known:

        def ended(result: EvalResult) -> None:
            nonlocal written
            for body in known.asked[:1]:
                del body["model"]
                file = options.out_dir / f"{file_name(result.question.id)}.json"
                file.write_text(json.dumps(body, ensure_ascii=False, indent=1), "utf-8")
                written += 1

        with _evaluation(known.url, options, lambda _: known.asked.clear()) as evaluation:
            results = evaluation.results(chosen, shared, ended=ended)
    failed = refusals(results)
    for told in failed[:_SHOWN]:
        print(f"refused: {told}", file=sys.stderr)
    found = [read_kept_report(one) for one in results if not refused(one)]
    asked, all_ = (sum(len(one[key]) for one in found) for key in ("asked", "claims"))
    print(f"{written} requests of {len(chosen)} records, {asked} of {all_} numbers")
    return 1 if failed else 0


def file_name(identifier: str) -> str:
    """The name of a record's files, without their ending."""
    return "".join(char if char.isalnum() or char in "-_." else "_" for char in identifier)


def _evaluation(url: str, options: argparse.Namespace, begun: Callable[[str], None]) -> Evaluation:
    """Verifies one record after the other, asking this endpoint."""
    formulas = {
        "propose": options.propose,
        "ask_below": options.ask_below,
        "base_url": url,
        "model": getattr(options, "model", None) or "recorded",
        "max_cost_per_request": None,
        "retries": 0 if options.command != "run" else 2,
    }
    numeric = {"formulas": formulas, "binding": {"require_citation_first": False}}
    settings = Settings.model_validate({"numeric": numeric, "server": DEADLINES})
    verifier = AnswerVerifier(settings, checks=["numeric"], keep=reported)
    return Evaluation(InTurn(verifier, begun), settings)


def _answer(folder: Path, identifier: str) -> str | None:
    file = folder / f"{file_name(identifier)}.json"
    return file.read_text("utf-8") if file.exists() else None


def _print(chosen: Sequence[Record], judged: Sequence[EvalResult]) -> None:
    found = {result.question.id: read_kept_report(result) for result in judged}
    claims: Predictions = {name: one["claims"] for name, one in found.items()}
    records_judged = [record for record in chosen if record["id"] in found]
    by = "domain" if records_judged and "domain" in records_judged[0] else None
    print(table([group.row() for group in score(records_judged, claims, by)]))
    asked = [(name, one) for name, whole in found.items() for one in whole["asked"]]
    count = sum(map(len, claims.values()))
    figures: dict[str, object] = {
        "texts": len(judged),
        "numbers": count,
        "asked_share": round(len(asked) / max(1, count), 3),
        **per_text(judged),
    }
    print(f"\n{table([figures])}")
    outcomes = Counter(": ".join(filter(None, (o["outcome"], o["reason"]))) for _, o in asked)
    rows = [{"outcome": name, "numbers": count} for name, count in outcomes.most_common()]
    print(f"\n{table(rows)}")
    for name, one in asked:
        if one["outcome"] in _UNDECIDED:
            number, query, message = one["told"]
            print(f"  {name} {number!r}: {one['reason']}: {message}\n    {query}")


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
        command.add_argument(
            "--runs", type=Path, metavar="DIR", help="keep results there, and go on with them"
        )
    for command in (export, replay, run):
        command.add_argument(
            "--propose", choices=("uncovered", "uncertain", "all"), default="uncertain"
        )
        command.add_argument("--ask-below", type=float, default=0.85)
        command.add_argument("--every", type=int, default=1, metavar="N", help="every Nth record")
        command.add_argument("--first", type=int, metavar="N", help="no more than N of them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
