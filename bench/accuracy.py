"""How accurate is the numeric check? Annotated records through the eval runner.

    python -m bench.accuracy RECORDS.jsonl.gz --out PREDICTIONS.jsonl
    python -m bench.accuracy     both halves of every set of this repository, and every set of the
                                 folder that VERIFYD_YARDSTICKS names

Without files every set is held to its floor (``bench.floors``), and what was measured to
``docs/accuracy-figures.md``, which ``--write`` replaces; either makes the command fail.

Each record is a question with a recorded answer, which the numeric check verifies in processes of
the eval runner, citations not being required; with ``--runs DIR`` a run that was interrupted goes
on (clear it when the code has changed). The predictions hold each number that was found with its
verdict (``supported``, ``inconclusive`` or ``flagged``) and value; the table gives precision,
recall and false alarms together, for each set and domain, and where several people labelled the
same texts, for the numbers on which they agree; where the gold tells how a number is derived or
what is wrong with it, for each of those kinds as well. ``--preset all`` puts the three presets into
one table. A record that is refused, or whose check does not finish, is reported, and makes the
command fail.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import NamedTuple, get_args

from bench import accuracy_page, floors, plain, records, repairs
from bench.analysts.build import SPLITS
from bench.analysts.build import write as write_analysts
from bench.evaluated import Evaluation, numbers, read_kept_report, refusals, refused
from bench.floors import MeasuredFloor
from bench.scoring import (
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
from sidecar.evals.engines.local import LocalEngine
from sidecar.settings.root import Settings

_BUILT = Path(__file__).parents[1] / "build" / "yardsticks"
MODES: tuple[str, ...] = get_args(BindingSettings.model_fields["mode"].annotation)
PRESETS: tuple[str, ...] = get_args(BindingSettings.model_fields["preset"].annotation)
_SHIPPED = "balanced"
_OF_PARTS = ("precision", "recall", "false_alarms", "open_right", "right", "wrong")


class AccuracyRun(NamedTuple):
    """What was measured.

    Attributes:
        sets: Each set as a whole.
        plain: What is measured of plain answers alone.
        parts: The parts of the sets of others.
        refused: How many records were not judged.
    """

    sets: list[MeasuredFloor]
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
    shipped = MODES[0], _SHIPPED, 1
    chosen = options.mode, options.preset, options.every
    judged = whole and chosen == shipped
    if options.write and not judged:
        print("--write takes everything, with the settings that ship", file=sys.stderr)
        return 2
    run = AccuracyRun([], [], [], [])
    if whole:
        _plain(run)
    presets = PRESETS if options.preset == "all" else [options.preset]
    with ExitStack() as stack:
        ways = {name: stack.enter_context(_evaluation(options, name)) for name in presets}
        ours = write_analysts(_BUILT) if whole else []
        for file in options.records or [*ours, *records.yardsticks()]:
            _file(run, file, ways, options, is_ours=file in ours)
    held = holds(run, write=options.write) if judged else _compared(run)
    return 0 if held and not run.refused else 1


def _compared(run: AccuracyRun) -> bool:
    """Print the sets beside their floors, which are those of the settings that ship."""
    if run.plain:
        print(f"\n{table(floors.rows(run.sets, floors.load()))}")
    return True


def _plain(run: AccuracyRun) -> None:
    """Measure plain answers, with the settings that ship."""
    found = plain.halves(SPLITS)
    run.sets.extend(plain.measured(half, judged) for half, judged in found.items())
    run.plain.extend({"half": half, **plain.figures(judged)} for half, judged in found.items())
    print(f"plain answers, with the settings that ship\n{table(run.plain)}", flush=True)


def _file(
    run: AccuracyRun,
    file: Path,
    ways: Mapping[str, Evaluation],
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
    shared = records.metadata(file, options.columns)
    set_name = file.name.split(".")[0]
    print(f"\n{file.name}: {len(chosen)} records, mode {options.mode}")
    predictions: dict[str, Predictions] = {}
    for name, evaluation in ways.items():
        folder = options.runs and options.runs / f"{set_name}-{name}"
        predictions[name], errors = _predict(evaluation, chosen, shared, folder)
        run.refused.extend(errors)
        for error in errors[:10]:
            print(f"  refused: {error}")
    _print(chosen, predictions)
    sys.stdout.flush()
    first = next(iter(predictions.values()))
    if options.out is not None:
        _write(options.out, first)
    run.sets.append(_measured(set_name, chosen, first))
    if not is_ours and "spec" not in chosen[0]:
        run.parts.extend(
            {"set": set_name, "part": group.group} | {key: group.row()[key] for key in _OF_PARTS}
            for group in _scores(chosen, first)[1:]
        )


def _measured(name: str, chosen: Sequence[Record], found: Predictions) -> MeasuredFloor:
    """A set as a whole."""
    if "spec" in chosen[0]:
        return MeasuredFloor(name, len(chosen), None, read_right(chosen, found), None, None)
    counted = _scores(chosen, found)[0]
    row = counted.measures()
    return MeasuredFloor(
        name, len(chosen), row["precision"], row["recall"], row["false_alarms"], row["open_right"]
    )


def holds(run: AccuracyRun, *, write: bool) -> bool:
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


def _evaluation(options: argparse.Namespace, preset: str) -> Evaluation:
    """Processes that bind in this way."""
    binding = {"mode": options.mode, "preset": preset, "require_citation_first": False}
    settings = Settings.model_validate({"numeric": {"binding": binding}})
    engine = LocalEngine(settings, options.processes, checks=["numeric"], keep=numbers)
    return Evaluation(engine, settings)


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
    parser.add_argument(
        "--runs", type=Path, metavar="DIR", help="keep results there, and go on with what it has"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="that verify")
    parser.add_argument("--write", action="store_true", help="replace the page of figures")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only every Nth record: a quick look"
    )
    return parser


def _predict(
    evaluation: Evaluation, chosen: Sequence[Record], shared: records.Metadata, folder: Path | None
) -> tuple[Predictions, list[str]]:
    """The claims of each record, and the errors of those that were refused."""
    results = evaluation.results(chosen, shared, folder=folder)
    return {
        one.question.id: read_kept_report(one) for one in results if not refused(one)
    }, refusals(results)


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
