"""One connection of HTTP/1.1: requests in, responses out, one after another.

h11 knows the protocol. Here is what is around it: how long a client may take, how much of it is
read ahead of the call, and that a call whose client is gone is cancelled.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, cast

import h11

from sidecar.server.call import RequestMalformed
from sidecar.server.http.request import Header, Request, Response

MAX_HEAD = 16 * 1024
"""Bytes of a request's head."""

READ_AHEAD = 64 * 1024
"""Bytes that are read before the call asks for them."""

IDLE_S = 60.0
"""Seconds for the head of the next request to come."""

SEND_S = 10.0
"""Seconds for a response to be taken; while it still comes in parts, for anything of it to be."""

BUFFERED = 256 * 1024
"""Bytes of a response in parts that may wait for their client before the call waits as well. A
client that reads only once it has written everything needs them."""

KEEP_ALIVE_S = 10.0
"""Seconds without a part after which a comment is sent, where the form of the call has some."""

LINGER_S = 1.0
"""Seconds in which the rest of a request is still taken, and thrown away, once it was answered. A
client that is writing would else be cut off before it has read the response."""

EVENTS_IN_TURN = 16
"""Pieces of a body, which may be single bytes, that are read before other calls have their turn."""

Answer = Callable[[Request], Awaitable[Response]]


_ARRIVING = memoryview(bytearray(READ_AHEAD))
"""Where bytes arrive, of all connections in turn: else a quarter of a megabyte comes at once."""


class Connection(asyncio.BufferedProtocol):
    """One connection.

    Attributes:
        is_busy: Whether a request is being answered.

    Args:
        answer: Makes the response to a request. Raises nothing but ``ConnectionError``, which cuts
            the connection: a response that was begun cannot be completed.
        enter: Called with the connection once it is open.
        leave: The same once it is closed.
    """

    def __init__(
        self,
        answer: Answer,
        enter: Callable[[Connection], None],
        leave: Callable[[Connection], None],
    ) -> None:
        self._answer = answer
        self._enter, self._leave = enter, leave
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEAD)
        self._transport: asyncio.Transport
        self._serving: asyncio.Task[None]
        self._arrived = asyncio.Event()
        self._sent = asyncio.Event()
        self._sent.set()
        self._keeping_alive: asyncio.TimerHandle | None = None
        self._ahead = self._events = 0
        self._last = self.is_busy = False

    def close_when_idle(self) -> None:
        """Close it now, or once the response under way is sent."""
        self._last = True
        if not self.is_busy:
            self._serving.cancel()

    def answer_once(self, answer: Answer) -> None:
        """Answer the first request in another way, and close it then."""
        self._answer, self._last = answer, True

    def abort(self) -> None:
        """Close it, whatever is under way."""
        self._transport.abort()

    async def closed(self) -> None:
        """Wait until it is."""
        await asyncio.wait([self._serving])

    # What the event loop tells.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to serve."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.set_write_buffer_limits(0)
        self._serving = asyncio.create_task(self._serve())
        self._enter(self)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes arrive."""
        del sizehint
        return _ARRIVING

    def buffer_updated(self, nbytes: int) -> None:
        """Take some bytes; of those that nobody asked for yet, only so many."""
        self._http.receive_data(bytes(_ARRIVING[:nbytes]))
        self._ahead += nbytes
        if self._ahead > READ_AHEAD:
            self._transport.pause_reading()
        self._arrived.set()

    def eof_received(self) -> None:
        """The client is gone, so that nobody waits for what is under way."""
        self._serving.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """The same."""
        self._leave(self)
        self._serving.cancel()

    def pause_writing(self) -> None:
        """More waits to be sent than may."""
        self._sent.clear()

    def resume_writing(self) -> None:
        """That is sent."""
        self._sent.set()

    # One request after another.

    async def _serve(self) -> None:
        try:
            while await self._serve_one():
                self._http.start_next_cycle()
        except h11.RemoteProtocolError as error:
            if self._http.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
                await self._send(Response(error.error_status_hint, ()), b"")
        except (asyncio.CancelledError, TimeoutError, ConnectionError, h11.LocalProtocolError):
            self._transport.abort()  # else it stays until its client takes what was not sent
        finally:
            self._stop_keep_alive()
            self._transport.close()

    async def _serve_one(self) -> bool:
        """Serve the next request; whether there may be another one."""
        async with asyncio.timeout(IDLE_S):
            head = await self._event()
        if not isinstance(head, h11.Request):
            return False
        self.is_busy = True
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in head.headers}:
            # A proxy that goes by the other one would see another request in what follows.
            self._last = True
            raise h11.RemoteProtocolError("two lengths of a body", error_status_hint=400)
        request = Request(head, self._transport, self._body, self._send_part)
        response = await self._answer(request)
        await self._send(response, b"" if head.method == b"HEAD" else response.body)
        await self._skip_body()
        self.is_busy = False
        is_done = self._http.our_state is h11.DONE and self._http.their_state is h11.DONE
        return is_done and not self._last

    async def _body(self) -> AsyncIterator[bytes]:
        """The pieces of the body of the request under way."""
        if self._http.they_are_waiting_for_100_continue:
            go_on = h11.InformationalResponse(status_code=100, headers=[])
            self._transport.write(self._http.send(go_on) or b"")
        try:
            while isinstance(event := await self._event(), h11.Data):
                yield bytes(event.data)
        except h11.RemoteProtocolError as error:
            raise RequestMalformed(f"the body is no HTTP: {error}") from None

    async def _event(self) -> Any:
        """What h11 makes of the bytes that have come."""
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._arrived.clear()
            self._read_on(0)
            await self._arrived.wait()
        self._events += 1
        if not self._events % EVENTS_IN_TURN:
            await asyncio.sleep(0)
        if isinstance(event, h11.EndOfMessage):
            # From here on reading only shows that the client is gone, or has one request more.
            self._read_on(len(self._http.trailing_data[0]))
        return event

    def _read_on(self, ahead: int) -> None:
        self._ahead = ahead
        if ahead <= READ_AHEAD:
            self._transport.resume_reading()

    async def _send(self, response: Response, body: bytes) -> None:
        """Send a whole response, or the rest of one, until its client has taken all of it."""
        self._stop_keep_alive()
        self._transport.set_write_buffer_limits(0)
        head = self._head(response, ("content-length", str(len(response.body))))
        self._write(*head, *([h11.Data(data=body)] if body else []), h11.EndOfMessage())
        async with asyncio.timeout(SEND_S):
            await self._sent.wait()

    async def _send_part(self, part: Response) -> None:
        """Send a part of a response; a client that takes nothing of what waits is cut off."""
        self._stop_keep_alive()
        self._transport.set_write_buffer_limits(BUFFERED)
        self._write(*self._head(part), h11.Data(data=part.body))
        if part.keep_alive:
            self._schedule_keep_alive(part.keep_alive)
        while not self._sent.is_set():
            left = self._transport.get_write_buffer_size()
            with suppress(TimeoutError):
                async with asyncio.timeout(SEND_S):
                    await self._sent.wait()
            if not self._sent.is_set() and self._transport.get_write_buffer_size() >= left:
                self._transport.abort()  # by which this call will be cancelled

    def _head(self, response: Response, *framing: Header) -> Sequence[h11.Response]:
        """The head of a response, unless it was sent with an earlier part."""
        if self._http.our_state is h11.SEND_BODY:
            return ()
        self._last = self._last or self._http.they_are_waiting_for_100_continue
        headers = [*response.headers, *framing]
        if self._last:
            headers.append(("connection", "close"))
        return (h11.Response(status_code=response.status, headers=_encode(headers)),)

    def _write(self, *events: h11.Event) -> None:
        self._transport.write(b"".join(self._http.send(event) or b"" for event in events))

    def _schedule_keep_alive(self, comment: bytes) -> None:
        loop = asyncio.get_running_loop()
        self._keeping_alive = loop.call_later(KEEP_ALIVE_S, self._keep_alive, comment)

    def _keep_alive(self, comment: bytes) -> None:
        """Show client and proxies that the call goes on."""
        if self._sent.is_set():
            self._write(h11.Data(data=comment))
        self._schedule_keep_alive(comment)

    def _stop_keep_alive(self) -> None:
        """Send none from now on."""
        if self._keeping_alive is not None:
            self._keeping_alive.cancel()

    async def _skip_body(self) -> None:
        """Throw away what nobody has read of a body, so that the client reads the response."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_S):
                while self._http.their_state is h11.SEND_BODY:
                    await self._event()


def _encode(headers: Iterable[Header]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("ascii"), value.encode("latin-1")) for name, value in headers]
