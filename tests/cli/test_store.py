"""``verifyd store``: the schema of both databases, told and brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidecar.store.schema import VERSIONS

Run = Callable[..., Any]


@pytest.fixture
def store(verifyd: Run, tmp_path: Path) -> Run:
    """The command, for a store at a URL."""

    def run(action: str, url: str) -> Any:
        config = tmp_path / "settings.yaml"
        config.write_text(f"store: {{url: '{url}'}}")
        return verifyd("store", action, "--config", config)

    return run


def test_a_store_is_brought_up_to_date_once(store: Run, store_url: str) -> None:
    before = store("status", store_url)
    assert before.status == 1
    assert "schema none; this version has" in before.out
    assert f"brought to schema {VERSIONS[-1]}" in store("migrate", store_url).out
    assert f"is at schema {VERSIONS[-1]}" in store("migrate", store_url).out
    assert store("status", store_url).status == 0


def test_a_newer_one_is_told_and_left_alone(store: Run, tmp_path: Path) -> None:
    url = f"sqlite://{tmp_path}/v.db"
    store("migrate", url)
    with sqlite3.connect(tmp_path / "v.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    status = store("status", url)
    assert (status.status, "schema 9999" in status.out) == (1, True)
    ran = store("migrate", url)
    assert (ran.status, "a newer one made it" in ran.err) == (2, True)


def test_without_a_store(verifyd: Run) -> None:
    ran = verifyd("store", "status")
    assert (ran.status, "store.url is not set" in ran.err) == (2, True)


@pytest.mark.parametrize("action", ["status", "migrate"])
def test_one_that_cannot_be_reached(store: Run, tmp_path: Path, action: str) -> None:
    folder = str(tmp_path).replace("/", "%2F")
    ran = store(action, f"postgresql://verifyd@{folder}/v")
    assert (ran.status, ran.out) == (3, "")
    assert "[STORE_UNAVAILABLE]" in ran.err
    assert "No such file" in ran.err  # why, for whoever has to mend it
