"""The short form of ``bench.power_cut``: nothing is lost or doubled when a server is killed."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench import cut_servers, ledger_state, power_cut
from bench.cut_servers import CuttableServer

Prepared = tuple[Callable[..., CuttableServer], Path]


@pytest.fixture
def prepared(store_url: str) -> Iterator[Prepared]:
    """What starts servers on a store, and their settings."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verifyd-")))
        config = cut_servers.configured(folder / "settings.yaml", store_url)
        yield cut_servers.starter(folder, config, stack), config


@pytest.mark.slow
def test_killed_at_random_moments_each_key_has_one_effect(prepared: Prepared) -> None:
    assert power_cut.random_cuts(*prepared, kills=2, seed=7) == []


@pytest.mark.slow
def test_killed_at_a_failpoint_an_entry_is_whole_or_not_there(prepared: Prepared) -> None:
    kills, faults = power_cut.failpoints(*prepared, step=15)
    assert kills >= 2
    assert faults == []


def test_what_is_lost_or_doubled_would_be_seen(prepared: Prepared) -> None:
    make, config = prepared
    told = power_cut.StatedBalances()
    assert power_cut.last_round(make(), config, told, range(3)) == []
    state = ledger_state.read(config)
    entry = told.entries.popitem()[1]
    lost = power_cut.faults(state, told, 3)
    assert any("keys have one" in fault for fault in lost)
    assert any("balances" in fault for fault in lost)
    told.add(entry)
    assert power_cut.faults(state, told, 5) == ["4 keys were answered, of 5"]
