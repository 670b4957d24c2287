"""How accurate is the numeric check? Annotated records through a real server.

    python -m bench.accuracy RECORDS.jsonl.gz --out PREDICTIONS.jsonl
    python -m bench.accuracy     both halves of the analysts' yardstick and of the phrasebook of
                                 this repository, and every set of the folder that
                                 VERIFYD_YARDSTICKS names

Each record is sent to a private sidecar over its socket, citations not being required. The
predictions hold each number that was found with its verdict (``supported``, ``inconclusive`` or
``flagged``) and value; the table gives precision, recall and false alarms together, for each set
and domain, and where several people labelled the same texts, for the numbers on which they agree;
where the gold tells how a number is derived or what is wrong with it, for each of those kinds as
well. ``--preset all`` puts the three presets into one table. A record that the server refuses, or
whose check does not finish, is reported, and makes the command fail.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import get_args

from verifyd import Client, Verdict, VerifydError

from bench import records
from bench.analysts.build import write as write_analysts
from bench.scoring import Claim, Predictions, Record, breakdown, extraction, score, table
from sidecar.binding.settings import BindingSettings

_SAID = {Verdict.SUPPORTED: "supported", Verdict.INCONCLUSIVE: "inconclusive"}
_IN_FLIGHT = 4
_BUILT = Path(__file__).parents[1] / "build" / "yardsticks"
MODES: tuple[str, ...] = get_args(BindingSettings.model_fields["mode"].annotation)
PRESETS: tuple[str, ...] = get_args(BindingSettings.model_fields["preset"].annotation)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    files = options.records or [*write_analysts(_BUILT), *records.yardsticks()]
    if options.out is not None and len(files) > 1:
        print("--out takes the predictions of one file", file=sys.stderr)
        return 2
    refused = 0
    presets = PRESETS if options.preset == "all" else [options.preset]
    with ExitStack() as stack:
        clients = {name: stack.enter_context(_local(options.mode, name)) for name in presets}
        for file in files:
            loaded = records.read(file)
            if not loaded or "narrative" not in loaded[0] or "sources" in loaded[0]:
                print(f"\n{file.name}: no numbers to judge, left out")
                continue
            chosen = loaded[:: options.every]
            columns = options.columns or records.columns_beside(file)
            print(f"\n{file.name}: {len(chosen)} records, mode {options.mode}")
            predictions: dict[str, Predictions] = {}
            for name, client in clients.items():
                predictions[name], errors = _predict(client, chosen, columns)
                refused += len(errors)
                for error in errors[:10]:
                    print(f"  refused: {error}")
            _print(chosen, predictions)
            if options.out is not None:
                _write(options.out, predictions[presets[0]])
    return 1 if refused else 0


def _local(mode: str, preset: str) -> Client:
    """A private sidecar that binds in this way."""
    binding = {"mode": mode, "preset": preset, "require_citation_first": False}
    return Client.local(settings={"numeric": {"binding": binding}}, timeout=60)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("records", nargs="*", type=Path, help="files of annotated records")
    parser.add_argument("--columns", type=Path, help="JSON: query id to column to metadata")
    parser.add_argument("--mode", choices=MODES, default=MODES[0], help="numeric.binding.mode")
    parser.add_argument(
        "--preset", choices=[*PRESETS, "all"], default="balanced", help="numeric.binding.preset"
    )
    parser.add_argument("--out", type=Path, help="where to write the predictions, as JSON lines")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only every Nth record: a quick look"
    )
    return parser


def _predict(
    client: Client, chosen: Sequence[Record], columns: Path | None
) -> tuple[Predictions, list[str]]:
    """The claims of each record, and the errors of those that were refused."""
    metadata = json.loads(columns.read_text(encoding="utf-8")) if columns else {}
    predictions: Predictions = {}
    errors: list[str] = []

    def verify(record: Record) -> tuple[str, list[Claim] | Exception]:
        try:
            return record["id"], _claims(client, record, metadata)
        except (VerifydError, _Failed) as error:
            return record["id"], error

    with ThreadPoolExecutor(_IN_FLIGHT) as pool:
        for done, (name, outcome) in enumerate(pool.map(verify, chosen), 1):
            if isinstance(outcome, Exception):
                errors.append(f"{name}: {outcome}")
            else:
                predictions[name] = outcome
            if sys.stderr.isatty():
                print(f"\r{done} of {len(chosen)} ", end="", file=sys.stderr)
    return predictions, errors


class _Failed(Exception):
    """A check did not finish, so that nothing is known of the numbers of a record."""


def _claims(client: Client, record: Record, metadata: records.Metadata) -> list[Claim]:
    report = client.verify(
        record["narrative"], records.results(record, metadata), checks=["numeric"]
    )
    for failure in filter(None, (check.failure for check in report.checks)):
        raise _Failed(f"{failure.reason}: {failure.message}")
    return [
        {
            "start": binding.claim.span.start,
            "end": binding.claim.span.end,
            "verdict": _SAID.get(binding.verdict, "flagged"),
            "value": str(binding.claim.value),
        }
        for binding in report.bindings
    ]


def _print(chosen: Sequence[Record], predictions: dict[str, Predictions]) -> None:
    """The figures of one set, for each preset; by kind of number only where there is one."""
    if "spec" in chosen[0]:
        for found in predictions.values():
            print(table(extraction(chosen, found)))
        return
    by = "domain" if "domain" in chosen[0] else None
    scores = [
        {"preset": name} | group.row()
        for name, found in predictions.items()
        for group in score(chosen, found, by)
    ]
    print(table(sorted(scores, key=lambda row: str(row["group"]) != "all")))
    if len(predictions) > 1:
        return
    for found in predictions.values():
        for key, label in (("derivation", "supported"), ("error", "unsupported")):
            if rows := breakdown(chosen, found, key, label):
                print(f"\n{table(rows)}")


def _write(path: Path, predictions: Predictions) -> None:
    with path.open("w", encoding="utf-8") if str(path) != "-" else nullcontext(sys.stdout) as out:
        for name, claims in predictions.items():
            print(json.dumps({"id": name, "claims": claims}), file=out)


if __name__ == "__main__":
    sys.exit(main())
