"""A host that misbehaves in every way: refused or bounded, and nothing else is connected to."""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from sources import fake_host as fake
from sources.conftest import OPEN, Fetch
from sources.fake_host import Host, http, packed, page, pdf, to

from sidecar.model.evidence import Source
from sidecar.model.source_text import SourceText, TextOrigin
from sidecar.sources.resolver import SourceResolver
from sidecar.sources.settings import SourcesSettings

INNER = "127.0.0.2"
MIB = 1 << 20

Zone = dict[str, Sequence[str] | Callable[[], Sequence[str]]]


def redirects(port: int) -> dict[str, tuple[str, str]]:
    """Locations that must not be followed, and why."""
    return {
        "loop": ("/loop", "SOURCE_TOO_MANY_REDIRECTS"),
        "http": (f"http://page.test:{port}/", "SOURCE_URL_INVALID"),
        "file": ("file:///etc/passwd", "SOURCE_URL_INVALID"),
        "address": (f"https://{INNER}:{port}/", "SOURCE_URL_INVALID"),
        "decimal": (f"https://2130706434:{port}/", "SOURCE_URL_INVALID"),
        "octal": (f"https://0177.0.0.2:{port}/", "SOURCE_URL_INVALID"),
        "hexadecimal": (f"https://0x7f000002:{port}/", "SOURCE_URL_INVALID"),
        "mapped": (f"https://[::ffff:127.0.0.2]:{port}/", "SOURCE_URL_INVALID"),
        "wide digits": (f"https://１２７.0.0.2:{port}/", "SOURCE_URL_INVALID"),
        "user": (f"https://page.test:{port}@other.test/", "SOURCE_URL_INVALID"),
        "backslash": (f"https://page.test:{port}\\@other.test/", "SOURCE_URL_INVALID"),
        "tab": (f"https://page.test\t.other.test:{port}/", "SOURCE_URL_INVALID"),
        "other host": (f"https://other.test:{port}/", "SOURCE_HOST_NOT_ALLOWED"),
        "other host, no scheme": (f"//other.test:{port}/", "SOURCE_HOST_NOT_ALLOWED"),
        "below another": (f"https://page.test.other.test:{port}/", "SOURCE_HOST_NOT_ALLOWED"),
        "other port": ("https://page.test/", "SOURCE_HOST_NOT_ALLOWED"),
        "inner name": (f"https://inner.test:{port}/", "SOURCE_ADDRESS_FORBIDDEN"),
        "inner name, dot": (f"https://INNER.test.:{port}/", "SOURCE_ADDRESS_FORBIDDEN"),
    }


@pytest.mark.parametrize("status", [301, 303, 307, 308])
@pytest.mark.parametrize("kind", redirects(0))
async def test_a_redirect_is_checked_as_if_it_were_the_first(
    kind: str, status: int, host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    zone["inner.test"] = [INNER]
    location, reason = redirects(host.port)[kind]
    host.pages["/"] = page("secret")
    host.pages["/loop"] = to(location, status)
    found = await fetch("/loop")
    assert found.reason == reason
    assert set(connected) == {OPEN}
    assert set(host.asked) == {"page.test/loop"}


ON_ANY_HOST = {
    kind: reason
    for kind, (_, reason) in redirects(0).items()
    if reason != "SOURCE_HOST_NOT_ALLOWED" or kind == "other port"
}


@pytest.mark.parametrize("kind", ON_ANY_HOST)
async def test_any_host_opens_nothing_but_the_list_of_hosts(
    kind: str, host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    zone["inner.test"] = [INNER]
    location, _ = redirects(host.port)[kind]
    host.pages |= {"/": page("secret"), "/loop": to(location)}
    found = await fetch("/loop", allowed_hosts=[f"*:{host.port}"])
    assert found.reason == ON_ANY_HOST[kind]
    assert set(connected) == {OPEN}
    assert set(host.asked) == {"page.test/loop"}


async def test_with_any_host_one_that_nobody_listed_is_asked(
    host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    zone |= {"inner.test": [OPEN, INNER], "local": [OPEN]}
    host.pages |= {"/": to(host.url("/end", "other.test")), "/end": page("here")}
    any_host = {"allowed_hosts": [f"*:{host.port}"]}
    assert (await fetch("/", **any_host)).text == "T\nhere"
    assert host.asked == ["page.test/", "other.test/end"]
    connected.clear()
    inner = await fetch(host.url("/", "inner.test"), **any_host)
    assert inner.reason == "SOURCE_ADDRESS_FORBIDDEN"
    bare = await fetch(host.url("/", "local"), **any_host)
    assert bare.reason == "SOURCE_HOST_NOT_ALLOWED"
    assert not connected
    host.pages["/end"] = http(b"x" * 4096)
    assert (await fetch("/", max_bytes=1024, **any_host)).reason == "SOURCE_TOO_LARGE"


async def test_redirects_are_followed_as_often_as_the_settings_say(
    host: Host, fetch: Fetch
) -> None:
    host.pages |= {f"/{n}": to(f"/{n + 1}") for n in range(3)}
    host.pages["/3"] = to("https://www.page.test:" + str(host.port) + "/end")
    host.pages["www.page.test/end"] = page("here")
    assert (await fetch("/0", max_redirects=4)).text == "T\nhere"
    assert (await fetch("/0", max_redirects=3)).reason == "SOURCE_TOO_MANY_REDIRECTS"


@pytest.mark.parametrize(
    "addresses",
    [[INNER], [OPEN, INNER], [INNER, OPEN], [OPEN, "fe80::1%lo"], ["::1"], [OPEN] * 20 + [INNER]],
)
async def test_one_forbidden_address_of_a_name_forbids_it(
    addresses: list[str], host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    zone["inner.test"] = addresses
    host.pages["/"] = page("secret")
    assert (await fetch(host.url("/", "inner.test"))).reason == "SOURCE_ADDRESS_FORBIDDEN"
    assert not connected


async def test_a_name_that_changes_its_address_is_connected_to_where_it_was_checked(
    host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    answers = [[OPEN], [INNER], [OPEN]]
    zone["page.test"] = lambda: answers.pop(0)
    host.pages["/"] = page("here")
    assert (await fetch("/")).text == "T\nhere"  # looked up once, though the next answer is another
    assert (await fetch("/")).reason == "SOURCE_ADDRESS_FORBIDDEN"
    assert connected == [OPEN]


async def test_robots_and_redirects_look_the_name_up_again(
    host: Host, fetch: Fetch, zone: Zone, connected: list[str]
) -> None:
    answers = [[OPEN], [INNER]]
    zone["page.test"] = lambda: answers.pop(0)
    host.pages |= {"/robots.txt": http(b"", 404), "/": page("secret")}
    found = await fetch("/", respect_robots=True)
    assert found.reason == "SOURCE_ADDRESS_FORBIDDEN"
    assert host.asked == ["page.test/robots.txt"]
    assert connected == [OPEN]


async def test_private_addresses_are_forbidden_where_no_test_says_otherwise(
    host: Host, settings: Callable[..., SourcesSettings], connected: list[str]
) -> None:
    sources = SourceResolver(look_up=lambda _: [OPEN])
    source = Source(id="s", number=1, url=host.url("/"))
    found = await sources.text_of(source, settings(), 10)
    await sources.close()
    assert found.reason == "SOURCE_ADDRESS_FORBIDDEN"  # type: ignore[union-attr]
    assert not connected


ANSWERS: dict[str, tuple[fake.Answer, str]] = {
    "endless body": (fake.endless(b"x" * 65536, http(b"", content_length="")), "SOURCE_TOO_LARGE"),
    "endless chunks": (
        fake.endless(
            b"1\r\nx\r\n" * 9000, http(b"", content_length="", transfer_encoding="chunked")
        ),
        "SOURCE_UNREADABLE",
    ),
    "long by its own word": (http(b"x", content_length=str(10**12)), "SOURCE_TOO_LARGE"),
    "long beyond numbers": (http(b"x", content_length="9" * 5000), "SOURCE_UNREACHABLE"),
    "broken off": (http(b"<p>half", content_length="500"), "SOURCE_UNREACHABLE"),
    "endless header": (fake.endless(b"x" * 4096, b"HTTP/1.1 200 OK\r\na: "), "SOURCE_UNREACHABLE"),
    "endless announcements": (
        fake.endless(b"HTTP/1.1 103 Early Hints\r\na: b\r\n\r\n" * 99),
        "SOURCE_TOO_LARGE",
    ),
    "no HTTP": (b"SSH-2.0-OpenSSH_9\r\n\r\n", "SOURCE_UNREACHABLE"),
    "nothing": (b" ", "SOURCE_UNREACHABLE"),
    "bomb": (packed(b"<p>a</p>" + b" " * 100 * MIB), "SOURCE_TOO_LARGE"),
    "bomb of text": (packed(b"a" * 2 * MIB, kind="text/plain"), "SOURCE_TOO_LARGE"),
    "bomb in a bomb": (
        http(gzip.compress(gzip.compress(b"a" * 50 * MIB)), content_encoding="gzip, gzip"),
        "SOURCE_UNREADABLE",
    ),
    "half a packet": (
        http(gzip.compress(b"<p>a" * 99)[:-9], content_encoding="gzip"),
        "SOURCE_UNREADABLE",
    ),
    "more than a packet": (
        http(gzip.compress(b"<p>a") + b"b", content_encoding="gzip"),
        "SOURCE_UNREADABLE",
    ),
    "no packet": (http(b"<p>a</p>", content_encoding="gzip"), "SOURCE_UNREADABLE"),
    "other packet": (http(b"<p>a</p>", content_encoding="br"), "SOURCE_UNREADABLE"),
    "wrong charset": (
        http("<p>日本語の本文です".encode("shift_jis"), kind="text/html; charset=utf-8"),
        "SOURCE_UNREADABLE",
    ),
    "charset that runs": (
        http(b"<p>\xff\xfe\xfd" * 9, kind="text/html; charset=zlib"),
        "SOURCE_UNREADABLE",
    ),
    "bytes": (http(bytes(range(256)) * 9, kind="text/plain"), "SOURCE_UNREADABLE"),
    "picture": (http(b"\x89PNG\r\n", kind="image/png"), "SOURCE_UNREADABLE"),
    "script": (http(b"alert(1)", kind="application/javascript"), "SOURCE_UNREADABLE"),
    "nothing said": (http(b"", kind=""), "SOURCE_UNREADABLE"),
    "no text": (http(b"<title></title><script>a</script>"), "SOURCE_UNREADABLE"),
    "broken PDF": (http(pdf("a")[:200], kind="application/pdf"), "SOURCE_UNREADABLE"),
    "PDF that is none": (http(b"%PDF-1.7 hello", kind=""), "SOURCE_UNREADABLE"),
    "pages without end": (http(pdf(*["a"] * 2001), kind="application/pdf"), "SOURCE_TOO_LARGE"),
    "missing": (http(b"<p>no", 404), "SOURCE_NOT_FOUND"),
    "gone": (http(b"<p>no", 410), "SOURCE_NOT_FOUND"),
    "login": (http(b"<p>no", 401), "SOURCE_REFUSED"),
    "paywall": (http(b"<p>no", 402), "SOURCE_REFUSED"),
    "forbidden": (http(b"<p>no", 403), "SOURCE_REFUSED"),
    "too many": (http(b"<p>no", 429), "SOURCE_REFUSED"),
    "fault": (http(b"<p>no", 500), "SOURCE_REFUSED"),
    "part": (http(b"<p>no", 206), "SOURCE_REFUSED"),
    "redirect to nowhere": (http(b"<p>no", 302), "SOURCE_REFUSED"),
    "upgrade": (
        http(b"", 101, content_length="", upgrade="x", connection="upgrade"),
        "SOURCE_UNREACHABLE",
    ),
}


@pytest.mark.parametrize("kind", ANSWERS)
async def test_what_is_no_readable_answer_is_refused_with_its_reason(
    kind: str, host: Host, fetch: Fetch
) -> None:
    host.pages["/"], reason = ANSWERS[kind]
    found = await fetch("/")
    assert found.reason == reason
    host.pages["/next"] = page("next")  # and nobody else suffers
    assert await fetch("/next") == SourceText("T\nnext", TextOrigin.FETCHED)


@pytest.mark.timing
@pytest.mark.parametrize(
    "answer",
    [
        fake.endless(b"x", http(b"", content_length=""), wait_s=0.05),
        fake.endless(b"HTTP/1.1 100 Continue\r\n\r\n", wait_s=0.01),
        fake.endless(b"", wait_s=0.1),
    ],
    ids=["drip", "interim", "silence"],
)
async def test_what_comes_slowly_is_not_waited_for(
    answer: fake.Answer, host: Host, fetch: Fetch
) -> None:
    host.pages["/"] = answer
    began = time.monotonic()
    assert (await fetch("/", timeout_s=0.5)).reason == "SOURCE_TIMEOUT"
    assert time.monotonic() - began < 1.5


@pytest.mark.timing
async def test_a_name_server_that_does_not_answer_is_not_waited_for(
    host: Host, fetch: Fetch, zone: Zone
) -> None:

    def slowly() -> list[str]:
        time.sleep(1.5)
        return [OPEN]

    zone["page.test"] = slowly
    began = time.monotonic()
    waiting = [fetch("/", timeout_s=0.3, max_parallel=20) for _ in range(20)]
    found = await asyncio.gather(*waiting)
    assert {one.reason for one in found} == {"SOURCE_TIMEOUT"}
    assert time.monotonic() - began < 1.2


@pytest.mark.slow
async def test_a_page_that_keeps_its_parser_busy_ends_its_process(host: Host, fetch: Fetch) -> None:
    host.pages["/"] = http(b"<div>" * 200_000)
    found = await fetch("/", timeout_s=100)
    assert found.reason == "SOURCE_UNREADABLE"
    assert "too long" in found.message
    host.pages["/next"] = page("next")
    assert (await fetch("/next")).text == "T\nnext"


@pytest.mark.parametrize(
    ("piece", "times"), [(b" " * MIB, 900), (b"q " * 500_000, 20)], ids=["memory", "depth"]
)
async def test_a_pdf_that_breaks_its_reader_breaks_nothing_else(
    piece: bytes, times: int, host: Host, fetch: Fetch
) -> None:
    host.pages["/"] = http(fake.drawn_pdf(piece, times), kind="application/pdf")
    found = await fetch("/", timeout_s=100)
    assert found.reason == "SOURCE_UNREADABLE"
    assert "its reader crashed" in found.message
    host.pages["/next"] = http(fake.drawn_pdf(b"BT /F1 9 Tf (next) Tj ET", 1), kind="")
    assert (await fetch("/next", timeout_s=30)).text == "next"


async def test_a_host_proves_its_name(host: Host, fetch: Fetch, zone: Zone) -> None:
    zone["wrong.test"] = [OPEN]
    host.pages["/"] = page("secret")
    wrong = host.url("/", "wrong.test")
    found = await fetch(wrong, allowed_hosts=[f"wrong.test:{host.port}"])
    assert found.reason == "SOURCE_UNREACHABLE"
    assert "certificate" in found.message
    assert not host.asked


async def test_a_certificate_of_nobody_known_is_none(
    host: Host, settings: Callable[..., SourcesSettings]
) -> None:
    sources = SourceResolver(look_up=lambda _: [OPEN], is_allowed=lambda _: True)
    found = await sources.text_of(Source(id="s", number=1, url=host.url("/")), settings(), 10)
    await sources.close()
    assert found.reason == "SOURCE_UNREACHABLE"  # type: ignore[union-attr]
    assert not host.asked


async def test_only_what_a_request_needs_is_sent(
    host: Host, fetch: Fetch, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine page.test login me password secret")
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("https_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.2:9")
    host.pages["/"] = http(b"", 302, location="/next", set_cookie="a=b")
    host.pages["/next"] = page("here")
    assert (await fetch("/")).text == "T\nhere"
    assert len(host.headers) == 2
    for headers in host.headers:
        assert set(headers) == {"host", "user-agent", "accept", "accept-encoding", "connection"}
        assert headers["user-agent"] == "verifyd"
        assert headers["host"] == f"page.test:{host.port}"


@pytest.mark.parametrize("kind", ["missing", "nothing", "bomb", "no text"])
async def test_neither_path_nor_query_nor_answer_is_shown_or_logged(
    kind: str, host: Host, fetch: Fetch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host.pages["/token-4711?key=4711"] = ANSWERS[kind][0]
    found = await fetch("/token-4711?key=4711")
    told = [found.message, *(str(vars(record)) for record in caplog.records)]
    assert host.asked == ["page.test/token-4711?key=4711"]
    assert "4711" not in "".join(told)
