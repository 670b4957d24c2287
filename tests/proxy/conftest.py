"""A proxy inside the test, between OpenAI's client, a chat server and a verifyd server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, NamedTuple

import pytest
from blockbuster import blockbuster_ctx
from chat_upstream import ChatUpstream, chat_upstream
from openai import AsyncOpenAI
from verifyd import AsyncClient

from sidecar.proxy.app import Proxy
from sidecar.proxy.options import ProxyOptions
from sidecar.server.listen import TcpAddress


class Proxied(NamedTuple):
    """What a test talks to: the client of OpenAI, and the server that it believes to talk to."""

    openai: AsyncOpenAI
    upstream: ChatUpstream
    url: str
    proxy: Proxy

    async def ask(self, messages: list[Any], **more: Any) -> Any:
        """A completion; what is sent is ``self.upstream.asked``."""
        create: Any = self.openai.chat.completions.create
        return await create(model="small", messages=messages, **more)


Proxying = Callable[..., AbstractAsyncContextManager[Proxied]]


@pytest.fixture
def proxying(server: Any) -> Proxying:
    """Starts proxies."""

    @asynccontextmanager
    async def start(
        verifier: str = "", upstream_url: str = "", **options: Any
    ) -> AsyncIterator[Proxied]:
        async with chat_upstream() as upstream, AsyncClient(verifier or server.target) as client:
            own = ProxyOptions(upstream=upstream_url or upstream.url, **options)
            proxy = Proxy(client, own, TcpAddress("127.0.0.1", 0))
            url = await proxy.start()
            openai = AsyncOpenAI(base_url=f"{url}/v1", api_key="sk-caller", max_retries=0)
            with blockbuster_ctx("sidecar"):
                try:
                    yield Proxied(openai, upstream, url, proxy)
                finally:
                    await openai.close()
                    await proxy.stop(0)

    return start
