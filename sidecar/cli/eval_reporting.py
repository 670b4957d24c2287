"""What came of a run, for people and for programs: ``verifyd eval report`` and ``compare``."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sidecar.cli.terminal import UsageError
from sidecar.evals import gate
from sidecar.evals.comparing import compare
from sidecar.evals.gate import Gate, GateOutcome
from sidecar.evals.journal import PAGES, load_run, page_name
from sidecar.evals.metrics import calculate_metrics
from sidecar.evals.model import EvalResult, EvalRun, VerificationStatus
from sidecar.evals.reports import as_json, html, junit, markdown
from sidecar.evals.reports.html.comparison import render_comparison
from sidecar.reports.quoting import sanitize

_MOST_TOLD = 20
_SHOWN = 200


def summarize(run: EvalRun) -> Iterator[str]:
    """How the answers were judged, and what is wrong with the first that did not pass."""
    counts = Counter(_state(result) for result in run.results)
    total = sum(counts.values())
    told = ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))
    yield f"{sanitize(run.dataset_name)}: {total} questions: {told}"
    left = _MOST_TOLD
    for result in run.results:
        if left and _state(result) != "passed":
            left -= 1
            yield f"  {_state(result):<8} {sanitize(result.question.id)}: {_why(result)}"
    more = total - counts["passed"] - (_MOST_TOLD - left)
    if more:
        yield f"  … and {more} more"


def _state(result: EvalResult) -> str:
    if result.run.error:
        return "error"
    verification = result.run.verification
    return VerificationStatus.FAILED.value if verification is None else verification.status.value


def _why(result: EvalResult) -> str:
    verification = result.run.verification
    issues: Sequence[str] = verification.issues if verification else ()
    text = sanitize(result.run.error or (issues[0] if issues else ""))
    more = f" (and {len(issues) - 1} more)" if len(issues) > 1 else ""
    return f"{text[:_SHOWN]}{'…' if len(text) > _SHOWN else ''}{more}"


def parse_gates(expressions: Sequence[str]) -> list[Gate]:
    """The gates of a command line.

    Raises:
        UsageError: If an expression is none.
    """
    try:
        return [gate.parse_gate(expression) for expression in expressions]
    except gate.GateInvalid as error:
        raise UsageError("GATE_INVALID", str(error)) from None


def print_outcome(run: EvalRun, form: str, given: Sequence[Gate]) -> int:
    """Print what came of a run, and hold it to its gates; returns the exit status."""
    if form == "text":
        for line in summarize(run):
            print(line)
        return _judged(_outcomes(run, given)) or _unanswered(run)
    metrics = calculate_metrics(run.results)
    outcomes = gate.judge_all(given, metrics)
    if form == "json":
        sys.stdout.write(as_json.render(run, metrics, gates=outcomes))
    else:
        sys.stdout.write(markdown.render(run, metrics))
    return _judged(outcomes) or _unanswered(run)


def print_report(args: argparse.Namespace) -> int:
    """Write the reports of a run; returns the exit status."""
    given = parse_gates(args.fail_if)
    run, before = load_run(args.folder), load_run(args.against) if args.against else None
    if not run.complete:
        problem = f"{args.folder} has not ended: the report is incomplete"
        print(f"verifyd eval: {problem}", file=sys.stderr)
    metrics = calculate_metrics(run.results)
    outcomes = gate.judge_all(given, metrics)
    comparison = compare(before, run) if before else None
    writers: dict[str, Callable[[], str]] = {
        "markdown": lambda: markdown.render(run, metrics),
        "json": lambda: as_json.render(run, metrics, comparison=comparison, gates=outcomes),
        "junit": lambda: junit.render(run),
        "html": lambda: html.render(
            run,
            metrics,
            comparison=comparison,
            gates=outcomes,
            pages=_pages(args.folder, args.html, run),
        ),
    }
    wanted = [name for name in writers if getattr(args, name)]
    for name in wanted:
        _write(getattr(args, name), writers[name]())
    if not wanted:
        sys.stdout.write(writers["markdown"]())
    if comparison is not None:
        sys.stdout.write(markdown.render_compared(comparison))
    return _judged(outcomes) or _unfinished(run, outcomes) or _unanswered(run)


def print_comparison(args: argparse.Namespace) -> int:
    """Print what changed between two runs; returns the exit status."""
    before, after = load_run(args.before), load_run(args.after)
    found = compare(before, after)
    if args.html:
        pages = _pages(args.before, args.html, before), _pages(args.after, args.html, after)
        _write(args.html, render_comparison(found, before, after, pages))
    sys.stdout.write(markdown.render_compared(found))
    return 0


def _outcomes(run: EvalRun, given: Sequence[Gate]) -> list[GateOutcome]:
    return gate.judge_all(given, calculate_metrics(run.results)) if given else []


def _judged(outcomes: Sequence[GateOutcome]) -> int:
    """Tell how each gate ended; returns the exit status."""
    for one in outcomes:
        print(f"verifyd eval: gate {one.message}", file=sys.stderr)
    return int(any(one.failed for one in outcomes))


def _unfinished(run: EvalRun, outcomes: Sequence[GateOutcome]) -> int:
    """Tell where gates hold of the questions that ended, and the others may be any."""
    if run.complete or not outcomes:
        return 0
    print("verifyd eval: no gate holds before the run has ended", file=sys.stderr)
    return 1


def _unanswered(run: EvalRun) -> int:
    """Tell where the agent gave no answer at all, which nobody may take for a good run."""
    if not all(result.run.error for result in run.results):
        return 0
    print("verifyd eval: no question was answered", file=sys.stderr)
    return 1


def _pages(folder: Path, page: Path, run: EvalRun) -> dict[str, str]:
    """Where the pages of answers are, from the report's page, by the ids of their questions."""
    written = {path.name for path in folder.joinpath(PAGES).glob("*.html")}
    there = os.path.relpath(folder / PAGES, page.parent)
    names = ((one.question.id, page_name(one.question.id)) for one in run.results)
    return {called: f"{there}/{name}" for called, name in names if name in written}


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8", newline="")
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
