"""``verifyd audit reconcile`` and ``balance``: is every row of the ledger what the audit log says?

``balance`` says what every account has as well. The books hold where the postings of all entries
add up, and every row is what the log says.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import TYPE_CHECKING

from sidecar.cli.audit_words import format_count
from sidecar.cli.terminal import Progress, UsageError
from sidecar.settings.loading import load
from sidecar.store.errors import StoreUnavailable

if TYPE_CHECKING:
    from sidecar.ledger.reconciling import LedgerDifference, Reconciliation
    from sidecar.ledger.statements import TrialBalance
    from sidecar.store.store import Store

_DAY_US = 24 * 60 * 60 * 1_000_000
_TIMEOUT_S = 60.0  # the store's own is shorter


async def reconcile(args: argparse.Namespace, store: Store) -> int:
    """Print the first difference of each tenant, or that there is none; the exit status."""
    found = await reconcile_tenants(args, store)
    wrong = [one for one in found if one.difference is not None]
    if args.format == "json":
        print(json.dumps([tenant_to_json(one) for one in found], indent=2))
    elif wrong:
        print(
            "\n".join(
                describe_difference(one.tenant, one.difference) for one in wrong if one.difference
            )
        )
    else:
        records = format_count(sum(one.records for one in found), "record")
        whose = f"{records} of {format_count(len(found), 'tenant')}"
        print(f"{store.address}: every row agrees with the audit log: {whose}")
    return 1 if wrong else 0


async def reconcile_tenants(args: argparse.Namespace, store: Store) -> list[Reconciliation]:
    """Each tenant, or the one that is asked for, compared with its log.

    Raises:
        UsageError: If there is no such tenant.
    """
    from sidecar.ledger import reconciling  # noqa: PLC0415 (it brings the libraries)

    keep_days = load(args.config, os.environ).outcomes.keep_days
    since_us = time.time_ns() // 1000 - keep_days * _DAY_US if keep_days else 0
    tenants = await reconciling.list_tenants(store)
    if args.tenant is not None:
        tenants = [tenant for tenant in tenants if tenant == args.tenant.encode()]
        if not tenants:
            raise UsageError("TENANT_UNKNOWN", f"the log has no records of {args.tenant!r}")
    found: list[Reconciliation] = []
    with Progress(sys.stderr) as progress:
        for tenant in tenants:
            before = sum(one.records for one in found)

            def step(records: int, before: int = before) -> None:
                progress.step(f"{format_count(before + records, 'record')} compared")

            found.append(await reconciling.reconcile(store, tenant, since_us, step))
    return found


def describe_difference(tenant: str, difference: LedgerDifference) -> str:
    """A difference in a line for people."""
    where = [f"tenant {json.dumps(tenant)}"]
    where += [f"record {difference.sequence}"] if difference.sequence else []
    where += [f"entry {json.dumps(difference.entry)[1:-1]}"] if difference.entry else []
    place = difference.table + (f".{difference.column}" if difference.column else "")
    if difference.code == "VALUE_DIFFERS":
        what = f"the log says {difference.logged}, the table has {difference.found}"
    else:
        detail = difference.found or difference.logged
        what = difference.message + (f" ({detail})" if detail else "")
    return f"{', '.join(where)}: {place}: {what} [{difference.code}]"


def tenant_to_json(one: Reconciliation) -> dict[str, object]:
    """A tenant for programs."""
    return {"tenant": one.tenant, "records": one.records, "difference": difference_to_json(one)}


def difference_to_json(one: Reconciliation) -> dict[str, object] | None:
    """What differs, for programs; None where nothing does."""
    found = one.difference
    if found is None:
        return None
    return {
        "code": found.code,
        "message": found.message,
        "sequence": int(found.sequence) if found.sequence.isdecimal() else found.sequence,
        "entry": found.entry,
        "table": found.table,
        "column": found.column,
        "logged": found.logged,
        "found": found.found,
    }


async def print_balance(args: argparse.Namespace, store: Store) -> int:
    """Print the trial balance of each tenant that has settlements, or of one; the exit status."""
    trials = [(one, await _trial(store, one)) for one in await reconcile_tenants(args, store)]
    if args.format == "json":
        print(json.dumps([_balance_json(one, trial) for one, trial in trials], indent=2))
    else:
        if not trials:
            print(f"{store.address}: no settlements")
        for one, trial in trials:
            print("\n".join(_balance_text(one, trial)))
    return 0 if all(_holds(one, trial) for one, trial in trials) else 1


async def _trial(store: Store, one: Reconciliation) -> TrialBalance:
    """The trial balance of a tenant; an empty one where its tables cannot even be added up."""
    from sidecar.ledger.statements import TrialBalance, compute_trial_balance  # noqa: PLC0415 (brings libraries)

    try:
        return await store.run(
            lambda connection: compute_trial_balance(connection, one.tenant), _TIMEOUT_S
        )
    except (StoreUnavailable, TypeError, ValueError, ArithmeticError):
        if one.difference is None:
            raise
        return TrialBalance({}, [])


def _holds(one: Reconciliation, trial: TrialBalance) -> bool:
    return one.difference is None and trial.holds


def _rows(trial: TrialBalance) -> list[tuple[str, str, str]]:
    """Each account's currency, name and amount."""
    from sidecar.settlement.model import format_amount  # noqa: PLC0415 (others do without)

    found = [
        (account.currency, account.name, format_amount(amount, account.currency))
        for account, amount in trial.balances.items()
    ]
    return sorted(found)


def _balance_text(one: Reconciliation, trial: TrialBalance) -> list[str]:
    verdict = "adds up" if one.difference is None else "DIFFERS FROM THE AUDIT LOG"
    if not trial.holds:
        verdict = "DOES NOT ADD UP"
    lines = [f"tenant {json.dumps(one.tenant)}: {verdict}"]
    for currency, name, amount in _rows(trial):
        lines.append(f"  {currency} {amount:>16}  {json.dumps(name)[1:-1]}")
    lines += [f"  wrong postings: settlement {each}" for each in trial.unbalanced]
    lines += [f"  {describe_difference(one.tenant, one.difference)}"] if one.difference else []
    return lines


def _balance_json(one: Reconciliation, trial: TrialBalance) -> dict[str, object]:
    rows = [
        {"account": name, "currency": currency, "amount": amount}
        for currency, name, amount in _rows(trial)
    ]
    return {
        "tenant": one.tenant,
        "whole": _holds(one, trial),
        "balances": rows,
        "unbalanced": trial.unbalanced,
        "difference": difference_to_json(one),
    }
