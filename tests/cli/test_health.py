"""``verifyd health`` against a real server, and against none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_server_that_serves_is_healthy(
    verifyd: Run, monkeypatch: pytest.MonkeyPatch, connect: Any
) -> None:
    with connect() as client:
        ran = verifyd("health", "--address", client.address)
        assert (ran.status, ran.out) == (0, "SERVING\n")
        monkeypatch.setenv("VERIFYD_SERVER__LISTEN", client.address)
        assert verifyd("health").status == 0
    assert verifyd("health", "--address", client.address).status == 1


def test_a_server_that_is_not_there_is_not_healthy(verifyd: Run, tmp_path: Path) -> None:
    ran = verifyd("health", "--address", f"unix://{tmp_path}/none.sock")
    assert (ran.status, ran.out) == (1, "")
    assert "UNAVAILABLE" in ran.err


def test_wrong_settings_are_usage(verifyd: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFYD_SERVER__LISTN", "unix:///tmp/x")
    ran = verifyd("health")
    assert (ran.status, "[SETTINGS_INVALID]" in ran.err) == (2, True)
