"""The sandbox as its callers use it, and what its worker leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sidecar.outcomes.sandbox.engine import WORKERS


@pytest.fixture(scope="session", autouse=True)
def _closed() -> Iterator[None]:
    yield
    WORKERS.close()
