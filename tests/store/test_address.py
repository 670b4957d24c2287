"""Where a store is, and that a password never shows."""

from __future__ import annotations

import pytest

from sidecar.settings.loading import load
from sidecar.settings.sources import SettingsError
from sidecar.store.settings import StoreAddress, parse


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("sqlite:///var/lib/v.db", StoreAddress("sqlite", "/var/lib/v.db")),
        # As SQLAlchemy writes an absolute path: the same file, not one of an odd name.
        ("sqlite:////var/lib/v.db", StoreAddress("sqlite", "/var/lib/v.db")),
        ("sqlite:///with%20space/v.db", StoreAddress("sqlite", "/with space/v.db")),
        ("postgresql://ana@db:5433/v", StoreAddress("postgresql", "v", "db", 5433, "ana")),
        ("postgresql://db/v", StoreAddress("postgresql", "v", "db")),
        ("postgresql://[::1]:1/v", StoreAddress("postgresql", "v", "::1", 1)),
        ("postgresql://a%40b@db/v", StoreAddress("postgresql", "v", "db", None, "a@b")),
        ("postgresql://%2Frun%2Fpg/v", StoreAddress("postgresql", "v", "/run/pg")),
        ("postgresql://ana@%2FRun%2Fpg/v", StoreAddress("postgresql", "v", "/Run/pg", None, "ana")),
    ],
)
def test_addresses(url: str, wanted: StoreAddress) -> None:
    assert parse(url) == wanted


@pytest.mark.parametrize(
    "url",
    [
        "v.db",
        "sqlite://v.db",
        "sqlite:///",
        "sqlite://host/v.db",
        "sqlite:///v.db?mode=ro",
        "postgres://db/v",
        "postgresql://db",
        "postgresql:///v",
        "postgresql://db/v/w",
        "postgresql://db:port/v",
        "postgresql://db/v?password=secret",
        "postgresql://ana:secret@db/v",
        "mysql://ana:secret@db/v",
        "postgresql://[::1/v",
        "postgresql://db/v\n",
    ],
)
def test_what_is_none_is_refused_and_not_shown(url: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(None, {"VERIFYD_STORE__URL": url})
    assert "VERIFYD_STORE__URL: store.url" in str(error.value)
    assert repr(url) not in str(error.value)
    assert "secret" not in str(error.value)
