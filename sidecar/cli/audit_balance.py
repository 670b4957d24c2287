"""``verifyd audit balance``: what every account has, and whether the books hold.

They hold where the postings of all entries add up, and every row is what the audit log says.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from sidecar.cli.audit_reconcile import difference_json, reconciled, told
from sidecar.store.errors import StoreUnavailable

if TYPE_CHECKING:
    from sidecar.ledger.balance import Trial
    from sidecar.ledger.reconciling import Reconciled
    from sidecar.store.store import Store

_TIMEOUT_S = 60.0  # the store's own is shorter


async def balance(args: argparse.Namespace, store: Store) -> int:
    """Print the trial balance of each tenant that has settlements, or of one; the exit status."""
    trials = [(one, await _trial(store, one)) for one in await reconciled(args, store)]
    if args.format == "json":
        print(json.dumps([_as_json(one, trial) for one, trial in trials], indent=2))
    else:
        if not trials:
            print(f"{store.address}: no settlements")
        for one, trial in trials:
            print("\n".join(_as_text(one, trial)))
    return 0 if all(_holds(one, trial) for one, trial in trials) else 1


async def _trial(store: Store, one: Reconciled) -> Trial:
    """The trial balance of a tenant; an empty one where its tables cannot even be added up."""
    from sidecar.ledger.balance import Trial, trial_balance  # noqa: PLC0415 (brings libraries)

    try:
        return await store.run(lambda connection: trial_balance(connection, one.tenant), _TIMEOUT_S)
    except (StoreUnavailable, TypeError, ValueError, ArithmeticError):
        if one.difference is None:
            raise
        return Trial({}, [])


def _holds(one: Reconciled, trial: Trial) -> bool:
    return one.difference is None and trial.holds


def _rows(trial: Trial) -> list[tuple[str, str, str]]:
    """Each account's currency, name and amount."""
    from sidecar.settlement.currencies import written  # noqa: PLC0415 (others do without)

    found = [
        (account.currency, account.name, written(amount, account.currency))
        for account, amount in trial.balances.items()
    ]
    return sorted(found)


def _as_text(one: Reconciled, trial: Trial) -> list[str]:
    verdict = "adds up" if one.difference is None else "DIFFERS FROM THE AUDIT LOG"
    if not trial.holds:
        verdict = "DOES NOT ADD UP"
    lines = [f"tenant {json.dumps(one.tenant)}: {verdict}"]
    for currency, name, amount in _rows(trial):
        lines.append(f"  {currency} {amount:>16}  {json.dumps(name)[1:-1]}")
    lines += [f"  wrong postings: settlement {each}" for each in trial.unbalanced]
    lines += [f"  {told(one.tenant, one.difference)}"] if one.difference else []
    return lines


def _as_json(one: Reconciled, trial: Trial) -> dict[str, object]:
    rows = [
        {"account": name, "currency": currency, "amount": amount}
        for currency, name, amount in _rows(trial)
    ]
    return {
        "tenant": one.tenant,
        "whole": _holds(one, trial),
        "balances": rows,
        "unbalanced": trial.unbalanced,
        "difference": difference_json(one),
    }
