"""Where a text comes from, by the mode; and what is loaded for it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from sources.conftest import OPEN, Fetch
from sources.fake_host import Host, http, page, pdf

from sidecar.model.evidence import Source
from sidecar.model.source_text import SourceText, TextOrigin, Unavailable
from sidecar.sources.resolver import SourceResolver
from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import REASONS

HERE = SourceText("T\nhere", TextOrigin.FETCHED)


@pytest.mark.parametrize("mode", ["given", "cached"])
async def test_what_the_request_has_is_not_fetched(mode: str, host: Host, fetch: Fetch) -> None:
    host.pages["/"] = page("here")
    assert await fetch("/", "given", mode=mode) == SourceText("given", TextOrigin.GIVEN)
    assert not host.asked


async def test_given_means_that_nothing_is_ever_fetched(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    host.pages["/"] = page("here")
    assert await fetch("/", mode="cached", cache_dir=folder) == HERE
    for text in ("", " \n"):
        found = await fetch("/", text, mode="given", cache_dir=folder)
        assert found.reason == "SOURCE_NO_TEXT"
    assert len(host.asked) == 1


async def test_fresh_fetches_again_and_never_falls_back(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    host.pages["/"] = page("here")
    assert await fetch("/", "given", cache_dir=folder) == HERE
    host.pages["/"] = page("changed")
    assert (await fetch("/", "given", cache_dir=folder)).text == "T\nchanged"
    del host.pages["/"]
    found = await fetch("/", "given", cache_dir=folder)
    assert found == Unavailable("SOURCE_NOT_FOUND", "its host does not have it: status 404")


async def test_a_copy_is_used_while_it_is_young(host: Host, fetch: Fetch, folder: Path) -> None:
    host.pages["/"] = page("here")
    cached = {"mode": "cached", "cache_dir": folder}
    assert await fetch("/", **cached) == HERE
    del host.pages["/"]
    assert await fetch("/", **cached) == HERE._replace(origin=TextOrigin.CACHED)
    assert await fetch("/#part", **cached) == HERE._replace(origin=TextOrigin.CACHED)
    await asyncio.sleep(1.1)
    assert (await fetch("/", **cached, cache_ttl_s=1)).reason == "SOURCE_NOT_FOUND"
    assert len(host.asked) == 2


async def test_what_is_being_fetched_is_not_fetched_once_more(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    host.pages["/"], host.pages["/other"] = page("here"), page("here")
    cached = {"mode": "cached", "cache_dir": folder}
    asked = [fetch(path, **cached) for path in ["/", "/#part", "/other"] * 4]
    found = await asyncio.gather(*asked)
    assert {one.text for one in found} == {"T\nhere"}
    assert [one.origin for one in found].count(TextOrigin.FETCHED) == 2
    assert len(host.asked) == 2


async def test_those_who_wait_for_what_cannot_be_fetched_try_it_themselves(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    found = await asyncio.gather(*(fetch("/", mode="cached", cache_dir=folder) for _ in range(3)))
    assert {one.reason for one in found} == {"SOURCE_NOT_FOUND"}


async def test_copies_count_where_no_host_may_be_asked(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    host.pages["/"] = page("here")
    await fetch("/", mode="cached", cache_dir=folder)
    alone = {"mode": "cached", "cache_dir": folder, "allowed_hosts": []}
    assert (await fetch("/", **alone)).origin is TextOrigin.CACHED
    assert (await fetch("/other", **alone)).reason == "SOURCE_NOT_CACHED"
    assert (await fetch("/", mode="fresh", allowed_hosts=[])).reason == "SOURCE_HOST_NOT_ALLOWED"
    elsewhere = {"mode": "cached", "cache_dir": folder, "allowed_hosts": ["example.org"]}
    assert (await fetch("/", **elsewhere)).reason == "SOURCE_HOST_NOT_ALLOWED"
    assert len(host.asked) == 1


async def test_a_copy_that_is_longer_than_a_text_may_be_is_not_used(
    host: Host, fetch: Fetch, folder: Path
) -> None:
    host.pages["/"] = page("here " * 1000)
    await fetch("/", mode="cached", cache_dir=folder)
    found = await fetch("/", mode="cached", cache_dir=folder, max_text_bytes=1024)
    assert found.reason == "SOURCE_TOO_LARGE"


async def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(
    host: Host, fetch: Fetch, tmp_path: Path
) -> None:
    host.pages["/"] = page("here")
    (tmp_path / "file").write_text("")
    assert await fetch("/", mode="cached", cache_dir=tmp_path / "file") == HERE


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "SOURCE_NO_URL"),
        ("http://page.test/", "SOURCE_URL_INVALID"),
        ("https://nobody.test/", "SOURCE_HOST_NOT_ALLOWED"),
        ("https://missing.page.test:{port}/", "SOURCE_UNREACHABLE"),
    ],
)
async def test_what_cannot_be_fetched_is_told(
    url: str,
    reason: str,
    host: Host,
    sources: SourceResolver,
    settings: Callable[..., SourcesSettings],
) -> None:
    source = Source(id="s", number=1, url=url.format(port=host.port), text="given")
    found = await sources.text_of(source, settings(), 10)
    assert isinstance(found, Unavailable)
    assert found.reason == reason
    assert found.message.startswith(REASONS[reason])
    assert not host.asked


async def test_a_port_where_nobody_listens_is_unreachable(
    sources: SourceResolver, settings: Callable[..., SourcesSettings]
) -> None:
    source = Source(id="s", number=1, url="https://page.test:1/")
    found = await sources.text_of(source, settings(allowed_hosts=["page.test:1"]), 10)
    assert isinstance(found, Unavailable)
    assert found.reason == "SOURCE_UNREACHABLE"


async def test_the_next_address_is_tried_where_one_does_not_answer(
    host: Host, fetch: Fetch, zone: dict[str, Sequence[str]]
) -> None:
    host.pages["/"] = page("here")
    zone["page.test"] = [OPEN, OPEN]
    assert await fetch("/") == HERE


async def test_a_pdf_is_a_source_too(host: Host, fetch: Fetch) -> None:
    host.pages["/a.pdf"] = http(pdf("Sales were 1,234"), kind="application/pdf")
    assert (await fetch("/a.pdf")).text == "Sales were 1,234"


async def test_the_deadline_of_the_request_counts_as_well(
    sources: SourceResolver, settings: Callable[..., SourcesSettings], host: Host
) -> None:
    host.pages["/"] = page("here")
    source = Source(id="s", number=1, url=host.url("/"))
    found = await sources.text_of(source, settings(), 0.0)
    assert isinstance(found, Unavailable)
    assert found.reason == "SOURCE_TIMEOUT"


async def test_many_are_fetched_side_by_side_and_no_more_than_may_be(
    host: Host, fetch: Fetch
) -> None:
    at_once: list[int] = [0, 0]

    async def slowly(writer: asyncio.StreamWriter) -> None:
        at_once[0] += 1
        at_once[1] = max(at_once)
        await asyncio.sleep(0.05)
        at_once[0] -= 1
        writer.write(page("here"))

    host.pages["/"] = slowly
    found = await asyncio.gather(*(fetch("/", max_parallel=4) for _ in range(9)))
    assert found == [HERE] * 9
    assert at_once[1] == 3  # one is left for other callers


async def test_a_closed_reader_leaves_no_process(
    host: Host, sources: SourceResolver, fetch: Fetch
) -> None:
    host.pages["/"] = page("here")
    await fetch("/")
    assert sources._reader.pid
    await sources.close()
    assert not sources._reader.pid


def test_nothing_large_is_loaded_before_it_is_needed() -> None:
    large = "httpcore2 httpx2 anyio idna ssl selectolax pypdfium2 protego"
    code = (
        "import asyncio, sys\n"
        "from sidecar.sources.resolver import SourceResolver\n"
        "from sidecar.sources.settings import SourcesSettings\n"
        "from sidecar.model.evidence import Source\n"
        "async def main():\n"
        "    sources = SourceResolver()\n"
        "    given = Source(id='a', number=1, text='b')\n"
        "    print((await sources.text_of(given, SourcesSettings(), 1)).text)\n"
        "asyncio.run(main())\n"
        f"print(*(set({large.split()!r}) - {{'ssl'}} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout == "b\n\n"
