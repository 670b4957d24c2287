"""``verifyd audit export`` and ``checkpoint``: what reads the audit log in the store."""

from __future__ import annotations

import argparse
import fcntl
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sidecar.audit import checkpoints, keys, verifying
from sidecar.audit.checkpoints import CheckpointIndex
from sidecar.audit.faults import AuditFault
from sidecar.audit.verifying import FileVerifier
from sidecar.cli import audit_ledger
from sidecar.cli.audit_words import describe, format_count
from sidecar.cli.store import run_with_store
from sidecar.cli.terminal import UsageError

if TYPE_CHECKING:
    from sidecar.ledger.audit_log import ChainHead
    from sidecar.store.store import Store

_DAMAGED = 1

Command = Callable[[argparse.Namespace, "Store"], Awaitable[int]]


def run(command: Command, args: argparse.Namespace) -> int:
    """Do it with the store that the settings name; returns the exit status.

    Raises:
        UsageError: If there is none, or an option is wrong.
    """

    async def work(store: Store) -> int:
        _expect(store)
        return await command(args, store)

    return run_with_store("audit", args.config, work)


async def export_log(args: argparse.Namespace, store: Store) -> int:
    """Write the log of all tenants, or of one; all that is there, even where that is damaged."""
    from sidecar.ledger import audit_log  # noqa: PLC0415 (it brings the libraries)

    try:
        found = await audit_log.read_heads(store, args.tenant)
    except AuditFault as wrong:
        return _damaged(store, describe(wrong))
    if args.tenant is not None and not found:
        raise UsageError("TENANT_UNKNOWN", f"the log has no records of {args.tenant!r}")
    verifier = FileVerifier(_of_store(found))
    fault: AuditFault | None = None
    with _open_output(args.out) as out:
        for head in found:
            async for line in audit_log.read_lines(store, head):
                out.write(line)
                fault = fault or _take_line(verifier, line)
    await _export_copies(args.records, store, found)
    fault = fault or _end_verifier(verifier)
    if fault is not None:
        return _damaged(store, describe(fault))
    for one in await audit_ledger.reconcile_tenants(args, store):
        if one.difference is not None:
            return _damaged(store, audit_ledger.describe_difference(one.tenant, one.difference))
    records = format_count(verifier.records, "record")
    print(
        f"{store.address}: {records} of {format_count(len(verifier.chains), 'tenant')}",
        file=sys.stderr,
    )
    return 0


async def _export_copies(path: Path | None, store: Store, found: list[ChainHead]) -> None:
    """Write the records that are kept, if they are asked for."""
    from sidecar.ledger import audit_log  # noqa: PLC0415 (it brings the libraries)

    if path is None:
        return
    with _open_output(path) as out:
        for head in found:
            async for copy in audit_log.read_copies(store, head):
                out.write(copy)


def _damaged(store: Store, problem: str) -> int:
    print(f"verifyd audit: the log in {store.address}: {problem}", file=sys.stderr)
    return _DAMAGED


async def sign_checkpoints(args: argparse.Namespace, store: Store) -> int:
    """Sign the heads of chains that go on from the checkpoints before, and append that."""
    from sidecar.ledger import audit_log  # noqa: PLC0415 (it brings the libraries)

    private = keys.read_private_key(args.key)
    own = private.public_key()
    public = {**keys.read_public_keys(args.public_key), keys.key_name(own).encode(): own}
    try:
        with _appended(args.out) as out:
            before = CheckpointIndex()
            if out is not None and os.fstat(out.fileno()).st_size:
                before = checkpoints.read(verifying.read_checkpoints(out), public)
            found = await audit_log.follow(store, before)
            moment = datetime.now(UTC)
            made = [
                checkpoints.sign(head.name, head.count, head.digest.encode(), moment, private)
                for head in found
                if head.count != before.last(head.name)
            ]
            _append_checkpoints(out, made)
    except AuditFault as fault:
        name = args.out if fault.file == "checkpoints" else f"the log in {store.address}"
        print(f"verifyd audit: {name}: {describe(fault)}; nothing was signed", file=sys.stderr)
        return _DAMAGED
    up_to_date = len(found) - len(made)
    print(f"{format_count(len(made), 'checkpoint')}, {up_to_date} up to date", file=sys.stderr)
    return 0


def _expect(store: Store) -> None:
    """Refuse a file that is not there: using it would make it, and find no fault with its log.

    Raises:
        UsageError: If the store is such a file.
    """
    name = store.address.database
    if store.address.kind == "sqlite" and not Path(name).exists():
        raise UsageError("FILE_UNREADABLE", f"store.url: cannot read {name}: no such file")


def _of_store(found: list[ChainHead]) -> CheckpointIndex:
    """The heads of the store, as what its lines must lead to."""
    marks = CheckpointIndex()
    for head in found:
        marks.add(head.name, head.count, head.digest.encode())
    return marks


def _take_line(verifier: FileVerifier, line: bytes) -> AuditFault | None:
    try:
        verifier.take(line)
    except AuditFault as fault:
        return fault
    return None


def _end_verifier(verifier: FileVerifier) -> AuditFault | None:
    try:
        verifier.end()
    except AuditFault as fault:
        return fault
    return None


@contextmanager
def _open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Where a file is written, which has its name when it is complete; or standard output."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _appended(path: Path | None) -> Iterator[BinaryIO | None]:
    """A file to read and to append to, for one process at a time; None for standard output."""
    if path is None:
        yield None
        return
    try:
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            yield file
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None


def _append_checkpoints(out: BinaryIO | None, made: list[bytes]) -> None:
    """Append checkpoints, all of them at once."""
    file = sys.stdout.buffer if out is None else out
    file.write(b"".join(made))
    file.flush()
    if out is not None:
        os.fsync(out.fileno())
