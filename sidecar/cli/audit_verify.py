"""``verifyd audit verify``: whether a file is whole, without settings, store or server."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sidecar.audit import verifying
from sidecar.audit.faults import AuditFault
from sidecar.audit.verifying import FileVerdict, verify
from sidecar.cli.audit_words import describe, format_count, format_tenant
from sidecar.cli.terminal import UsageError

if TYPE_CHECKING:
    from sidecar.audit.checkpoints import CheckpointIndex

_STDIN = "-"
_LISTED = 20  # tenants with records past their last checkpoint
_UNSEEN = (
    "Without checkpoints it cannot be seen whether records are missing at the end, or whether a"
    " chain was made anew."
)


def verify_file(args: argparse.Namespace) -> int:
    """Print the verdict of a file; the exit status."""
    if bool(args.checkpoints) != bool(args.public_key):
        raise UsageError("OPTIONS_INVALID", "--checkpoints and --public-key need each other")
    try:
        marks = _marks(args)
    except AuditFault as fault:  # without trusted checkpoints, the file is not looked at
        verdict = FileVerdict(0, 0, 0, {}, fault)
    else:
        with _opened(args.file) as file, _copies(args.records) as copies:
            verdict = verify(verifying.read_records(file), marks, copies)
    if args.format == "json":
        print(json.dumps(_as_json(verdict), indent=2))
    else:
        print("\n".join(_as_text(verdict, args)))
    return 0 if verdict.fault is None else 1


def _marks(args: argparse.Namespace) -> CheckpointIndex | None:
    from sidecar.audit import checkpoints, keys  # noqa: PLC0415 (verifying does without)

    if not args.checkpoints:
        return None
    public = keys.read_public_keys(args.public_key)
    with _opened(args.checkpoints) as file:
        return checkpoints.read(verifying.read_checkpoints(file), public)


@contextmanager
def _copies(path: Path | None) -> Iterator[Iterator[bytes] | None]:
    """The lines of a file of copies, if there is one."""
    if path is None:
        yield None
        return
    with _opened(path) as file:
        yield verifying.read_copies(file)


@contextmanager
def _opened(name: str | Path) -> Iterator[BinaryIO]:
    """A file to read, or standard input."""
    try:
        if name == _STDIN:
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except OSError as error:
        raise UsageError("FILE_UNREADABLE", f"cannot read {name}: {error.strerror}") from None


def _as_text(verdict: FileVerdict, args: argparse.Namespace) -> list[str]:
    fault = verdict.fault
    if fault is not None:
        names = {"audit": args.file, "checkpoints": args.checkpoints, "records": args.records}
        name = names[fault.file]
        said = [f"{name}:{fault.line}: {describe(fault)}"]
        if fault.file == "checkpoints":
            return [*said, "No record was looked at, since the checkpoints cannot be trusted."]
        before = format_count(verdict.records, "record")
        return [*said, f"{before} before it {_are(verdict.records)} in place."]
    records, tenants = (
        format_count(verdict.records, "record"),
        format_count(verdict.tenants, "tenant"),
    )
    whole = f"{args.file}: whole: {records} of {tenants}"
    if verdict.checkpoints is not None:
        whole += f", up to {format_count(verdict.checkpoints, 'checkpoint')}"
    if verdict.copies is not None:
        copies = "copy agrees" if verdict.copies == 1 else "copies agree"
        whole += f"; {verdict.copies} {copies}"
    return [whole, *(_past(verdict) if verdict.checkpoints is not None else [_UNSEEN])]


def _past(verdict: FileVerdict) -> Iterator[str]:
    """What lies past the last checkpoints, if anything does."""
    if not verdict.past:
        return
    uncovered, tenants = verdict.uncovered, format_count(len(verdict.past), "tenant")
    yield (
        f"{format_count(uncovered, 'record')} of {tenants} {_are(uncovered)}"
        " past the last checkpoint: replaced or missing records cannot be seen there."
    )
    for tenant, records in islice(verdict.past.items(), _LISTED):
        yield f"  {format_tenant(tenant)}: {records}"
    if len(verdict.past) > _LISTED:
        yield f"  and {format_count(len(verdict.past) - _LISTED, 'more tenant')}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _as_json(verdict: FileVerdict) -> dict[str, object]:
    return {
        "whole": verdict.fault is None,
        "records": verdict.records,
        "tenants": verdict.tenants,
        "checkpoints": verdict.checkpoints,
        "copies": verdict.copies,
        "uncovered": verdict.uncovered,
        "past": [
            {"tenant": json.loads(tenant), "records": records}
            for tenant, records in verdict.past.items()
        ],
        "fault": None if verdict.fault is None else _fault(verdict.fault),
    }


def _fault(fault: AuditFault) -> dict[str, object]:
    return {
        "file": fault.file,
        "line": fault.line,
        "code": fault.code,
        "message": str(fault),
        "tenant": json.loads(fault.tenant) if fault.tenant else None,
        "sequence": fault.sequence,
    }
