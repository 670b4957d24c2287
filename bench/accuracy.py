"""How accurate is the numeric check? Annotated records through a real server.

    python -m bench.accuracy RECORDS.jsonl.gz --out PREDICTIONS.jsonl
    python -m bench.accuracy     both halves of every set of this repository, and every set of the
                                 folder that VERIFYD_YARDSTICKS names

Without files every set is held to its floor (``bench.floors``), and what was measured to
``docs/accuracy-figures.md``, which ``--write`` replaces; either makes the command fail.

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
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, nullcontext
from itertools import cycle
from pathlib import Path
from typing import NamedTuple, get_args

from verifyd import Client, Verdict, VerifydError

from bench import accuracy_page, floors, plain, records, repairs
from bench.analysts.build import SPLITS
from bench.analysts.build import write as write_analysts
from bench.floors import Measured
from bench.scoring import (
    Claim,
    Predictions,
    Record,
    Score,
    breakdown,
    extraction,
    read_right,
    score,
    table,
)
from sidecar.binding.settings import BindingSettings

_SAID = {Verdict.SUPPORTED: "supported", Verdict.INCONCLUSIVE: "inconclusive"}
_IN_FLIGHT = 4
_SERVERS = 2  # a record is judged in one thread, so two servers keep two cores busy
_BUILT = Path(__file__).parents[1] / "build" / "yardsticks"
MODES: tuple[str, ...] = get_args(BindingSettings.model_fields["mode"].annotation)
PRESETS: tuple[str, ...] = get_args(BindingSettings.model_fields["preset"].annotation)
_SHIPPED = "balanced"
_OF_PARTS = ("precision", "recall", "false_alarms", "open_right", "right", "wrong")


class Run(NamedTuple):
    """What was measured.

    Attributes:
        sets: Each set as a whole.
        plain: What is measured of plain answers alone.
        parts: The parts of the sets of others.
        refused: How many records were not judged.
    """

    sets: list[Measured]
    plain: list[dict[str, object]]
    parts: list[dict[str, object]]
    refused: list[str]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    if options.out is not None and len(options.records) != 1:
        print("--out takes the predictions of one file", file=sys.stderr)
        return 2
    whole = not options.records
    judged = whole and (options.mode, options.preset, options.every) == (MODES[0], _SHIPPED, 1)
    if options.write and not judged:
        print("--write takes everything, with the settings that ship", file=sys.stderr)
        return 2
    run = Run([], [], [], [])
    if whole:
        _plain(run)
    presets = PRESETS if options.preset == "all" else [options.preset]
    with ExitStack() as stack:
        clients = {name: _servers(stack, options.mode, name) for name in presets}
        ours = write_analysts(_BUILT) if whole else []
        for file in options.records or [*ours, *records.yardsticks()]:
            _file(run, file, clients, options, is_ours=file in ours)
    held = not judged or holds(run, write=options.write)
    return 0 if held and not run.refused else 1


def _plain(run: Run) -> None:
    """Measure plain answers, with the settings that ship."""
    found = plain.halves(SPLITS)
    run.sets.extend(plain.measured(half, judged) for half, judged in found.items())
    run.plain.extend({"half": half, **plain.figures(judged)} for half, judged in found.items())
    print(f"plain answers, with the settings that ship\n{table(run.plain)}", flush=True)


def _file(
    run: Run,
    file: Path,
    clients: Mapping[str, Sequence[Client]],
    options: argparse.Namespace,
    *,
    is_ours: bool,
) -> None:
    """Measure the records of one file."""
    loaded = records.read(file)
    if not loaded or "narrative" not in loaded[0] or "sources" in loaded[0]:
        print(f"\n{file.name}: no numbers to judge, left out")
        return
    chosen = loaded[:: options.every]
    columns = options.columns or records.columns_beside(file)
    print(f"\n{file.name}: {len(chosen)} records, mode {options.mode}")
    predictions: dict[str, Predictions] = {}
    for name, servers in clients.items():
        predictions[name], errors = _predict(servers, chosen, columns)
        run.refused.extend(errors)
        for error in errors[:10]:
            print(f"  refused: {error}")
    _print(chosen, predictions)
    sys.stdout.flush()
    first = next(iter(predictions.values()))
    if options.out is not None:
        _write(options.out, first)
    name = file.name.split(".")[0]
    run.sets.append(_measured(name, chosen, first))
    if not is_ours and "spec" not in chosen[0]:
        run.parts.extend(
            {"set": name, "part": group.group} | {key: group.row()[key] for key in _OF_PARTS}
            for group in _scores(chosen, first)[1:]
        )


def _measured(name: str, chosen: Sequence[Record], found: Predictions) -> Measured:
    """A set as a whole."""
    if "spec" in chosen[0]:
        return Measured(name, len(chosen), None, read_right(chosen, found), None, None)
    counted = _scores(chosen, found)[0]
    row = counted.measures()
    return Measured(
        name, len(chosen), row["precision"], row["recall"], row["false_alarms"], row["open_right"]
    )


def holds(run: Run, *, write: bool) -> bool:
    """Whether every set reaches its floor, and the page of figures says what was measured."""
    known = floors.load()
    sets = floors.rows(run.sets, known)
    print(f"\n{table(sets)}")
    missing = floors.absent(run.sets, known)
    if missing:
        print(f"not at hand, passed over: {', '.join(missing)} ({records.FOLDER_VARIABLE})")
    problems = floors.complaints(run.sets, known)
    if write and not missing and not run.refused:
        accuracy_page.FILE.write_text(accuracy_page.page(sets, run.plain, run.parts), "utf-8")
    elif write:
        problems.append("the page of figures takes every set: not written")
    elif accuracy_page.stale(accuracy_page.FILE.read_text("utf-8"), [sets, run.plain, run.parts]):
        problems.append("docs/accuracy-figures.md is out of date: make accuracy WRITE=1")
    for problem in problems:
        print(problem, file=sys.stderr)
    return not problems


def _servers(stack: ExitStack, mode: str, preset: str) -> list[Client]:
    """Private sidecars that bind in this way, as long as the stack lasts."""
    return [stack.enter_context(_local(mode, preset)) for _ in range(_SERVERS)]


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
        "--preset", choices=[*PRESETS, "all"], default=_SHIPPED, help="numeric.binding.preset"
    )
    parser.add_argument("--out", type=Path, help="where to write the predictions, as JSON lines")
    parser.add_argument("--write", action="store_true", help="replace the page of figures")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only every Nth record: a quick look"
    )
    return parser


def _predict(
    servers: Sequence[Client], chosen: Sequence[Record], columns: Path | None
) -> tuple[Predictions, list[str]]:
    """The claims of each record, and the errors of those that were refused."""
    metadata = json.loads(columns.read_text(encoding="utf-8")) if columns else {}
    predictions: Predictions = {}
    errors: list[str] = []

    def verify(client: Client, record: Record) -> tuple[str, list[Claim] | Exception]:
        try:
            return record["id"], _claims(client, record, metadata)
        except (VerifydError, _Failed) as error:
            return record["id"], error

    with ThreadPoolExecutor(_IN_FLIGHT) as pool:
        for done, (name, outcome) in enumerate(pool.map(verify, cycle(servers), chosen), 1):
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
    offered = {
        finding.repair.span: finding.repair.replacement
        for finding in report.findings
        if finding.repair is not None
    }
    return [
        {
            "start": binding.claim.span.start,
            "end": binding.claim.span.end,
            "verdict": _SAID.get(binding.verdict, "flagged"),
            "value": str(binding.claim.value),
        }
        | ({"repair": offered[binding.claim.span]} if binding.claim.span in offered else {})
        for binding in report.bindings
    ]


def _print(chosen: Sequence[Record], predictions: dict[str, Predictions]) -> None:
    """The figures of one set, for each preset; by kind of number only where there is one."""
    if "spec" in chosen[0]:
        for found in predictions.values():
            print(table(extraction(chosen, found)))
        return
    scores = [
        {"preset": name} | group.row()
        for name, found in predictions.items()
        for group in _scores(chosen, found)
    ]
    print(table(sorted(scores, key=lambda row: str(row["group"]) != "all")))
    if len(predictions) > 1:
        return
    for found in predictions.values():
        if any("right" in item for record in chosen for item in record["gold"]):
            told = repairs.figures(repairs.of_records(chosen, found), "numeric")
            print(f"\n{repairs.line(told)}")
        for key, label in (("derivation", "supported"), ("error", "unsupported")):
            if rows := breakdown(chosen, found, key, label):
                print(f"\n{table(rows)}")


def _scores(chosen: Sequence[Record], found: Predictions) -> list[Score]:
    """One score for a set, and one for each of its domains."""
    return score(chosen, found, "domain" if "domain" in chosen[0] else None)


def _write(path: Path, predictions: Predictions) -> None:
    with path.open("w", encoding="utf-8") if str(path) != "-" else nullcontext(sys.stdout) as out:
        for name, claims in predictions.items():
            print(json.dumps({"id": name, "claims": claims}), file=out)


if __name__ == "__main__":
    sys.exit(main())
