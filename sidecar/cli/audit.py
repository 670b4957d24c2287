"""``verifyd audit``: keys, export, checkpoints, and verifying a file of the audit log offline.

``keygen`` and ``verify`` need no server, no settings and no store: whoever verifies an audit file
need not trust, or even reach, where it was made.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from sidecar.cli.errors import STATUSES, UNREACHABLE, UsageError, refuse

_STDIN = "-"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "audit",
        help="verify the audit log of settlements, offline",
        description="The audit log: a chain of records for each tenant, and signed checkpoints.",
    )
    each = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_verify(each)
    _add_export(each)
    _add_checkpoint(each)
    _add_reconcile(each)
    _add_balance(each)
    keygen = each.add_parser(
        "keygen",
        help="make a pair of keys for checkpoints",
        description="Make a pair of Ed25519 keys in two new PEM files (extra audit).",
        epilog=f"Exit status: 0 made, {STATUSES}",
    )
    keygen.add_argument("private", type=Path, metavar="PRIVATE", help="signs; nobody else reads it")
    keygen.add_argument("public", type=Path, metavar="PUBLIC", help="verifies")
    keygen.set_defaults(run=lambda args: _run(args, _keygen))


def _add_verify(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    verify = each.add_parser(
        "verify",
        help="say whether an audit file is whole",
        description="Say whether an audit file is whole, or name the first thing that is wrong.",
        epilog=f"Exit status: 0 whole, 1 not; nothing verified: {STATUSES}",
    )
    verify.add_argument("file", metavar="FILE", help=f"the audit file; {_STDIN}: standard input")
    verify.add_argument("--checkpoints", type=Path, metavar="FILE", help="signed checkpoints")
    verify.add_argument(
        "--public-key",
        type=Path,
        action="append",
        default=[],
        metavar="PEM",
        help="a key that checkpoints may be signed with; may be given several times",
    )
    verify.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="copies of records, to compare",
    )
    verify.add_argument("--format", choices=("text", "json"), default="text")
    verify.set_defaults(run=lambda args: _run(args, _verify))


def _add_export(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = each.add_parser(
        "export",
        help="write the audit log of the store to a file",
        description="Write the audit log of the store to a file, and verify it on the way.",
        epilog=f"Exit status: 0 whole, 1 the log is damaged, {UNREACHABLE} the store cannot be"
        f" used, {STATUSES}",
    )
    export.add_argument("--tenant", metavar="NAME", help="of this one alone")
    export.add_argument("--out", type=Path, metavar="FILE", help="else standard output")
    export.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="where records of outcomes are written",
    )
    export.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings")
    export.set_defaults(run=lambda args: _run(args, _export))


def _add_checkpoint(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    checkpoint = each.add_parser(
        "checkpoint",
        help="sign how far the audit log of the store is",
        description="Verify what the log has had since the last checkpoints, and append one for"
        " each tenant with new records. Nothing is signed where something is wrong.",
        epilog=f"Exit status: 0 done, 1 the log is damaged or not that of the checkpoints before,"
        f" {UNREACHABLE} the store cannot be used, {STATUSES}",
    )
    checkpoint.add_argument(
        "--key", type=Path, required=True, metavar="PEM", help="the private key that signs"
    )
    checkpoint.add_argument(
        "--out", type=Path, metavar="FILE", help="what is appended to; else standard output"
    )
    checkpoint.add_argument(
        "--public-key",
        type=Path,
        action="append",
        default=[],
        metavar="PEM",
        help="of checkpoints in that file which an older key signed",
    )
    checkpoint.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings")
    checkpoint.set_defaults(run=lambda args: _run(args, _checkpoint))


def _add_reconcile(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reconcile = each.add_parser(
        "reconcile",
        help="compare every row of the ledger with the audit log",
        description="Compare every settlement, posting and record in the store with the audit log,"
        " and name the first difference of each tenant.",
        epilog=f"Exit status: 0 everything agrees, 1 something differs, {UNREACHABLE} the store"
        f" cannot be used, {STATUSES}",
    )
    reconcile.add_argument("--tenant", metavar="NAME", help="of this one alone")
    reconcile.add_argument("--format", choices=("text", "json"), default="text")
    reconcile.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings")
    reconcile.set_defaults(run=lambda args: _run(args, _reconcile))


def _add_balance(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    balance = each.add_parser(
        "balance",
        help="tell what every account has, and whether all settlements add up",
        description="The trial balance of each tenant, from the postings in the store.",
        epilog=f"Exit status: 0 everything adds up, 1 something does not, {UNREACHABLE} the store"
        f" cannot be used, {STATUSES}",
    )
    balance.add_argument("--tenant", metavar="NAME", help="of this one alone")
    balance.add_argument("--format", choices=("text", "json"), default="text")
    balance.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings")
    balance.set_defaults(run=lambda args: _run(args, _balance))


def _run(args: argparse.Namespace, command: Callable[[argparse.Namespace], int]) -> int:
    from sidecar.audit.keys import KeyUnusable  # noqa: PLC0415 (other commands do without)

    try:
        return command(args)
    except KeyUnusable as error:
        return refuse("audit", UsageError(error.reason, str(error)))
    except UsageError as error:
        return refuse("audit", error)


def _keygen(args: argparse.Namespace) -> int:
    from sidecar.audit import keys  # noqa: PLC0415 (other commands do without)

    print(f"key {keys.generate(args.private, args.public)}")
    return 0


def _export(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_store.export, args)


def _checkpoint(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_store.checkpoint, args)


def _reconcile(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_reconcile, audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_reconcile.reconcile, args)


def _balance(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_balance, audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_balance.balance, args)


def _verify(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_verify  # noqa: PLC0415 (other commands do without)

    return audit_verify.verify_file(args)
