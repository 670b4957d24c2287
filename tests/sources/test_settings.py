"""Hosts are listed by name; what could be anything is refused at the start."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from sidecar.settings.overrides import OverrideNotAllowed, apply
from sidecar.settings.root import Settings
from sidecar.sources.settings import SourcesSettings


@pytest.mark.parametrize(
    "host",
    [
        *["example.org", "*.example.org", "example.org:8443", "xn--mnchen-3ya.example", "local"],
        *["*", "*:8443", "*.co.uk", "*.example.org:8443"],
    ],
)
def test_hosts_are_names(host: str) -> None:
    assert SourcesSettings.model_validate({"allowed_hosts": [host]}).allowed_hosts == (host,)


@pytest.mark.parametrize(
    "host",
    [
        *[
            "",
            "**",
            "*.",
            "*.*",
            "*.*.example.org",
            "*.org",
            "*.org:443",
            "*org",
            "a*.example.org",
            "www.*.org",
            "Example.org",
            "example.org.",
        ],
        *["https://example.org", "example.org/a", "10.0.0.1", "[::1]", "münchen.example"],
        *["example.org:", "example.org:0", "example.org:x", "example.org\n"],
    ],
)
def test_what_is_no_name_is_refused(host: str) -> None:
    with pytest.raises(ValidationError):
        SourcesSettings.model_validate({"allowed_hosts": [host]})


def test_shipped_settings_fetch_nothing() -> None:
    assert SourcesSettings().mode == "given"
    assert SourcesSettings().allowed_hosts == ()


@pytest.mark.parametrize("name", ["timeout_s", "max_bytes", "max_text_bytes", "max_redirects"])
def test_a_request_may_ask_for_less_and_not_for_more(name: str) -> None:
    settings = Settings()
    current = getattr(settings.sources, name)
    tightened = apply(settings, {f"sources.{name}": Decimal(current - 1)})
    assert getattr(tightened.sources, name) == current - 1
    with pytest.raises(OverrideNotAllowed):
        apply(settings, {f"sources.{name}": Decimal(current + 1)})


@pytest.mark.parametrize(
    ("name", "given"),
    [("mode", "fresh"), ("allowed_hosts", ("a.test",)), ("respect_robots", False)],
)
def test_a_request_cannot_have_anything_fetched(name: str, given: Any) -> None:
    with pytest.raises(OverrideNotAllowed):
        apply(Settings(), {f"sources.{name}": given})


def test_a_header_cannot_be_put_into_the_name_of_who_asks() -> None:
    with pytest.raises(ValidationError):
        SourcesSettings.model_validate({"user_agent": "a\r\nCookie: b"})


@pytest.mark.parametrize(
    ("mode", "hosts", "risky"),
    [
        *[("fresh", ["*"], True), ("cached", ["example.org", "*:8443"], True)],
        *[("given", ["*"], False), ("fresh", ["*.example.org", "example.org"], False)],
    ],
)
def test_any_host_is_a_risk_where_something_is_fetched(
    mode: str, hosts: list[str], *, risky: bool
) -> None:
    settings = SourcesSettings.model_validate({"mode": mode, "allowed_hosts": hosts})
    assert ("*" in settings.risk) is risky
