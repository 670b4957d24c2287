"""``verifyd audit balance``: what every account has, and whether all settlements add up."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from sidecar.cli.errors import UsageError

if TYPE_CHECKING:
    from sidecar.ledger.balance import Trial
    from sidecar.store.store import Store

_TIMEOUT_S = 60.0  # the store's own is shorter


async def balance(args: argparse.Namespace, store: Store) -> int:
    """Print the trial balance of each tenant that has settlements, or of one; the exit status."""
    from sidecar.ledger import audit_log  # noqa: PLC0415 (it brings the libraries)
    from sidecar.ledger.balance import trial_balance  # noqa: PLC0415

    heads = await audit_log.heads(store, args.tenant)
    if args.tenant is not None and not heads:
        raise UsageError("TENANT_UNKNOWN", f"the log has no records of {args.tenant!r}")
    trials = {}
    for head in heads:
        trials[head.tenant] = await store.run(
            lambda connection, tenant=head.tenant: trial_balance(connection, tenant),  # type: ignore[misc]
            _TIMEOUT_S,
        )
    if args.format == "json":
        print(json.dumps([_as_json(tenant, trial) for tenant, trial in trials.items()], indent=2))
    else:
        if not trials:
            print(f"{store.address}: no settlements")
        for tenant, trial in trials.items():
            print("\n".join(_as_text(tenant, trial)))
    return 0 if all(trial.holds for trial in trials.values()) else 1


def _rows(trial: Trial) -> list[tuple[str, str, str]]:
    """Each account's currency, name and amount."""
    from sidecar.settlement.currencies import written  # noqa: PLC0415

    found = [
        (account.currency, account.name, written(amount, account.currency))
        for account, amount in trial.balances.items()
    ]
    return sorted(found)


def _as_text(tenant: str, trial: Trial) -> list[str]:
    lines = [f"tenant {json.dumps(tenant)}: {'adds up' if trial.holds else 'DOES NOT ADD UP'}"]
    for currency, name, amount in _rows(trial):
        lines.append(f"  {currency} {amount:>16}  {json.dumps(name)[1:-1]}")
    lines += [f"  wrong postings: settlement {each}" for each in trial.unbalanced]
    return lines


def _as_json(tenant: str, trial: Trial) -> dict[str, object]:
    rows = [
        {"account": name, "currency": currency, "amount": amount}
        for currency, name, amount in _rows(trial)
    ]
    return {
        "tenant": tenant,
        "whole": trial.holds,
        "balances": rows,
        "unbalanced": trial.unbalanced,
    }
