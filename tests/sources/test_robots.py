"""A host's robots.txt is asked first; what is no clear answer is a no."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence

import pytest
from sources import fake_host as fake
from sources.conftest import OPEN, Fetch
from sources.fake_host import Host, http, page, to

NONE = "User-agent: *\nDisallow: /"
SOME = "User-agent: *\nDisallow: /private\nAllow: /private/open"


def robots(text: str) -> bytes:
    return http(text.encode(), kind="text/plain")


@pytest.fixture(autouse=True)
def pages(host: Host) -> None:
    for path in ("/a", "/private/a", "/private/open"):
        host.pages[path] = page("here")


@pytest.mark.parametrize(
    ("answer", "path", "allowed"),
    [
        (robots(NONE), "/a", False),
        (robots(SOME), "/a", True),
        (robots(SOME), "/private/a", False),
        (robots(SOME), "/private/open", True),
        (robots("User-agent: verifyd\nDisallow: /\n\nUser-agent: *\nAllow: /"), "/a", False),
        (robots("User-agent: other\nDisallow: /"), "/a", True),
        (robots(""), "/a", True),
        (http(gzip.compress(NONE.encode()), content_encoding="gzip"), "/a", False),
        (http(b"", 404), "/a", True),
        (http(b"", 403), "/a", True),
        (http(b"", 429), "/a", False),
        (http(b"", 500), "/a", False),
        (http(b"<p>hello"), "/a", True),
        (to("/robots.txt"), "/a", False),
        (to("https://127.0.0.2/"), "/a", False),
        (fake.endless(b"x" * 65536, http(b"", content_length="")), "/a", False),
        (http(b"x", content_encoding="br"), "/a", False),
        (b"", "/a", False),
    ],
)
async def test_what_it_says_is_obeyed(
    answer: fake.Answer, path: str, *, allowed: bool, host: Host, fetch: Fetch
) -> None:
    host.pages["/robots.txt"] = answer or b" "
    found = await fetch(path, respect_robots=True)
    assert (getattr(found, "text", "") == "T\nhere") is allowed
    assert (f"page.test{path}" in host.asked) is allowed


async def test_it_is_not_asked_where_the_settings_say_so(host: Host, fetch: Fetch) -> None:
    host.pages["/robots.txt"] = robots(NONE)
    assert (await fetch("/a")).text == "T\nhere"


async def test_it_is_asked_once(host: Host, fetch: Fetch) -> None:
    host.pages["/robots.txt"] = robots(SOME)
    assert (await fetch("/a", respect_robots=True)).text
    assert (await fetch("/private/a", respect_robots=True)).reason == "SOURCE_ROBOTS_DISALLOWED"
    assert host.asked.count("page.test/robots.txt") == 1


async def test_a_fault_is_not_remembered(host: Host, fetch: Fetch) -> None:
    host.pages["/robots.txt"] = http(b"", 500)
    found = await fetch("/a", respect_robots=True)
    assert found.reason == "SOURCE_ROBOTS_DISALLOWED"
    host.pages["/robots.txt"] = robots(SOME)
    assert (await fetch("/a", respect_robots=True)).text


@pytest.mark.parametrize(
    ("addresses", "reason"),
    [(["127.0.0.2"], "SOURCE_ADDRESS_FORBIDDEN"), ([], "SOURCE_UNREACHABLE")],
)
async def test_a_host_that_cannot_be_asked_is_told_as_such(
    addresses: list[str], reason: str, fetch: Fetch, zone: dict[str, Sequence[str]]
) -> None:
    zone["page.test"] = addresses
    assert (await fetch("/a", respect_robots=True)).reason == reason


async def test_why_it_cannot_be_read_is_told(host: Host, fetch: Fetch) -> None:
    host.pages["/robots.txt"] = http(b"x", content_encoding="br")
    found = await fetch("/a", respect_robots=True)
    assert found.reason == "SOURCE_ROBOTS_DISALLOWED"
    assert (
        "page.test: no text can be read from it: it has a compression that was not" in found.message
    )


async def test_each_host_of_a_redirect_has_its_say(
    host: Host, fetch: Fetch, zone: dict[str, Sequence[str] | Callable[[], Sequence[str]]]
) -> None:
    zone["www.page.test"] = [OPEN]
    host.pages |= {"page.test/a": to(host.url("/a", "www.page.test"))}
    host.pages |= {"page.test/robots.txt": robots(SOME), "www.page.test/robots.txt": robots(NONE)}
    found = await fetch("/a", respect_robots=True)
    assert found.reason == "SOURCE_ROBOTS_DISALLOWED"
    assert "www.page.test/a" not in host.asked
