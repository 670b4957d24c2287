"""``verifyd proxy`` as a program."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from asked_staff import ASKED, RIGHT, WRONG
from chat_upstream import DONE, END, ROLE, chat_upstream, completion, stream, words
from openai import AsyncOpenAI

from sidecar.__main__ import main

UPSTREAM = ("proxy", "--upstream", "http://127.0.0.1:9/v1")


def children_of(pid: int) -> list[int]:
    """The processes that any thread of a process has started."""
    files = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in files for child in file.read_text().split()]


class Program:
    """A proxy that runs, with what it has written to standard error so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.lines = process, list[str]()
        self.url = ""

    async def read_until(self, pattern: str) -> str:
        assert self.process.stderr is not None
        while line := (await self.process.stderr.readline()).decode():
            self.lines.append(line)
            if found := re.search(pattern, line):
                return found[1]
        raise AssertionError("".join(self.lines))

    async def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return await self.process.wait()


@asynccontextmanager
async def program(*options: str, **environ: str) -> AsyncIterator[Program]:
    words = ("-m", "sidecar", "proxy", "--listen", "127.0.0.1:0", *options)
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, stderr=asyncio.subprocess.PIPE, env={**os.environ, **environ}
    )
    running = Program(process)
    try:
        running.url = await running.read_until(r"at (http://\S+)")
        yield running
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_it_has_a_server_of_its_own_and_logs_no_content() -> None:
    async with chat_upstream() as upstream, program("--upstream", upstream.url) as proxy:
        upstream.answers = [completion(RIGHT), completion(WRONG)]
        async with AsyncOpenAI(base_url=f"{proxy.url}/v1", api_key="sk-caller") as openai:
            right, wrong = [
                await openai.chat.completions.create(model="small", messages=ASKED)
                for _ in range(2)
            ]
        assert await proxy.stop() == 0
        with pytest.raises(AssertionError):  # the rest of what it wrote
            await proxy.read_until("(nothing)")
    assert right.choices[0].message.content == RIGHT
    assert wrong.choices[0].finish_reason == "content_filter"
    log = "".join(proxy.lines)
    assert log.count('"decision": "PASS"') == 1
    assert not [word for word in ("1,234", "6,578", "5678", "staff", "caller") if word in log]


async def test_it_ends_with_its_server() -> None:
    async with chat_upstream() as upstream, program("--upstream", upstream.url) as proxy:
        (server,) = await asyncio.to_thread(children_of, proxy.process.pid)
        os.kill(server, signal.SIGKILL)
        assert await proxy.process.wait() == 70


async def test_an_answer_on_its_way_goes_out_after_sigterm(server: Any) -> None:
    go_on = asyncio.Event()
    options = ("--server", server.target, "--key-env", "UPSTREAM_KEY")
    async with (
        chat_upstream() as upstream,
        program("--upstream", upstream.url, *options, UPSTREAM_KEY="sk-own") as proxy,
    ):
        upstream.answers = [stream(ROLE, go_on, *words(RIGHT), END, DONE)]
        async with AsyncOpenAI(base_url=f"{proxy.url}/v1", api_key="none") as openai:
            text = ""
            async for one in await openai.chat.completions.create(
                model="small", messages=ASKED, stream=True
            ):
                text += one.choices[0].delta.content or ""
                if not go_on.is_set():
                    proxy.process.send_signal(signal.SIGTERM)
                    go_on.set()
        assert await proxy.process.wait() == 0
    assert text == RIGHT
    assert upstream.asked[0].headers["authorization"] == "Bearer sk-own"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("proxy", "--upstream", "ftp://host"), "ARGUMENT_INVALID"),
        (("proxy", "--upstream", "host:80"), "ARGUMENT_INVALID"),
        ((*UPSTREAM, "--listen", "0.0.0.0:8089"), "ARGUMENT_INVALID"),
        ((*UPSTREAM, "--listen", "0.0.0.0:8089", "--key-env", "HOME"), "ARGUMENT_INVALID"),
        ((*UPSTREAM, "--token-env", "HOME"), "ARGUMENT_INVALID"),
        ((*UPSTREAM, "--key-env", "NOT_THERE"), "VARIABLE_MISSING"),
        ((*UPSTREAM, "--listen", "nowhere"), "SETTINGS_INVALID"),
        ((*UPSTREAM, "--server", "unix:///v.sock", "--config", "x"), "ARGUMENT_INVALID"),
        ((*UPSTREAM, "--server", "nowhere"), "ARGUMENT_INVALID"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("verifyd proxy: ")
    assert error.endswith(f"[{reason}]\n")
