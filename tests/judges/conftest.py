"""Fixtures of judges: an own event loop each, on which nothing of ours may block."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from blockbuster import blockbuster_ctx

from sidecar.judges.pool import Judges
from sidecar.judges.settings import JudgeSettings


@pytest.fixture
async def judges() -> AsyncIterator[Judges]:
    """Judges of this test; what they do on the loop must not block it."""
    with blockbuster_ctx("sidecar"):
        made = Judges()
        yield made
        await made.close()


@pytest.fixture
def settings_for() -> Callable[..., JudgeSettings]:
    """Settings for an endpoint, without a key and without keeping answers."""

    def make(url: str, **changes: Any) -> JudgeSettings:
        own = {"base_url": url, "model": "m", "api_key_env": "", "cache_bytes": 0}
        return JudgeSettings.model_validate(own | changes)

    return make
