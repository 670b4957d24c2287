"""Tests of the adapters, against the real frameworks and a real server.

The frameworks are no part of the environment of the tests: ``make test-frameworks`` has them.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from verifyd import AsyncClient, Client

ORDERS = [
    {"order_id": "W1003", "region": "North", "orders": 1234, "revenue": 56780.5},
    {"order_id": "W1007", "region": "South", "orders": 980, "revenue": 41200.0},
]


@dataclass
class Shop:
    """The tools of an agent, and which of them ran with what."""

    ran: list[str] = field(default_factory=list)

    def list_orders(self, region: str) -> str:
        """Orders and revenue of a region."""
        self.ran.append(f"list_orders {region}")
        return json.dumps([row for row in ORDERS if row["region"] == region])

    def refund(self, order_id: str) -> str:
        """Pays an order back."""
        self.ran.append(f"refund {order_id}")
        return json.dumps([{"order_id": order_id, "status": "refunded"}])


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
def client(server: Any) -> Iterator[Client]:
    with Client(server.target, timeout=60) as connected:
        yield connected


@pytest.fixture
async def async_client(server: Any) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(server.target, timeout=60) as connected:
        yield connected


@pytest.fixture
def gone() -> Iterator[Client]:
    """A client of a server that is not there."""
    with Client("unix:///nowhere/verifyd.sock", timeout=0.2) as connected:
        yield connected


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "integrations" in item.path.parts:
            item.add_marker("frameworks")
