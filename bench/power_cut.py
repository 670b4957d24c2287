"""Does a settlement survive a power cut? Servers are killed at random moments and at failpoints.

    python -m bench.power_cut [--kills 500] [--store sqlite|postgresql] [--seed 1]

Each round starts a server on the same store, lets clients settle tasks and take some of them back
over its socket, and sends SIGKILL at a drawn moment. Clients then ask again with the same keys, as
they must. At the end every key has one entry, equal to each answer that a client ever had for it;
each entry's postings sum to zero; balances are what the answers say; and the exported audit log is
whole, with a line for each entry. ``--failpoints`` kills at each statement and on both sides of the
commit of one settlement instead: an entry is then there as a whole, or not at all.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import databases
from verifyd import Client, Money, Settlement, VerifydError

from bench import cut_servers
from bench.cut_servers import Cut, CuttableServer
from bench.ledger_state import State, read

CRITERIA = {
    "criteria": [
        {
            "metric": "word_count",
            "metric_type": "count",
            "comparison": "gte",
            "threshold": 3,
            "bonus": "0.105",
            "penalty": "0.25",
        }
    ],
    "currency": "USD",
}
CLIENTS = 6
_WAIT_S = 5.0
_WARM = 0.8
"""The share of servers that have answered a call when they are killed."""


@dataclass
class StatedBalances:
    """What clients were stated, by contract and key; threads share it.

    Attributes:
        entries: The answers.
        broken: What was stated twice, and not the same.
    """

    entries: dict[tuple[str, str], Settlement] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, entry: Settlement) -> None:
        """Keep an answer."""
        with self._lock:
            before = self.entries.setdefault((entry.contract_id, entry.key), entry)
            if _fixed(before) != _fixed(entry):
                self.broken.append(f"{entry.contract_id} {entry.key}: {before} and {entry}")


def _fixed(entry: Settlement) -> tuple[Any, ...]:
    """What of an entry never changes."""
    return (entry.id, entry.breakdown, entry.audit_sequence, entry.audit_digest, entry.created_at)


def settle(client: Client, number: int) -> Settlement:
    """Settle a task; the same number is the same task, whose key is shared by others."""
    words = " ".join(["word"] * (number % 6))
    return client.settle_outcome(
        CRITERIA,
        {"text": words},
        key=f"key-{number}",
        base_cost=Money(Decimal("1.015") + number, "USD"),
        consumer_id=f"consumer-{number % 3}",
        contract_id=f"contract-{number % 7}",
        agent_id=f"agent-{number % 5}",
        timeout=_WAIT_S,
    ).settlement


def take_back(client: Client, entry: Settlement) -> Settlement:
    """Take a settlement back."""
    return client.reverse_settlement(
        entry.id, contract_id=entry.contract_id, key=f"back-{entry.key}", timeout=_WAIT_S
    )


def once(client: Client, number: int, told: StatedBalances) -> None:
    """Settle a task, and take every fourth back; what is not answered is left for another time."""
    try:
        entry = settle(client, number)
        told.add(entry)
        if number % 4 == 0:
            told.add(take_back(client, entry))
    except VerifydError as error:
        if error.reason not in {"UNAVAILABLE", "STORE_UNAVAILABLE", "DEADLINE_EXCEEDED"}:
            told.broken.append(f"{number}: {error}")


def until_cut(
    server: CuttableServer, told: StatedBalances, numbers: Callable[[], int], drawn: random.Random
) -> None:
    """Let clients work until the server is killed, most often in the middle of much work."""
    stopped, answered = threading.Event(), threading.Event()

    def works() -> None:
        with Client(server.address, timeout=0.5) as client:
            while not stopped.is_set():
                once(client, numbers(), told)
                answered.set()

    with ThreadPoolExecutor(CLIENTS) as pool:
        each = [pool.submit(works) for _ in range(CLIENTS)]
        if drawn.random() < _WARM:  # a server loads much for its first call
            answered.wait(_WAIT_S)
        time.sleep(drawn.uniform(0.0, 0.3))
        server.kill()
        stopped.set()
        for one in each:
            one.result()


def faults(state: State, told: StatedBalances, expected: int) -> list[str]:
    """What is wrong with a ledger after all keys were asked for once more."""
    found = list(told.broken)
    entries = told.entries
    if len(entries) != expected:
        found.append(f"{len(entries)} keys were answered, of {expected}")
    if state.entries != len(entries):
        found.append(f"the ledger has {state.entries} entries, and {len(entries)} keys have one")
    if state.unbalanced:
        found.append(f"{state.unbalanced} entries have postings that do not sum to zero")
    balances: dict[str, Decimal] = {}
    for entry in entries.values():
        total = entry.breakdown.total
        for account, amount in (
            (f"agent:{entry.agent_id}", total),
            (f"consumer:{entry.consumer_id}", -total),
        ):
            balances[account] = balances.get(account, Decimal(0)) + amount
    if state.balances != balances:
        found.append(f"balances are {state.balances}, not {balances}")
    return found + list(state.audit_faults)


def random_cuts(
    make: Callable[[], CuttableServer], config: Path, kills: int, seed: int
) -> list[str]:
    """Kill servers at random moments; what is wrong afterwards."""
    drawn, told = random.Random(seed), StatedBalances()
    lock, asked = threading.Lock(), 0

    def numbers() -> int:
        nonlocal asked
        with lock:
            if asked and drawn.random() < 0.3:
                return drawn.randrange(asked)
            asked += 1
            return asked - 1

    for kill in range(kills):
        server = make()
        until_cut(server, told, numbers, drawn)
        if kill % 25 == 24:
            print(f"{kill + 1} kills, {asked} keys, {len(told.entries)} answered", flush=True)
    return last_round(make(), config, told, range(asked))


def last_round(
    server: CuttableServer, config: Path, told: StatedBalances, numbers: Sequence[int]
) -> list[str]:
    """Ask for every key once more, with nothing killed."""
    with Client(server.address, timeout=_WAIT_S) as client:
        for number in numbers:
            once(client, number, told)
    server.stop()
    return faults(read(config), told, len(numbers) + sum(number % 4 == 0 for number in numbers))


def failpoints(
    make: Callable[..., CuttableServer], config: Path, step: int = 1
) -> tuple[int, list[str]]:
    """Kill a server at failpoints of a settlement and of a reversal; at how many, and faults."""
    told, kills = StatedBalances(), 0
    while True:
        server = make(Cut(kills * step))
        with Client(server.address, timeout=_WAIT_S) as client:
            once(client, 4 * kills, told)  # such numbers are taken back too
        if not server.died(signal.SIGKILL):  # past the last one
            server.stop()
            break
        state = read(config)
        if state.unbalanced or state.audit_faults or state.entries < len(told.entries):
            told.broken.append(f"after failpoint {kills * step}: {state}")
        kills += 1
    return kills, last_round(make(), config, told, [4 * each for each in range(kills + 1)])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--store", choices=databases.KINDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    wrong = 0
    for kind in args.store or databases.KINDS:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verifyd-")))
            postgres = stack.enter_context(databases.running()) if kind == "postgresql" else None
            for name in ("random", "failpoints"):
                url = postgres.create() if postgres else f"sqlite://{folder}/{name}.db"
                config = cut_servers.configured(folder / f"{name}.yaml", url)
                started = time.monotonic()
                make = cut_servers.starter(folder, config, stack)
                if name == "random":
                    found = random_cuts(make, config, args.kills, args.seed)
                    said = f"{args.kills} kills at random moments"
                else:
                    points, found = failpoints(make, config)
                    said = f"killed at each of {points} failpoints"
                print(f"{kind}: {said}, {len(found)} faults, {time.monotonic() - started:.0f} s")
                print(*found[:20], sep="\n")
                wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
