"""Streams that are cut off at some moment, by whoever it may be, and what they had released."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import grpc
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings
from bench.drawn_visits import VisitsText, draw
from bench.followed import FollowedStream

CHECKS = ("numeric",)
_TIMEOUT_S = 60.0
_MOST_PAUSE_S = 0.02
"""Between two pieces of a text."""


class ReleasedText(NamedTuple):
    """The text that a stream released.

    Attributes:
        text: It.
        last: Where its last part begins, in bytes: what was released at a time.
        wrong: How many of its sentences are wrong.
    """

    text: str
    last: int
    wrong: int


class CutStream(NamedTuple):
    """A stream that ended, in whichever way.

    Attributes:
        text: Of it.
        stream: What the server said.
        sent: Bytes of the text that were sent.
        ending: The status that it ended with; ``OK`` where it came to its end.
    """

    text: VisitsText
    stream: FollowedStream
    sent: int
    ending: str

    @property
    def faults(self) -> list[str]:
        """What must not be, as far as its client can tell."""
        found, released = list(self.stream.faults), self.stream.released
        if released > self.sent:
            found.append("more is released than was sent")
        if self.ending == "OK" and self.stream.result is None:
            found.append("a stream that ends well has no result")
        return found

    @property
    def released(self) -> ReleasedText:
        """What was released."""
        data, stream = self.text.text.encode(), self.stream
        text = data[: stream.released].decode()
        return ReleasedText(
            text, stream.released_before, len(self.text.wrong_before(stream.released))
        )


def read(address: str, handle: str, drawn: random.Random, *, cuts_itself: bool) -> CutStream:
    """Stream a drawn text; the client cuts it off at a drawn moment, if it does."""
    text = draw(drawn)
    channel = grpc.insecure_channel(address)
    stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
    writer = _Writer(text, handle, drawn)
    call = stub.VerifyStream(writer.parts(), timeout=_TIMEOUT_S)
    ends: Callable[[], object] = drawn.choice((call.cancel, channel.close))
    timer = threading.Timer(drawn.uniform(0, writer.seconds), ends)
    if cuts_itself:
        timer.start()
    stream, ending = FollowedStream(), "OK"
    try:
        stream.follow(call)
    except grpc.RpcError as error:
        ending = error.code().name
    timer.cancel()
    channel.close()
    return CutStream(text, stream, writer.sent, ending)


class _Writer:
    """Writes a text in pieces with pauses, as a model does.

    Attributes:
        sent: Bytes that were given to the call.
        seconds: That it takes, about.
    """

    def __init__(self, text: VisitsText, handle: str, drawn: random.Random) -> None:
        self._request = verify_pb2.VerifyRequest(narrative=text.text, checks=CHECKS)
        self._request.evidence.handles.append(handle)
        data = text.text.encode()
        cuts = cuttings.tokens(data) if drawn.random() < 0.5 else cuttings.cut(data, drawn)
        self._parts = list(cuttings.requests(self._request, cuts, SENTENCE))
        self._pause_s = drawn.uniform(0, _MOST_PAUSE_S)
        self.seconds = self._pause_s * len(self._parts) + 0.05
        self.sent = 0

    def parts(self) -> Iterator[verify_pb2.VerifyStreamRequest]:
        """The parts of the stream, each in its time."""
        for part in self._parts:
            self.sent += len(part.text)
            yield part
            time.sleep(self._pause_s)


SENTENCE = verify_pb2.RELEASE_MODE_SENTENCE
