"""One tenant whose calls are dear, always so many of them under way: what do the others wait?"""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml

from bench.drawn_calls import Metadata
from bench.figures import Figures, lower
from bench.hostile.requests import bomb, every_check, health, heavy, small
from bench.loads import Load, loading
from bench.served import Served, served
from bench.workload import VERIFY

TENANTS = ("dear", "other")
BAR_MS = 250
HEALTH_MS = 100


def measure(seconds: float) -> Figures:
    """What another tenant's small calls take beside each kind of dear ones, and with none."""
    figures: Figures = {}
    for name, load in {"none": None, "bombs": bombs(), "numbers": numbers()}.items():
        with two_tenants() as server:
            others = {
                "small": small(token("other"), 0.05),
                "every_check": every_check(token("other"), 0.1),
                "health": health(),
            }
            with loading(server.address, others | ({"dear": load} if load else {})) as seen:
                time.sleep(seconds)
            logged = len(server.faults())
        if load:
            endings = dict(Counter(call.ending for call in seen["dear"]))
            print(f"dear: {name}: the dear calls ended {endings}", file=sys.stderr)
        bar, health_bar = (BAR_MS, HEALTH_MS) if load else (None, None)
        figures |= {
            f"dear_{name}_small_p99_ms": lower(seen["small"].within(0.99) * 1000, bar),
            f"dear_{name}_every_check_p99_ms": lower(seen["every_check"].within(0.99) * 1000, bar),
            f"dear_{name}_health_p99_ms": lower(seen["health"].within(0.99) * 1000, health_bar),
            f"dear_{name}_logged_exceptions": lower(logged, 0),
        }
    return figures


def bombs() -> Load:
    """Schemas that ask for unbounded work, 32 at once."""
    return Load(VERIFY, [bomb(n) for n in range(64)], at_once=32, metadata=token("dear"))


def numbers() -> Load:
    """Texts of 10,000 numbers over many columns, 8 at once."""
    return Load(VERIFY, [heavy(n) for n in range(8)], at_once=8, metadata=token("dear"))


def token(tenant: str) -> Metadata:
    """What a tenant's calls carry."""
    return (("authorization", f"Bearer {tenant}"),)


@contextmanager
def two_tenants(drain_s: float = 10) -> Iterator[Served]:
    """A server with tokens for two tenants."""
    digests = {tenant: hashlib.sha256(tenant.encode()).hexdigest() for tenant in TENANTS}
    with tempfile.TemporaryDirectory(prefix="tokens-") as folder:
        file = Path(folder, "tokens.yaml")
        file.write_text(yaml.safe_dump(digests))
        file.chmod(0o600)
        with served({"server": {"token_file": str(file), "drain_s": drain_s}}) as server:
            yield server
