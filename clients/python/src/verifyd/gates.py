"""Gates: the text of a model goes in as it is written, and verified text comes out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from verifyd._progress import Progress
from verifyd._screen import NOTICE, Outcome, Policy, Screen, read_piece
from verifyd.aio_streaming import AsyncVerificationStream
from verifyd.streaming import VerificationStream

if TYPE_CHECKING:
    from verifyd.report import Report
    from verifyd.results import Span

S = TypeVar("S", bound=Progress)
M = TypeVar("M")


class _Gate(Generic[S, M]):
    def __init__(
        self, stream: S, model: M, *, policy: Policy = "hold", notice: str = NOTICE
    ) -> None:
        self._stream = stream
        self._model = model
        self._screen = Screen(stream, policy, notice)
        self.report: Report | None = None
        self.outcome: Outcome | None = None
        self.retracted: tuple[Span, ...] = ()

    @property
    def rest(self) -> str:
        """The text that was neither shown nor replaced, so far."""
        return self._screen.rest

    def _take(self, report: Report) -> None:
        self.report = report
        self.outcome = self._screen.outcome(report)
        self.retracted = self._screen.retracted(report)


class StreamGate(_Gate[VerificationStream, Iterable[object]]):
    """Yields the verified text of a model that a program iterates over.

    The model is read in the caller's thread, a piece whenever text is asked for: a slow caller
    slows the model. A caller that stops early ends the call and the model's stream.

    Example:
        with client.stream(rows, release="sentence") as stream:
            gate = StreamGate(stream, openai.chat.completions.create(..., stream=True))
            for text in gate:
                print(text, end="")
        print(gate.outcome, gate.report)

    Args:
        stream: Verifies the text; asked for with ``release="sentence"``.
        model: Chunks of OpenAI's chat completions, events of its Responses API, or text.
        policy: What is done with a held sentence. ``hold``: nothing more is shown unless later text
            or the report releases it. ``cut``: the text ends before it, and the model is stopped.
            ``repair``: its repairs are carried out, where everything that holds it has one; else
            as with ``notice``, where a notice stands in its place. Later sentences are then shown
            by what their own findings do to them.
        notice: That notice.

    Attributes:
        report: The report on everything that the model wrote; None until the end.
        outcome: How the text ended; None until then, and after an error. ``released``: all was
            shown as the model wrote it. ``replaced``: all was shown, held sentences replaced.
            ``held`` and ``cut``: ``rest`` was not shown. ``retracted``: the report holds some of
            what was shown, because of text behind it or of the whole.
        retracted: The places of that in ``report.narrative``.

    Raises:
        InvalidArgument: If ``policy`` is none of these, or the stream releases by the report.
    """

    def __iter__(self) -> Iterator[str]:
        """The text that may be shown.

        Raises:
            VerifydError: If the text cannot be verified; what was not released was not shown.
        """
        stream, screen, pieces = self._stream, self._screen, iter(self._model)
        try:
            for piece in pieces:
                if text := read_piece(piece):
                    stream.write(text)
                with stream._changed:
                    texts = screen.advance()
                yield from texts
                if screen.is_cut:
                    break
            stream._half_close()
            while texts := stream._wait_for(screen.advance):
                yield from texts
            self._take(stream.finish())
        finally:
            stream.cancel()
            _close(self._model, pieces)


class AsyncStreamGate(_Gate[AsyncVerificationStream, AsyncIterable[object]]):
    """Yields the verified text of a model that a program iterates over with ``async for``.

    It is as ``StreamGate``, and shows text as soon as it is released, even while the model pauses.
    """

    async def __aiter__(self) -> AsyncIterator[str]:
        """The text that may be shown.

        Raises:
            VerifydError: If the text cannot be verified; what was not released was not shown.
        """
        stream, screen = self._stream, self._screen
        pieces = asyncio.Queue[str](1)
        reader = asyncio.create_task(self._read(pieces))
        reader.add_done_callback(lambda _: stream._changed.set())
        stream._tasks.append(reader)
        try:
            while not stream._is_over:
                for text in screen.advance():
                    yield text
                if stream._is_finished:
                    await stream._wait()
                elif screen.is_cut or (reader.done() and pieces.empty()):
                    if reader.done():
                        reader.result()
                    reader.cancel()
                    await stream._half_close()
                elif pieces.empty():
                    await stream._changed.wait()  # as long as the model takes
                    stream._changed.clear()
                else:
                    await stream.write(pieces.get_nowait())
            for text in screen.advance():
                yield text
            self._take(await stream.finish())
        finally:
            stream.cancel()
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def _read(self, into: asyncio.Queue[str]) -> None:
        """Read the model: in one task, as its time-outs may need, and two pieces ahead at most."""
        pieces = aiter(self._model)
        try:
            async for piece in pieces:
                if text := read_piece(piece):
                    await into.put(text)
                    self._stream._changed.set()
        finally:
            closed = _close(self._model, pieces)
            if isawaitable(closed):
                await closed


def _close(model: object, pieces: object) -> Any:
    """End a model's stream; what is returned may have to be awaited."""
    for one in (model, pieces):
        close = getattr(one, "aclose", None) or getattr(one, "close", None)
        if close is not None:
            return close()
    return None
