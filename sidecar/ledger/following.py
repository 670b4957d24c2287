"""Following the audit log in the store from the last checkpoints to its end."""

from __future__ import annotations

from sidecar.audit.checkpoints import CheckpointIndex, tenant_key
from sidecar.audit.faults import AuditFault
from sidecar.audit.verifying import Chain, FileVerifier
from sidecar.ledger import audit_log
from sidecar.ledger.audit_log import Head
from sidecar.store.store import Store


async def followed(store: Store, before: CheckpointIndex) -> list[Head]:
    """The heads of all tenants, to which their chains were followed from checkpoints.

    Args:
        store: Has the log.
        before: The checkpoints that were made; where a tenant has none, its chain is followed from
            its first record.

    Raises:
        Fault: If a record on the way is not what belongs there, or a checkpoint is not reached.
        StoreUnavailable: If the store cannot be used.
    """
    heads = await audit_log.heads(store)
    verifier = FileVerifier(before)
    for tenant, marks in before.of.items():
        place = len(marks.counts)
        verifier.chains[tenant] = Chain(marks.last, marks.head(place - 1), place)
    for gone in before.of.keys() - {tenant_key(head.name) for head in heads}:
        raise _cut(before.of[gone].tenant, 0, before.of[gone].last)
    for head in heads:
        last = before.last(head.name)
        if head.count < last:
            raise _cut(head.name, head.count, last)
        async for line in audit_log.lines(store, head, last):
            verifier.take(line)
        chain = verifier.chains.get(tenant_key(head.name), Chain())
        if chain.count < head.count:
            raise _cut(head.name, chain.count, head.count)
        if chain.head != head.digest.encode():
            raise AuditFault("HEAD_WRONG", 1, head.name.decode(), head.count)
    return heads


def _cut(tenant: bytes, found: int, wanted: int) -> AuditFault:
    detail = f"{wanted} were there, {found} are"
    return AuditFault("TAIL_CUT", 1, tenant.decode(), found + 1, detail=detail)
