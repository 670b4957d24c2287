"""``verifyd eval``: run an agent over a data set, and report, compare and gate what came of it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from pathlib import Path

from sidecar.cli import parsing
from sidecar.cli.terminal import STATUSES, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.settings.sources import SettingsError

_STATUSES = (
    "Exit status: 0 done and every gate passed, 1 a gate failed or no question was answered,\n"
    f"{STATUSES}"
)
_RUN_EXAMPLES = """\
Formats of --agent:
  python:my.agent:answer             A function (sync or async), or an object with a method answer.
  openai:http://localhost:8000/v1#M  Model M of an OpenAI-compatible endpoint.
  http://localhost:9000/answer       Gets each question as a JSON POST, returns {"answer": …}.
  grpc:unix:///run/agent.sock        verifyd.v1.AgentService; also grpc:host:port, grpcs:host:port.
  recorded:answers.jsonl             Recorded answers: {"id": "q1", "answer": "…"} on each line.

examples:
  verifyd eval run questions.yaml --agent python:my.agent:answer --parallel 4
  verifyd eval run questions.yaml --agent recorded:answers.jsonl --out runs/1 \\
      --fail-if "verification_pass_rate < 0.9"
  verifyd eval run questions.yaml --agent recorded:answers.jsonl --out runs/1 --resume

The first Ctrl-C lets the questions in progress finish, the second stops at once. --resume
continues the run.
"""
_REPORT_EXAMPLES = """\
examples:
  verifyd eval report runs/2 --html report.html --junit junit.xml
  verifyd eval report runs/2 --against runs/1 --fail-if "verification_pass_rate < 0.9"
"""
_REPORTS = {"html": "HTML", "junit": "JUnit XML", "markdown": "Markdown", "json": "JSON"}
_COMPARE_EXAMPLES = """\
example:
  verifyd eval compare runs/1 runs/2 --html comparison.html
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "eval",
        help="Run an agent over a data set of questions and verify its answers.",
        description="Run an agent over a data set of questions, verify every answer as in"
        " production, and report how good it is.",
    )
    each = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_run(each)
    _add_report(each)
    _add_compare(each)
    validate = each.add_parser(
        "validate",
        help="List every error in a data set.",
        description="List every error in a data set, without running an agent.",
        epilog=f"Exit status: 0 no errors, 1 errors, {STATUSES}",
    )
    validate.add_argument(
        "dataset", type=Path, metavar="DATASET", help="YAML, JSON or JSON Lines file."
    )
    validate.add_argument(
        "--config", type=Path, metavar="FILE", help="YAML file with settings, for success criteria."
    )
    parsing.add_env_file(validate)
    validate.set_defaults(run=lambda args: _guarded(_validate, args))


def _add_run(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = each.add_parser(
        "run",
        help="Ask an agent every question and verify the answers.",
        description="Ask an agent every question of a data set, and verify its answers.",
        epilog=f"{_RUN_EXAMPLES}\n{_STATUSES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "dataset", type=Path, metavar="DATASET", help="YAML, JSON or JSON Lines file."
    )
    parser.add_argument(
        "--agent", required=True, metavar="SPEC", help="Agent to evaluate (formats below)."
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="Folder of the run (default: eval-runs/DATASET-TIME).",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="Continue the run in the folder --out, if there is one.",
    )
    parser.add_argument(
        "--parallel",
        type=_counted(1),
        default=1,
        metavar="N",
        help="Number of questions asked at the same time (default: 1).",
    )
    parser.add_argument(
        "--processes",
        type=_counted(0),
        default=0,
        metavar="N",
        help="Number of processes that verify answers (default: 0, this process does).",
    )
    parser.add_argument(
        "--engine",
        choices=("local", "dask"),
        default="local",
        help="Where answers are verified: on this machine, or on a Dask cluster (default: local).",
    )
    parser.add_argument(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help="Address of the Dask scheduler, such as tcp://host:8786 (default: a cluster on this"
        " machine with --processes workers).",
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=120.0,
        metavar="S",
        help="Seconds for each question, retries included (default: 120).",
    )
    parser.add_argument(
        "--retries",
        type=_counted(0),
        default=2,
        metavar="N",
        help="Number of retries after a temporary error (default: 2).",
    )
    parser.add_argument("--tags", metavar="A,B", help="Only questions with any of these tags.")
    parser.add_argument(
        "--limit", type=_counted(1), metavar="N", help="Only the first N questions."
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(parser)
    parser.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="NAME",
        help="Run only this check (repeat for more).",
    )
    parser.add_argument(
        "--pages",
        choices=("failed", "all", "none"),
        default="failed",
        help="Answers for which a page with findings is written (default: failed).",
    )
    _add_gate(parser)
    parser.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="Format of the summary (default: text).",
    )
    _add_agent(parser)
    parser.set_defaults(run=lambda args: _guarded(_run, args))


def _add_agent(parser: argparse.ArgumentParser) -> None:
    agent = parser.add_argument_group("options for models and services")
    agent.add_argument(
        "--system-prompt", type=Path, metavar="FILE", help="File with the model's system prompt."
    )
    agent.add_argument(
        "--api-key-env",
        metavar="NAME",
        help="Environment variable with the agent's API key (default for models: OPENAI_API_KEY).",
    )
    agent.add_argument(
        "--max-tokens",
        type=_counted(1),
        default=4096,
        metavar="N",
        help="Most tokens of an answer (default: 4096).",
    )
    agent.add_argument(
        "--temperature", type=float, metavar="T", help="Temperature (default: the endpoint's own)."
    )
    agent.add_argument(
        "--price-input", type=_price, metavar="P", help="Price of a million prompt tokens."
    )
    agent.add_argument(
        "--price-output", type=_price, metavar="P", help="Price of a million answer tokens."
    )
    agent.add_argument(
        "--currency", default="USD", metavar="CODE", help="Currency of the prices (default: USD)."
    )


def _add_report(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = each.add_parser(
        "report",
        help="Write the reports of a run.",
        description="Write the reports of a run. Without a file option, print Markdown.",
        epilog=f"{_REPORT_EXAMPLES}\n{_STATUSES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="Folder of the run.")
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="Folder of an earlier run to compare with."
    )
    for name, title in _REPORTS.items():
        parser.add_argument(
            f"--{name}", type=Path, metavar="FILE", help=f"Write a report as {title} to this file."
        )
    _add_gate(parser)
    parser.set_defaults(run=lambda args: _guarded(_report, args))


def _add_compare(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = each.add_parser(
        "compare",
        help="Show what changed between two runs.",
        description="Show what changed between two runs, question by question.",
        epilog=f"{_COMPARE_EXAMPLES}\nExit status: 0 done, {STATUSES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before", type=Path, metavar="DIR", help="Folder of the earlier run.")
    parser.add_argument("after", type=Path, metavar="DIR", help="Folder of the later run.")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="Also write the comparison as HTML to this file."
    )
    parser.set_defaults(run=lambda args: _guarded(_compare, args))


def _add_gate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fail-if",
        action="append",
        default=[],
        metavar="EXPR",
        help='Exit with 1 if this condition holds, as in "verification_pass_rate < 0.9" (repeat for'
        " more).",
    )


def _run(args: argparse.Namespace) -> int:
    from sidecar.cli import eval_running  # noqa: PLC0415 (other commands do without all of it)

    return eval_running.run(args)


def _report(args: argparse.Namespace) -> int:
    from sidecar.cli import eval_reporting  # noqa: PLC0415 (as above)

    return eval_reporting.print_report(args)


def _compare(args: argparse.Namespace) -> int:
    from sidecar.cli import eval_reporting  # noqa: PLC0415 (as above)

    return eval_reporting.print_comparison(args)


def _validate(args: argparse.Namespace) -> int:
    from sidecar.evals.dataset import EvalDataset  # noqa: PLC0415 (as above)
    from sidecar.evals.plain import DatasetInvalid  # noqa: PLC0415 (as above)
    from sidecar.evals.verdicts import CriteriaJudge  # noqa: PLC0415 (as above)
    from sidecar.settings.loading import load  # noqa: PLC0415 (as above)

    if not args.dataset.is_file():
        why = "it is a folder" if args.dataset.is_dir() else "there is no such file"
        raise UsageError("FILE_UNREADABLE", f"cannot read {args.dataset}: {why}")
    try:
        dataset = EvalDataset.load(args.dataset)
        dataset.check()
    except DatasetInvalid as error:
        print(error)
        return 1
    criteria = CriteriaJudge(load(args.config, os.environ))
    wrong = [
        f"{args.dataset}: question {question.id!r}: success_criteria: {fault}"
        for question in dataset.questions
        for fault in criteria.faults(question)
    ]
    if wrong:
        print("\n".join(wrong))
        return 1
    tags = {tag for question in dataset.questions for tag in question.tags}
    print(f"{args.dataset}: {len(dataset.questions)} questions, {len(tags)} tags, nothing is wrong")
    return 0


def _guarded(command: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """What a command comes to; wrong input is reported in a line."""
    from sidecar.evals.agents import AgentInvalid  # noqa: PLC0415 (as above)
    from sidecar.evals.journal import JournalInvalid  # noqa: PLC0415 (as above)
    from sidecar.evals.plain import DatasetInvalid, RecordInvalid  # noqa: PLC0415 (as above)

    try:
        return command(args)
    except SettingsError as error:
        return refuse("eval", UsageError("SETTINGS_INVALID", str(error)))
    except (AgentInvalid, DatasetInvalid, JournalInvalid, RecordInvalid) as error:
        return refuse("eval", UsageError(error.reason, str(error)))
    except (UsageError, VerifydError) as error:
        return refuse("eval", error)


def _counted(least: int) -> Callable[[str], int]:
    def read(given: str) -> int:
        try:
            count = int(given)
        except ValueError:
            count = least - 1
        if count < least:
            raise argparse.ArgumentTypeError(f"{given!r} should be a number from {least}")
        return count

    return read


def _seconds(given: str) -> float:
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{given!r} should be seconds, at most a day")
    return seconds


def _price(given: str) -> Decimal:
    try:
        price = Decimal(given)
    except InvalidOperation:
        price = Decimal(-1)
    if not price.is_finite() or price < 0:
        raise argparse.ArgumentTypeError(f"{given!r} should be a price, such as 0.15")
    return price
