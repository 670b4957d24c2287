"""Are the sums of many small settlements exact, and do statements of any periods add up?

    python -m bench.exact_sums [URL ...] [--count 10000]

For each store, a file of SQLite if none is named: so many settlements of under a cent are written
for some agents, and some of them are reversed. Sums that Python makes of the same amounts as whole
numbers of billionths are compared with those of the accounts, of the statements of the whole time,
and of statements of random periods that follow each other. The exit status is 1 where one differs.
Beside them stands what rounding each settlement would have paid, and how long a statement takes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from bench.scoring import table
from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import (
    EntryQuery,
    IdempotencyKey,
    Parties,
    ReversalRequest,
    SettlementRequest,
)
from sidecar.ledger.statements import AccountBalance, StatementPeriod
from sidecar.outcomes.settings import OutcomesSettings
from sidecar.settlement.calculation import CurrencyStatement, settle
from sidecar.settlement.model import Terms
from sidecar.store.settings import StoreSettings
from sidecar.store.store import Store

COUNT = 10_000
AGENTS = 3
_TENANT = "bench"
_CENT = 10**7  # in billionths
_ENOUGH_S = 60.0
_AT_ONCE = 64
_CUTS = 20  # of the last minute into periods
_REVERSED = 1 / 20
_FOREVER_US = 1 << 60


@dataclass
class Expected:
    """What was written, in billionths of a dollar, added up by Python.

    Attributes:
        exact: For each agent.
        rounded: In cents, had each settlement been rounded.
    """

    exact: Counter[str] = field(default_factory=Counter)
    rounded: Counter[str] = field(default_factory=Counter)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.exact_sums",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("urls", nargs="*", metavar="URL", help="of a store without settlements")
    parser.add_argument("--count", type=int, default=COUNT, help="of settlements")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        urls = options.urls or [f"sqlite://{folder}/v.db"]
        found = [asyncio.run(measured(url, options.count, options.seed)) for url in urls]
    print(table(found))
    return int(any(one["wrong sums"] for one in found))


async def measured(url: str, count: int, seed: int) -> dict[str, object]:
    """The figures of one store."""
    store = Store(StoreSettings(url=url, migrate=True, timeout_s=_ENOUGH_S))
    await store.open()
    ledger = Ledger(store, OutcomesSettings())
    draw = random.Random(seed)
    try:
        expected = await _written(ledger, count, draw)
        wrong = await _wrong(ledger, expected)
        started = time.perf_counter()
        wrong += await _is_wrong(ledger, "consumer_id", "consumer", sum(expected.exact.values()))
        seconds = time.perf_counter() - started
        for agent in expected.exact:
            wrong += await _wrong_periods(ledger, agent, expected.exact[agent], draw)
    finally:
        await ledger.stop()
        await store.close()
    return {
        "store": store.address.kind,
        "settlements": count,
        "exact sum": f"{Decimal(sum(expected.exact.values())).scaleb(-9):f}",
        "each rounded": f"{Decimal(sum(expected.rounded.values())).scaleb(-2):f}",
        "wrong sums": wrong,
        "ms for the statement of all": round(seconds * 1000, 1),
    }


async def _written(ledger: Ledger, count: int, draw: random.Random) -> Expected:
    """Write settlements and reversals; what they come to."""
    expected = Expected()
    settlings: list[SettlementRequest] = []
    reversings: list[ReversalRequest] = []
    for number in range(count):
        agent = f"agent-{number % AGENTS}"
        base, bonus = draw.randrange(_CENT), draw.randrange(_CENT // 10)
        settlings.append(_settling(number, agent, base, bonus))
        if draw.random() < _REVERSED:
            reversings.append(_reversing(settlings[-1]))
        else:
            expected.exact[agent] += base + bonus
            expected.rounded[agent] += round(Fraction(base + bonus, _CENT))
    wanted: list[SettlementRequest | ReversalRequest] = [*settlings, *reversings]
    for start in range(0, len(wanted), _AT_ONCE):
        together = wanted[start : start + _AT_ONCE]
        await asyncio.gather(*(ledger.add(one, _ENOUGH_S) for one in together))
    return expected


def _settling(number: int, agent: str, base: int, bonus: int) -> SettlementRequest:
    key = IdempotencyKey(
        tenant=_TENANT, contract_id="c", key=f"{number}", body_digest=f"{number:064}"
    )
    terms = Terms(currency="USD", base=Decimal(base).scaleb(-9))
    return SettlementRequest(
        key=key,
        parties=Parties(agent_id=agent, consumer_id="consumer"),
        currency="USD",
        breakdown=settle(terms, Decimal(bonus).scaleb(-9), Decimal(0), rounds=False),
        success=True,
        document=b"{}",
        record_digest="0" * 64,
        actor="local",
    )


def _reversing(settled: SettlementRequest) -> ReversalRequest:
    key = IdempotencyKey(
        tenant=_TENANT, contract_id="c", key=f"back of {settled.key.key}", body_digest="f" * 64
    )
    return ReversalRequest(key=key, settlement_id=settled.key.entry_id, reason="", actor="local")


async def _wrong(ledger: Ledger, expected: Expected) -> int:
    """How many sums of the whole time are not what they should be."""
    trial = await ledger.trial_balance(_TENANT, _ENOUGH_S)
    total = sum(expected.exact.values())
    wrong = int(not trial.holds)
    wrong += _nanos(-trial.balances[AccountBalance("consumer:consumer", "USD")]) != total
    for agent, nanos in expected.exact.items():
        wrong += _nanos(trial.balances[AccountBalance(f"agent:{agent}", "USD")]) != nanos
        wrong += await _is_wrong(ledger, "agent_id", agent, nanos)
    return wrong


async def _is_wrong(
    ledger: Ledger, whose: Literal["agent_id", "consumer_id"], party: str, nanos: int
) -> bool:
    asked = StatementPeriod(field=whose, party=party, since_us=0, until_us=_FOREVER_US)
    (found,) = (await ledger.statement(_TENANT, asked, _ENOUGH_S)).currencies
    return (_nanos(found.total), _cents(found)) != (nanos, round(Fraction(nanos, _CENT)))


async def _wrong_periods(ledger: Ledger, agent: str, nanos: int, draw: random.Random) -> int:
    """How many sums over periods that follow each other are not those of the whole time."""
    newest = await ledger.listed(_TENANT, EntryQuery(), 1, "", _ENOUGH_S)
    last = newest[0][0].entry.created_us
    span = range(last - 60_000_000, last)
    places = [0, *sorted(draw.sample(span, _CUTS)), _FOREVER_US]
    total, paid = 0, 0
    for since_us, until_us in pairwise(places):
        asked = StatementPeriod(field="agent_id", party=agent, since_us=since_us, until_us=until_us)
        for found in (await ledger.statement(_TENANT, asked, _ENOUGH_S)).currencies:
            total += _nanos(found.total)
            paid += _cents(found)
    return (total != nanos) + (paid != round(Fraction(nanos, _CENT)))


def _nanos(amount: Decimal) -> int:
    return int(amount.scaleb(9))


def _cents(found: CurrencyStatement) -> int:
    return int(found.payable.scaleb(2))


if __name__ == "__main__":
    raise SystemExit(main())
