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

from sidecar.cli import calling, files, parsing, settling
from sidecar.cli.settling import format_parts
from sidecar.cli.terminal import STATUSES, UsageError, refuse
from sidecar.errors import VerifydError
from sidecar.model.formatting import format_plain
from sidecar.reports.outcome import render
from sidecar.reports.statement import format_total
from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError

if TYPE_CHECKING:
    from sidecar.model.outcome import CriteriaFault, OutcomeResult, SuccessCriteria, Threshold
    from sidecar.outcomes.engine import OutcomeEngine
    from sidecar.settings.root import Settings
    from sidecar.settlement.model import Breakdown, Terms

_MOST_BYTES = 1 << 20  # of a file of criteria


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "outcome",
        help="Validate success criteria, verify outcomes, and settle them.",
        description="Validate the success criteria of tasks, verify outcomes by them, and settle"
        " what they cost. The commands about settlements call a server that has a store.",
    )
    each = parser.add_subparsers(metavar="COMMAND", required=True)
    validate = each.add_parser(
        "validate",
        help="List every error in success criteria.",
        description="List every error in a file of success criteria.",
        epilog=f"Exit status: 0 no errors, 1 errors, {STATUSES}",
    )
    verify = each.add_parser(
        "verify",
        help="Verify what a task delivered.",
        description="Verify what a task delivered by the success criteria in a file.",
        epilog="Exit status: 0 success, 1 no success, 3 undecided because verifyd or a service it"
        f" depends on failed, {STATUSES}",
    )
    for one in (validate, verify):
        one.add_argument("criteria", type=Path, metavar="CRITERIA", help="YAML or JSON file.")
        one.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
        parsing.add_env_file(one)
        one.add_argument(
            "--format",
            choices=("text", "json"),
            default="text",
            help="Format of the result (default: text).",
        )
    verify.add_argument(
        "output", type=Path, metavar="OUTPUT", help="JSON file that the task delivered."
    )
    verify.add_argument(
        "--input", type=Path, metavar="FILE", help="JSON file with the input of the task."
    )
    verify.add_argument(
        "--metadata", type=Path, metavar="FILE", help="JSON file with measurements of the task."
    )
    verify.add_argument("--contract", default="", metavar="ID", help="Id of the contract.")
    verify.add_argument(
        "--example",
        type=int,
        default=1,
        metavar="N",
        help="Use the N-th document of a file with several (default: 1).",
    )
    settling.add_terms(verify, required=False)
    verify.add_argument(
        "--html", type=Path, metavar="FILE", help="Also write an HTML page to this file."
    )
    settling.add(each)
    validate.set_defaults(run=lambda args: _run(args, _validate))
    verify.set_defaults(run=lambda args: _run(args, _verify))


def _run(
    args: argparse.Namespace, command: Callable[[argparse.Namespace, Settings, OutcomeEngine], int]
) -> int:
    from sidecar.services.governance import make_engine  # noqa: PLC0415 (other commands do without)

    try:
        settings = load(args.config, os.environ)
        return command(args, settings, make_engine(settings))
    except SettingsError as error:
        return refuse("outcome", UsageError("SETTINGS_INVALID", str(error)))
    except UsageError as error:
        return refuse("outcome", error)


def _validate(args: argparse.Namespace, settings: Settings, engine: OutcomeEngine) -> int:
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


def _verify(args: argparse.Namespace, settings: Settings, engine: OutcomeEngine) -> int:
    """Print the result of a task."""
    from sidecar.model.outcome import Task  # noqa: PLC0415 (other commands do without)
    from sidecar.outcomes.engine import encode_task  # noqa: PLC0415 (as above)
    from sidecar.settlement.calculation import settle  # noqa: PLC0415 (as above)

    criteria = _criteria(args, engine)
    terms = _terms(args, criteria)
    task = Task(
        input=_object(args.input, settings),
        output=_object(args.output, settings),
        metadata=_object(args.metadata, settings),
        contract_id=args.contract,
    )
    verifying = engine.verify(
        criteria, task, encode_task(task), tenant="", in_thread=asyncio.to_thread
    )
    result = asyncio.run(verifying)
    cost = None
    if terms is not None and not result.faults:
        rounds = settings.outcomes.rounding == "settlement"
        cost = settle(terms, result.bonus, result.penalty, rounds=rounds)
    if args.html is not None:
        record = {"result": _plain(result, cost, terms)}
        files.write(args.html, render(record, title=str(args.output)).encode())
    if args.format == "json":
        calling.print_json(_plain(result, cost, terms))
    else:
        sys.stdout.write(_as_text(result, cost, terms))
    if result.faults:
        return calling.UNANSWERED
    return 0 if result.success else 1


def _terms(args: argparse.Namespace, criteria: SuccessCriteria) -> Terms | None:
    """What is agreed on, as the options say it; None where they say nothing."""
    from sidecar.model.currencies import is_money, wrong_currency  # noqa: PLC0415 (other commands)
    from sidecar.settlement.calculation import check  # noqa: PLC0415 (other commands do without)
    from sidecar.settlement.model import Terms  # noqa: PLC0415 (as above)

    caps = {name: getattr(args, name) for name in ("max_bonus", "max_penalty", "max_total")}
    if args.base is None:
        if any(caps.values()):
            raise UsageError("AMOUNT_INVALID", "a cap needs --base beside it")
        return None
    currency = args.base.currency
    if not is_money(currency):
        raise UsageError("CURRENCY_INVALID", wrong_currency(currency))
    for each in (args.base, *filter(None, caps.values())):
        if each.currency != currency:
            raise UsageError("CURRENCY_MIXED", "base cost and caps are in several currencies")
        if each.amount < 0:
            raise UsageError("AMOUNT_INVALID", f"{each.amount} {currency} is below 0")
    amounts = {name: cap and cap.amount for name, cap in caps.items()}
    terms = Terms(currency=currency, base=args.base.amount, **amounts)
    try:
        check(terms, criteria)
    except VerifydError as error:
        raise UsageError(error.reason, str(error)) from None
    return terms


def _criteria(args: argparse.Namespace, engine: OutcomeEngine) -> SuccessCriteria:
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
    # Asking a server does without it.
    from sidecar.outcomes.documents import DocumentUnreadable, parse_documents  # noqa: PLC0415 (above)

    try:
        found = parse_documents(files.read_bounded(path, _MOST_BYTES, "CRITERIA_INVALID"))
    except DocumentUnreadable as error:
        raise UsageError("CRITERIA_INVALID", f"{path}: {error}") from None
    if not found:
        raise UsageError("CRITERIA_INVALID", f"{path} holds no criteria")
    return found


def _object(path: Path | None, settings: Settings) -> dict[str, Any]:
    """The JSON object of a file; an empty one without a file."""
    # Asking a server does without it.
    from sidecar.structure.strict import TooDeep, UnrepairableJson, parse_strictly  # noqa: PLC0415 (above)

    if path is None:
        return {}
    most = settings.outcomes.max_task_bytes
    text = files.read_text(path, most, "OUTCOME_TOO_LARGE", "OUTCOME_MALFORMED")
    try:
        value = parse_strictly(text, settings.structure.max_depth).value
    except (UnrepairableJson, TooDeep) as error:
        raise UsageError("OUTCOME_MALFORMED", f"{path} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise UsageError("OUTCOME_MALFORMED", f"{path} is not a JSON object")
    return value


def _fault(fault: CriteriaFault) -> dict[str, object]:
    return {
        "code": fault.code,
        "index": fault.index,
        "metric": fault.metric,
        "field": fault.field,
        "message": fault.message,
    }


def _as_text(result: OutcomeResult, cost: Breakdown | None, terms: Terms | None) -> str:
    word = "NOT JUDGED" if result.faults else "SUCCESS" if result.success else "NO SUCCESS"
    lines = [word if result.faults else f"{word}: {result.reason}"]
    for one in result.criterion_results:
        ended = "open   " if one.fault else "met    " if one.met else "not met"
        lines.append(f"  {ended}  {one.reason}")
    lines += [f"  fault    {one.message} [{one.reason}]" for one in result.faults if not one.metric]
    lines += [f"  flag     {one.message} [{one.code}]" for one in result.governance_flags]
    if result.weighted_score is not None:
        lines.append(f"  score    {format_plain(result.weighted_score)}")
    if result.currency and not result.faults:
        bonus, penalty = format_plain(result.bonus), format_plain(result.penalty)
        lines.append(f"  bonus    {bonus}, penalty {penalty} {result.currency}")
    if cost is not None and terms is not None:
        lines.append(f"  cost     {format_total(cost, terms.currency)}: {format_parts(cost)}")
    return "\n".join(lines) + "\n"


def _plain(result: OutcomeResult, cost: Breakdown | None, terms: Terms | None) -> dict[str, object]:
    """The result with its numbers as text, so that they stay exact."""
    results = [
        {
            "metric": one.criterion.metric,
            "value": None if one.value is None else format_plain(one.value),
            "threshold": _threshold(one.criterion.threshold),
            "comparison": str(one.criterion.comparison),
            "met": one.met,
            "weight": format_plain(one.criterion.weight),
            "required": one.criterion.required,
            "bonus": format_plain(one.bonus),
            "penalty": format_plain(one.penalty),
            "error": one.error,
            "reason": one.reason,
            "fault": one.fault,
        }
        for one in result.criterion_results
    ]
    flags = [
        {"code": one.code, "metric": one.metric, "message": one.message, "refused": one.refuses}
        for one in result.governance_flags
    ]
    score = result.weighted_score
    faults = [
        {"reason": one.reason, "detail": one.detail, "metric": one.metric, "message": one.message}
        for one in result.faults
    ]
    return {
        "contract_id": result.contract_id,
        "success": result.success,
        "metrics": {name: format_plain(value) for name, value in result.metrics.items()},
        "criterion_results": results,
        "weighted_score": None if score is None else format_plain(score),
        "bonus": format_plain(result.bonus),
        "penalty": format_plain(result.penalty),
        "currency": result.currency,
        "governance_flags": flags,
        "reason": result.reason,
        "digest": result.digest,
        "custom_code_digest": result.custom_code_digest,
        "faults": faults,
        "cost": None if cost is None or terms is None else _cost(cost, terms.currency),
    }


def _threshold(given: Threshold) -> object:
    """A threshold as criteria write it, with its numbers as text."""
    from sidecar.model.outcome import Range  # noqa: PLC0415 (other commands do without)

    if isinstance(given, Range):
        return {"min": format_plain(given.min), "max": format_plain(given.max)}
    if isinstance(given, tuple):
        return list(given)
    return given if isinstance(given, bool) else format_plain(given)


def _cost(cost: Breakdown, currency: str) -> dict[str, str]:
    from sidecar.settlement.model import AMOUNTS  # noqa: PLC0415 (other commands do without)

    each = {name: f"{getattr(cost, name):f}" for name in AMOUNTS}
    return each | {"total": f"{cost.total:f}", "currency": currency}
