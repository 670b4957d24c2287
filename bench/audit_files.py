"""Audit files for tests and drawn damage, made by the code that writes them; their checkpoints."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sidecar.audit import chain, checkpoints, keys
from sidecar.model.digests import to_canonical_json

BEGAN = datetime(2026, 11, 25, 12, tzinfo=UTC)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = {keys.key_name(KEY.public_key()).encode(): KEY.public_key()}


def fields(number: int, **changed: object) -> dict[str, object]:
    """What a settlement tells, with some of it changed."""
    moment = BEGAN + timedelta(milliseconds=number)
    return {
        "kind": "settlement",
        "id": f"o-{number}",
        "contract_id": "c-17",
        "key": f"task-{number}",
        "agent_id": "agent-é",
        "consumer_id": 'the "consumer"',
        "domain": "nlp",
        "currency": "USD",
        "total": f"{number}.05",
        "base": f"{number}.050000000",
        "success": number % 3 > 0,
        "body_digest": "a" * 64,
        "record_digest": "b" * 64,
        "record_kept": True,
        "reverses": "",
        "reason": "",
        "time": moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        **changed,
    }


class Book:
    """Chains of several tenants, growing.

    Attributes:
        lines: All records in their order, each with its newline.
        counts: How many records each tenant has.
        heads: The digest of the last one of each.
    """

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.counts: dict[str, int] = {}
        self.heads: dict[str, str] = {}

    def add(self, tenant: str, told: Mapping[str, object] | None = None) -> bytes:
        """Add a record to a tenant's chain."""
        count = self.counts.get(tenant, 0) + 1
        told = fields(len(self.lines)) if told is None else told
        previous = self.heads.get(tenant, chain.GENESIS)
        made = chain.make_line(tenant=tenant, sequence=count, previous=previous, fields=told)
        self.counts[tenant], self.heads[tenant] = count, made.digest
        self.lines.append(made.text.encode() + b"\n")
        return self.lines[-1]

    def checkpoint(self, tenant: str, key: Ed25519PrivateKey = KEY) -> bytes:
        """A checkpoint of a tenant's chain as it is."""
        name, head = to_canonical_json(tenant), self.heads[tenant].encode()
        return checkpoints.sign(name, self.counts[tenant], head, BEGAN, key)


def book(tenants: Sequence[str], count: int) -> Book:
    """Chains of some tenants, with that many records in turns."""
    made = Book()
    for number in range(count):
        made.add(tenants[number % len(tenants)])
    return made


def parsed(line: bytes) -> dict[str, object]:
    """What a line says."""
    said: dict[str, object] = json.loads(line)
    return said


def written(said: Mapping[str, object]) -> bytes:
    """The line that says something, with its newline."""
    return to_canonical_json(said) + b"\n"


def rewritten(lines: Iterable[bytes]) -> list[bytes]:
    """Lines with sequences, links and digests made anew, as who holds the database could."""
    made = Book()
    for line in lines:
        said = parsed(line)
        made.add(str(said["tenant"]), untold(said))
    return made.lines


def untold(said: Mapping[str, object]) -> dict[str, object]:
    """What a line says, without its place in the chain."""
    own = {"v", "tenant", "sequence", "previous", "digest"}
    return {key: value for key, value in said.items() if key not in own}
