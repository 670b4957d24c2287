"""``verifyd outcome``: success criteria from files, without a server; ``settling`` has the rest."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidecar.cli import files, settling
from sidecar.cli.errors import STATUSES, UsageError, refuse
from sidecar.model.decimals import plain
from sidecar.reports.outcome import page
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

if TYPE_CHECKING:
    from sidecar.model.outcome import CriteriaFault, OutcomeResult, SuccessCriteria
    from sidecar.outcomes.engine import Engine
    from sidecar.settings.root import Settings

_MOST_BYTES = 1 << 20  # of a file of criteria


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "outcome",
        help="validate success criteria, verify outcomes by them, and settle those",
        description="Success criteria of tasks: what is wrong with them, who meets them, and what"
        " that costs. Settling, and all that lists or shows settlements, asks a server with a"
        " store.",
    )
    each = parser.add_subparsers(metavar="COMMAND", required=True)
    validate = each.add_parser(
        "validate",
        help="tell everything that is wrong with criteria",
        description="Tell everything that is wrong with success criteria in a file.",
        epilog=f"Exit status: 0 nothing is wrong, 1 something is; {STATUSES}",
    )
    verify = each.add_parser(
        "verify",
        help="verify what a task delivered",
        description="Verify what a task delivered by success criteria in a file.",
        epilog=f"Exit status: 0 success, 1 no success; nothing judged: {STATUSES}",
    )
    for one in (validate, verify):
        one.add_argument("criteria", type=Path, metavar="CRITERIA", help="YAML or JSON")
        one.add_argument("--config", type=Path, metavar="FILE", help="YAML with settings")
        one.add_argument("--format", choices=("text", "json"), default="text")
    verify.add_argument("output", type=Path, metavar="OUTPUT", help="JSON that was delivered")
    verify.add_argument("--input", type=Path, metavar="FILE", help="JSON that the task was given")
    verify.add_argument("--metadata", type=Path, metavar="FILE", help="JSON that was measured")
    verify.add_argument("--contract", default="", metavar="ID", help="the contract")
    verify.add_argument(
        "--example", type=int, default=1, metavar="N", help="which criteria of several in a file"
    )
    verify.add_argument("--html", type=Path, metavar="FILE", help="write a page, too")
    settling.add(each)
    validate.set_defaults(run=lambda args: _run(args, _validate))
    verify.set_defaults(run=lambda args: _run(args, _verify))


def _run(
    args: argparse.Namespace, command: Callable[[argparse.Namespace, Settings, Engine], int]
) -> int:
    from sidecar.services.governance import engine  # noqa: PLC0415 (other commands do without)

    try:
        settings = load(args.config, os.environ)
        return command(args, settings, engine(settings))
    except SettingsError as error:
        return refuse("outcome", UsageError("SETTINGS_INVALID", str(error)))
    except UsageError as error:
        return refuse("outcome", error)


def _validate(args: argparse.Namespace, settings: Settings, engine: Engine) -> int:
    """Print the faults of every criteria of a file."""
    read = [engine.read(given) for given in _documents(args.criteria)]
    if args.format == "json":
        print(json.dumps([[_fault(fault) for fault in one.faults] for one in read], indent=2))
    else:
        for place, one in enumerate(read, 1):
            where = f"{args.criteria}, example {place}" if len(read) > 1 else f"{args.criteria}"
            for fault in one.faults:
                print(f"{where}: {fault.message} [{fault.code}]")
            if one.criteria is not None:
                print(f"{where}: {len(one.criteria.criteria)} criteria, nothing is wrong")
    return int(any(one.faults for one in read))


def _verify(args: argparse.Namespace, settings: Settings, engine: Engine) -> int:
    """Print the result of a task."""
    from sidecar.model.outcome import Task  # noqa: PLC0415 (other commands do without)
    from sidecar.outcomes.engine import canonical  # noqa: PLC0415

    criteria = _criteria(args, engine)
    task = Task(
        input=_object(args.input, settings),
        output=_object(args.output, settings),
        metadata=_object(args.metadata, settings),
        contract_id=args.contract,
    )
    verifying = engine.verify(
        criteria, task, canonical(task), tenant="", in_thread=asyncio.to_thread
    )
    result = asyncio.run(verifying)
    if args.html is not None:
        files.write(args.html, page({"result": json.loads(_as_json(result))}).encode())
    sys.stdout.write(_as_json(result) if args.format == "json" else _as_text(result))
    return 0 if result.success else 1


def _criteria(args: argparse.Namespace, engine: Engine) -> SuccessCriteria:
    each = _documents(args.criteria)
    if not 1 <= args.example <= len(each):
        message = f"{args.criteria} holds {len(each)} criteria; --example is {args.example}"
        raise UsageError("CRITERIA_INVALID", message)
    read = engine.read(each[args.example - 1])
    if read.criteria is None:
        told = "; ".join(f"{fault.message} [{fault.code}]" for fault in read.faults)
        raise UsageError("CRITERIA_INVALID", f"{args.criteria}: {told}")
    return read.criteria


def _documents(path: Path) -> Sequence[object]:
    from sidecar.outcomes.documents import DocumentUnreadable, documents  # noqa: PLC0415

    try:
        found = documents(files.bounded(path, _MOST_BYTES, "CRITERIA_INVALID"))
    except DocumentUnreadable as error:
        raise UsageError("CRITERIA_INVALID", f"{path}: {error}") from None
    if not found:
        raise UsageError("CRITERIA_INVALID", f"{path} holds no criteria")
    return found


def _object(path: Path | None, settings: Settings) -> dict[str, Any]:
    """The JSON object of a file; an empty one without a file."""
    from sidecar.structure.strict import NotJson, TooDeep, strictly  # noqa: PLC0415

    if path is None:
        return {}
    data = files.bounded(path, settings.outcomes.max_task_bytes, "OUTCOME_TOO_LARGE")
    try:
        value = strictly(data.decode(), settings.structure.max_depth).value
    except (NotJson, TooDeep, UnicodeDecodeError) as error:
        raise UsageError("OUTCOME_MALFORMED", f"{path} is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise UsageError("OUTCOME_MALFORMED", f"{path} is no JSON object")
    return value


def _fault(fault: CriteriaFault) -> dict[str, object]:
    return {
        "code": fault.code,
        "index": fault.index,
        "metric": fault.metric,
        "field": fault.field,
        "message": fault.message,
    }


def _as_text(result: OutcomeResult) -> str:
    lines = [f"{'SUCCESS' if result.success else 'NO SUCCESS'}: {result.reason}"]
    for one in result.criterion_results:
        lines.append(f"  {'met    ' if one.met else 'not met'}  {one.reason}")
    lines += [f"  flag     {one.message} [{one.code}]" for one in result.governance_flags]
    if result.weighted_score is not None:
        lines.append(f"  score    {plain(result.weighted_score)}")
    if result.currency:
        money = f"{plain(result.bonus)}, penalty {plain(result.penalty)} {result.currency}"
        lines.append(f"  bonus    {money}")
    return "\n".join(lines) + "\n"


def _as_json(result: OutcomeResult) -> str:
    """The result with its numbers as text, so that they stay exact."""
    results = [
        {
            "metric": one.criterion.metric,
            "value": None if one.value is None else plain(one.value),
            "met": one.met,
            "bonus": plain(one.bonus),
            "penalty": plain(one.penalty),
            "error": one.error,
            "reason": one.reason,
        }
        for one in result.criterion_results
    ]
    flags = [
        {"code": one.code, "metric": one.metric, "message": one.message, "refused": one.refuses}
        for one in result.governance_flags
    ]
    score = result.weighted_score
    whole = {
        "contract_id": result.contract_id,
        "success": result.success,
        "metrics": {name: plain(value) for name, value in result.metrics.items()},
        "criterion_results": results,
        "weighted_score": None if score is None else plain(score),
        "bonus": plain(result.bonus),
        "penalty": plain(result.penalty),
        "currency": result.currency,
        "governance_flags": flags,
        "reason": result.reason,
        "digest": result.digest,
        "custom_code_digest": result.custom_code_digest,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
