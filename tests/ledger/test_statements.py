"""Statements in both databases: exact sums of whose entries of which time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

import pytest
from settled import ledger_at, reversing, settling
from stored import ENOUGH_S

from bench.exact_sums import measured
from sidecar.ledger import ledger as ledgers
from sidecar.ledger import statements
from sidecar.ledger.ledger import Ledger
from sidecar.ledger.model import PartyUnknown, SettlementAmbiguous, SettlementNotFound
from sidecar.ledger.reading import LEAST
from sidecar.ledger.statements import StatementPeriod
from sidecar.settlement.calculation import CurrencyStatement, Statement
from sidecar.settlement.model import round_to_unit

FOREVER_US = 1 << 60


async def stated(
    ledger: Ledger, party: str, since_us: int = 0, until_us: int = FOREVER_US, tenant: str = "local"
) -> Statement:
    asked = StatementPeriod(
        field="consumer_id" if party == "consumer" else "agent_id",
        party=party,
        since_us=since_us,
        until_us=until_us,
    )
    return await ledger.statement(tenant, asked, ENOUGH_S)


async def in_dollars(
    ledger: Ledger, party: str, since_us: int = 0, until_us: int = FOREVER_US
) -> CurrencyStatement:
    (found,) = (await stated(ledger, party, since_us, until_us)).currencies
    return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What time it is: the one element, in microseconds, and one more at each call."""
    now = [0]

    def tick() -> int:
        now[0] += 1
        return now[0]

    monkeypatch.setattr(ledgers, "_now_us", tick)
    return now


def sub_cent(count: int, seed: int = 1) -> Iterator[tuple[str, str]]:
    """Bases and bonuses below a cent."""
    draw = random.Random(seed)
    for _ in range(count):
        yield f"0.{draw.randrange(10**7):09}", f"0.{draw.randrange(10**7):09}"


@pytest.mark.parametrize(
    ("count", "base", "bonus", "payable"),
    [(200, "0.004", "0.0004", "0.88"), (100, "0.005", "0.0001", "0.51")],
)
async def test_less_than_a_cent_each(
    store_url: str, count: int, base: str, bonus: str, payable: str
) -> None:
    async with ledger_at(store_url) as ledger:
        for number in range(count):
            one = settling(number, base=base, bonus=bonus, agent_id="a")
            await ledger.add(one, ENOUGH_S)
        for party in ("a", "consumer"):
            found = await in_dollars(ledger, party)
            assert (found.settlements, found.payable) == (count, Decimal(payable))
            assert found.opening_remainder == found.closing_remainder == 0


@pytest.mark.parametrize("at_once", [statements.AT_ONCE, 7])
async def test_sums_are_exact_and_periods_add_up(
    store_url: str, clock: list[int], monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr(statements, "AT_ONCE", at_once)
    async with ledger_at(store_url) as ledger:
        amounts = [*sub_cent(60)]
        for number, (base, bonus) in enumerate(amounts):
            await ledger.add(settling(number, base=base, bonus=bonus, agent_id="a"), ENOUGH_S)
            if number % 7 == 0:
                await ledger.add(reversing(settling(number), f"back-{number}"), ENOUGH_S)
        back = [*map(sum, (map(Decimal, each) for each in amounts[::7]))]
        exact = sum((Decimal(base) + Decimal(bonus) for base, bonus in amounts), Decimal(0))
        whole = await in_dollars(ledger, "a")
        assert whole.total == exact - sum(back)
        assert whole.settled.base == sum(Decimal(base) for base, _ in amounts)
        assert whole.settled.bonus == sum(Decimal(bonus) for _, bonus in amounts)
        assert whole.taken_back.total == -sum(back)
        assert (whole.settlements, whole.reversed_settlements, whole.reversals) == (60, 9, 9)
        assert whole.payable == round_to_unit(whole.total, "USD")
        ends = [0, 13, 14, 40, clock[0] + 1]
        each = [await in_dollars(ledger, "a", since, until) for since, until in pairwise(ends)]
        assert sum(one.payable for one in each) == whole.payable
        assert sum(one.total for one in each) == whole.total
        assert each[-1].closing_remainder == whole.closing_remainder


async def test_the_bench_finds_no_wrong_sum(store_url: str) -> None:
    found = await measured(store_url, 100, seed=7)
    assert found["wrong sums"] == 0
    assert found["exact sum"] != found["each rounded"]


async def test_periods_are_half_open(store_url: str, clock: list[int]) -> None:
    async with ledger_at(store_url) as ledger:
        for number in range(3):
            done = await ledger.add(settling(number, agent_id="a"), ENOUGH_S)
        at = done.entry.created_us
        assert (await in_dollars(ledger, "a", 0, at)).settlements == 2
        assert (await in_dollars(ledger, "a", 0, at + 1)).settlements == 3
        assert (await in_dollars(ledger, "a", at, at + 1)).settlements == 1
        # 1.125, 2.125 and 3.125 are 6.375, which rounds to 6.38.
        after = await in_dollars(ledger, "a", at + 1, at + 2)
        assert after.settlements == after.payable == 0
        assert (after.opening_remainder, after.closing_remainder) == (Decimal("-0.005"),) * 2
        clock[0] = at
        assert (await stated(ledger, "a", 0, at + 1)).provisional
        clock[0] = at + ledgers._WRITTEN_US
        assert not (await stated(ledger, "a", 0, at + 1)).provisional


async def test_entries_of_one_moment_are_added_up_together(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "AT_ONCE", 2)
    monkeypatch.setattr(ledgers, "_now_us", lambda: 5)
    async with ledger_at(store_url) as ledger:
        for number in range(7):
            await ledger.add(settling(number, agent_id="a"), ENOUGH_S)
        found = await in_dollars(ledger, "a")
        assert (found.settlements, found.settled.base) == (7, Decimal(28))


async def test_a_reversal_stands_in_the_period_when_it_was_made(
    store_url: str, clock: list[int]
) -> None:
    async with ledger_at(store_url) as ledger:
        done = await ledger.add(settling(1, base="1.006", bonus=0, penalty="0.5"), ENOUGH_S)
        cut = done.entry.created_us + 1
        await ledger.add(reversing(settling(1)), ENOUGH_S)
        first = await in_dollars(ledger, "agent-1", 0, cut)
        assert (first.settlements, first.reversed_settlements, first.reversals) == (1, 1, 0)
        assert (first.settled.base, first.settled.penalty) == (Decimal("1.006"), Decimal("-0.5"))
        assert (first.payable, first.closing_remainder) == (Decimal("0.51"), Decimal("-0.004"))
        then = await in_dollars(ledger, "agent-1", cut)
        assert (then.settlements, then.reversed_settlements, then.reversals) == (0, 0, 1)
        assert then.taken_back.base == Decimal("-1.006")
        assert (then.payable, then.closing_remainder) == (Decimal("-0.51"), Decimal(0))


async def test_currencies_parties_and_tenants_are_kept_apart(store_url: str) -> None:
    async with ledger_at(store_url) as ledger:
        await ledger.add(settling(0, base="1.5", currency="JPY", agent_id="a"), ENOUGH_S)
        await ledger.add(settling(1, base="2", agent_id="a"), ENOUGH_S)
        await ledger.add(settling(2, base="4", agent_id="b"), ENOUGH_S)
        await ledger.add(settling(3, tenant="other", base="8", agent_id="a"), ENOUGH_S)
        mine = await stated(ledger, "a")
        assert [(one.currency, one.payable) for one in mine.currencies] == [
            ("JPY", 2),
            ("USD", Decimal("2.12")),
        ]
        (consumers,) = [
            one for one in (await stated(ledger, "consumer")).currencies if one.currency == "USD"
        ]
        assert consumers.total == Decimal("6.25")
        (theirs,) = (await stated(ledger, "a", tenant="other")).currencies
        assert theirs.total == Decimal("8.125")
        assert not (await stated(ledger, "a", 0, 1)).currencies  # known, and nothing by then
        for party, tenant in (("nobody", "local"), ("b", "other"), ("a", "third")):
            with pytest.raises(PartyUnknown):
                await stated(ledger, party, tenant=tenant)


async def test_sums_past_eight_bytes(store_url: str) -> None:
    async with ledger_at(store_url) as ledger:
        for number in range(12):
            one = settling(number, base=10**18 - 1, bonus="0.999999999", agent_id="a")
            await ledger.add(one, ENOUGH_S)
        found = await in_dollars(ledger, "a")
        assert found.total == Decimal("11999999999999999999.999999988")
        assert found.payable == 12 * 10**18
        assert found.closing_remainder == Decimal("-0.000000012")


class TestShortenedIds:
    async def test_what_is_unambiguous_is_found(self, store_url: str) -> None:
        async with ledger_at(store_url) as ledger:
            done = await ledger.add(settling(1), ENOUGH_S)
            whole = done.entry.entry_id
            for length in (LEAST, 7, 12, 63, 64):
                assert await ledger.get("local", whole[:length], ENOUGH_S) == done
                found = await ledger.whole_id("local", whole[:length], "contract-1", ENOUGH_S)
                assert found == whole
            for given in (whole[: LEAST - 1], "", whole[:8].upper(), whole[:8] + "%", whole + "0"):
                with pytest.raises(SettlementNotFound):
                    await ledger.get("local", given, ENOUGH_S)
            with pytest.raises(SettlementNotFound):
                await ledger.whole_id("local", whole[:8], "contract-2", ENOUGH_S)
            with pytest.raises(SettlementNotFound):
                await ledger.get("other", whole[:8], ENOUGH_S)

    async def test_candidates_are_listed_and_those_of_other_tenants_are_none(
        self, store_url: str
    ) -> None:
        begins: dict[str, list[int]] = {}
        for number in range(2000):  # of which some begin alike
            begins.setdefault(settling(number).key.entry_id[:LEAST], []).append(number)
        first, second = next(each[:2] for each in begins.values() if len(each) > 1)
        ids = sorted(settling(number).key.entry_id for number in (first, second))
        short = ids[0][:LEAST]
        async with ledger_at(store_url) as ledger:
            for number in (first, second):
                await ledger.add(settling(number), ENOUGH_S)
            with pytest.raises(SettlementAmbiguous, match=f"{short} is the beginning of 2 ids") as (
                refused
            ):
                await ledger.get("local", short, ENOUGH_S)
            assert refused.value.metadata["candidates"] == ",".join(ids)
            with pytest.raises(SettlementNotFound):
                await ledger.get("other", short, ENOUGH_S)
