"""``verifyd audit reconcile``: whether every row of the ledger is what the audit log says."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import TYPE_CHECKING

from sidecar.cli.audit_words import count
from sidecar.cli.errors import UsageError
from sidecar.cli.progress import Progress
from sidecar.settings.loading import load

if TYPE_CHECKING:
    from sidecar.ledger.reconciling import Difference, Reconciled
    from sidecar.store.store import Store

_DAY_US = 24 * 60 * 60 * 1_000_000


async def reconcile(args: argparse.Namespace, store: Store) -> int:
    """Print the first difference of each tenant, or that there is none; the exit status."""
    found = await reconciled(args, store)
    wrong = [one for one in found if one.difference is not None]
    if args.format == "json":
        print(json.dumps([as_json(one) for one in found], indent=2))
    elif wrong:
        print("\n".join(told(one.tenant, one.difference) for one in wrong if one.difference))
    else:
        records = count(sum(one.records for one in found), "record")
        whose = f"{records} of {count(len(found), 'tenant')}"
        print(f"{store.address}: every row agrees with the audit log: {whose}")
    return 1 if wrong else 0


async def reconciled(args: argparse.Namespace, store: Store) -> list[Reconciled]:
    """Each tenant, or the one that is asked for, compared with its log.

    Raises:
        UsageError: If there is no such tenant.
    """
    from sidecar.ledger import reconciling  # noqa: PLC0415 (it brings the libraries)

    keep_days = load(args.config, os.environ).outcomes.keep_days
    since_us = time.time_ns() // 1000 - keep_days * _DAY_US if keep_days else 0
    tenants = await reconciling.tenants(store)
    if args.tenant is not None:
        tenants = [tenant for tenant in tenants if tenant == args.tenant.encode()]
        if not tenants:
            raise UsageError("TENANT_UNKNOWN", f"the log has no records of {args.tenant!r}")
    found: list[Reconciled] = []
    with Progress(sys.stderr) as progress:
        for tenant in tenants:
            before = sum(one.records for one in found)

            def step(records: int, before: int = before) -> None:
                progress.step(f"{count(before + records, 'record')} compared")

            found.append(await reconciling.reconcile(store, tenant, since_us, step))
    return found


def told(tenant: str, difference: Difference) -> str:
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


def as_json(one: Reconciled) -> dict[str, object]:
    """A tenant for programs."""
    return {"tenant": one.tenant, "records": one.records, "difference": difference_json(one)}


def difference_json(one: Reconciled) -> dict[str, object] | None:
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
