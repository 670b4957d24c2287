"""``verifyd audit``: keys, export, checkpoints, and verifying a file of the audit log offline.

``keygen`` and ``verify`` need no server, no settings and no store: anyone who verifies an audit
file need not trust, or even reach, where it was made.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from sidecar.cli import parsing
from sidecar.cli.terminal import STATUSES, UNREACHABLE, UsageError, refuse

_STDIN = "-"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "audit",
        help="Export, sign and verify the audit log of settlements.",
        description="Export, sign and verify the audit log: a hash chain of records for each"
        " tenant, and signed checkpoints.",
    )
    each = parser.add_subparsers(metavar="COMMAND", required=True)
    _add_verify(each)
    _add_export(each)
    _add_checkpoint(each)
    _add_reconcile(each)
    _add_balance(each)
    keygen = each.add_parser(
        "keygen",
        help="Generate a key pair for checkpoints.",
        description="Generate an Ed25519 key pair in two new PEM files (needs the extra audit).",
        epilog=f"Exit status: 0 done, {STATUSES}",
    )
    keygen.add_argument(
        "private", type=Path, metavar="PRIVATE", help="File for the private key, which signs."
    )
    keygen.add_argument("public", type=Path, metavar="PUBLIC", help="File for the public key.")
    keygen.set_defaults(run=lambda args: _run(args, _keygen))


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="Format of the result (default: text).",
    )


def _add_verify(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    verify = each.add_parser(
        "verify",
        help="Verify the integrity of an audit file.",
        description="Verify the integrity of an audit file, or name the first error in it. Needs no"
        " server.",
        epilog=f"Exit status: 0 intact, 1 damaged, {STATUSES}",
    )
    verify.add_argument("file", metavar="FILE", help=f"Audit file; {_STDIN} reads stdin.")
    verify.add_argument(
        "--checkpoints", type=Path, metavar="FILE", help="File with signed checkpoints."
    )
    verify.add_argument(
        "--public-key",
        type=Path,
        action="append",
        default=[],
        metavar="PEM",
        help="Public key that checkpoints may be signed with (repeat for more).",
    )
    verify.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="File with copies of records to compare with.",
    )
    _add_format(verify)
    verify.set_defaults(run=lambda args: _run(args, _verify))


def _add_export(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    export = each.add_parser(
        "export",
        help="Write the audit log of the store to a file.",
        description="Write the audit log of the store to a file, and verify it at the same time.",
        epilog=f"Exit status: 0 intact, 1 the log is damaged, {UNREACHABLE} the store cannot be"
        f" used, {STATUSES}",
    )
    export.add_argument("--tenant", metavar="NAME", help="Only this tenant.")
    export.add_argument("--out", type=Path, metavar="FILE", help="File to write (default: stdout).")
    export.add_argument(
        "--records",
        type=Path,
        metavar="FILE",
        help="File for the records of outcomes.",
    )
    export.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(export)
    export.set_defaults(run=lambda args: _run(args, _export))


def _add_checkpoint(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    checkpoint = each.add_parser(
        "checkpoint",
        help="Sign a checkpoint of the audit log of the store.",
        description="Verify what was added to the log since the last checkpoints, and append a"
        " signed checkpoint for each tenant with new records. A damaged log is not signed.",
        epilog=f"Exit status: 0 done, 1 the log is damaged or does not fit earlier checkpoints,"
        f" {UNREACHABLE} the store cannot be used, {STATUSES}",
    )
    checkpoint.add_argument(
        "--key",
        type=Path,
        required=True,
        metavar="PEM",
        help="File with the private key that signs.",
    )
    checkpoint.add_argument(
        "--out", type=Path, metavar="FILE", help="File to append to (default: stdout)."
    )
    checkpoint.add_argument(
        "--public-key",
        type=Path,
        action="append",
        default=[],
        metavar="PEM",
        help="Public key of checkpoints in that file that an older key signed.",
    )
    checkpoint.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(checkpoint)
    checkpoint.set_defaults(run=lambda args: _run(args, _checkpoint))


def _add_reconcile(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    reconcile = each.add_parser(
        "reconcile",
        help="Compare every row of the ledger with the audit log.",
        description="Compare every settlement, posting and record in the store with the audit log,"
        " and name the first difference of each tenant.",
        epilog=f"Exit status: 0 everything agrees, 1 something differs, {UNREACHABLE} the store"
        f" cannot be used, {STATUSES}",
    )
    reconcile.add_argument("--tenant", metavar="NAME", help="Only this tenant.")
    _add_format(reconcile)
    reconcile.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(reconcile)
    reconcile.set_defaults(run=lambda args: _run(args, _reconcile))


def _add_balance(each: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    balance = each.add_parser(
        "balance",
        help="Show the balance of every account, and whether all settlements add up.",
        description="Compute the trial balance of each tenant from the postings in the store.",
        epilog=f"Exit status: 0 balanced, 1 not balanced, {UNREACHABLE} the store"
        f" cannot be used, {STATUSES}",
    )
    balance.add_argument("--tenant", metavar="NAME", help="Only this tenant.")
    _add_format(balance)
    balance.add_argument("--config", type=Path, metavar="FILE", help="YAML file with settings.")
    parsing.add_env_file(balance)
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

    return audit_store.run(audit_store.export_log, args)


def _checkpoint(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_store.sign_checkpoints, args)


def _reconcile(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_ledger, audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_ledger.reconcile, args)


def _balance(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_ledger, audit_store  # noqa: PLC0415 (it reads the settings)

    return audit_store.run(audit_ledger.print_balance, args)


def _verify(args: argparse.Namespace) -> int:
    from sidecar.cli import audit_verify  # noqa: PLC0415 (other commands do without)

    return audit_verify.verify_file(args)
