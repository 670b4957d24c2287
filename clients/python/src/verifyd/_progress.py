"""What is known of a narrative that is being written: the same for both clients, without calls."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

from verifyd import _arguments, _reading
from verifyd._calls import Conversation
from verifyd._offsets import Offsets
from verifyd.enums import Action
from verifyd.errors import DeadlineExceeded, InvalidArgument, VerifydError
from verifyd.report import Report
from verifyd.results import Finding, Span
from verifyd.v1 import verify_pb2

ReleaseMode = Literal["report", "sentence"]
"""Whether text is released as a whole, by the report, or sentence by sentence."""

METHOD: Final = "VerifyStream"

_UTF8: Final = codecs.getincrementaldecoder("utf-8")


@dataclass(frozen=True, slots=True)
class StreamFinding:
    """A finding that later text may withdraw or replace.

    Attributes:
        id: Its number in the stream.
        finding: The finding, with its place in the narrative.
        holds: Whether it holds its sentence back by itself.
    """

    id: int
    finding: Finding
    holds: bool


@dataclass(frozen=True, slots=True)
class StreamSentence:
    """A sentence, list item or table row that was judged.

    Attributes:
        span: Its place, with the white space behind it.
        action: What its own findings do to it.
    """

    span: Span
    action: Action


@dataclass(frozen=True, slots=True)
class StreamUpdate:
    """What has changed, with places as indices of the narrative.

    Attributes:
        findings: New findings.
        withdrawn_ids: The ids of those that no longer hold, replaced ones among them.
        sentences: Sentences that were judged, or judged anew.
        judged: Up to where the narrative has been judged.
        released: Up to where it may be shown.
    """

    findings: tuple[StreamFinding, ...]
    withdrawn_ids: tuple[int, ...]
    sentences: tuple[StreamSentence, ...]
    judged: int
    released: int


OnUpdate = Callable[[StreamUpdate], object]


class Progress:
    """A narrative so far, and what is known of it.

    Attributes:
        release: What was asked for.
    """

    def __init__(
        self,
        opening: Conversation[None],
        release: ReleaseMode,
        idle_timeout: float,
        on_update: OnUpdate | None,
    ) -> None:
        modes = ("report", "sentence")
        if release not in modes:
            raise _arguments.unknown("release", release, modes, "one of the modes")
        self.release = release
        self._opening: Conversation[None] | None = opening
        self._call: Any = None
        self._idle_s = idle_timeout
        self._on_update = on_update or (lambda update: None)
        self._decoder = _UTF8()
        self._text = io.StringIO()
        self._offsets = Offsets()
        self._findings: dict[int, StreamFinding] = {}
        self._sentences: dict[int, StreamSentence] = {}
        self._by_sentence = False
        self._released = self._released_bytes = 0
        self._report: Report | None = None
        self._is_finished = self._is_over = False
        self._error: BaseException | None = None

    @property
    def narrative(self) -> str:
        """What was written so far."""
        return self._text.getvalue()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that hold now; those of the report, once it is there."""
        return tuple(one.finding for one in tuple(self._findings.values()))

    @property
    def sentences(self) -> tuple[StreamSentence, ...]:
        """The sentences that were judged, in the order of the narrative."""
        return tuple(sorted(self._sentences.values(), key=lambda one: one.span))

    @property
    def released(self) -> str:
        """What may be shown."""
        return self.narrative[: self._released]

    @property
    def released_bytes(self) -> int:
        """The same as a number of bytes."""
        return self._released_bytes

    @property
    def report(self) -> Report | None:
        """The report; None until it is there."""
        return self._report

    def _add(self, piece: str | bytes) -> verify_pb2.VerifyStreamRequest:
        """Take the next piece, and make the part that brings it."""
        self._check_open()
        data = piece if isinstance(piece, bytes) else _arguments.text("piece", piece).encode()
        try:
            self._text.write(self._decoder.decode(data))
        except UnicodeDecodeError as error:
            raise InvalidArgument(f"piece is not UTF-8: {error.reason}", "piece") from None
        return verify_pb2.VerifyStreamRequest(text=data)

    def _check_open(self) -> None:
        if self._is_finished:
            raise InvalidArgument("the narrative is finished: nothing can be added", "stream")

    def _finish(self) -> None:
        """Take no more pieces."""
        self._is_finished = True
        try:
            self._decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            said = f"the narrative ends inside a character: {error.reason}"
            raise InvalidArgument(said, "piece") from None

    def _accept(self, response: verify_pb2.VerifyStreamResponse) -> StreamUpdate | None:
        """Take a response of the server."""
        self._offsets.extend(self.narrative[self._offsets.length :])
        part = response.WhichOneof("part")
        if part == "started":
            self._by_sentence = response.started.release == verify_pb2.RELEASE_MODE_SENTENCE
        elif part == "update":
            return self._update(response.update)
        elif part == "result":
            if not self._is_finished:
                raise _broken("a report came before the end of the narrative")
            self._report = Report(self.narrative, response.result)
        return None

    def _release(self, end: int) -> None:
        if end > self._released:
            self._released, self._released_bytes = end, self._offsets.byte(end)

    def _update(self, update: verify_pb2.VerifyStreamUpdate) -> StreamUpdate:
        offsets = self._offsets
        new = tuple(
            StreamFinding(one.id, _reading.finding(one.finding, offsets), one.holds)
            for one in update.findings
        )
        replaced = (one.replaced_id for one in update.findings if one.replaced_id)
        withdrawn = (*update.withdrawn_ids, *replaced)
        sentences = tuple(
            StreamSentence(offsets.span(one.span), Action(one.action)) for one in update.sentences
        )
        for id_ in withdrawn:
            self._findings.pop(id_, None)
        self._findings.update((one.id, one) for one in new)
        self._sentences.update((one.span.start, one) for one in sentences)
        judged = offsets.index(update.judged_bytes)
        if self._by_sentence:
            # Text that was not sent, or not judged, is not released, whatever the server says.
            self._release(min(judged, offsets.index(update.released_bytes)))
        return StreamUpdate(new, withdrawn, sentences, judged, self._released)

    def _end(self, error: Exception | None) -> None:
        """Take the end of the call. Without a report it has verified nothing."""
        if error is None and self._report is None:
            error = _broken("the stream ended without a report")
        self._error = self._error or error
        if self._error is None and self._report and self._report.action is Action.RELEASE:
            self._release(len(self.narrative))
        self._is_over = True

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _settled(self) -> Report:
        self._check()
        if self._report is None:
            raise _broken("the stream has no report")
        return self._report

    def cancel(self) -> None:
        """End the call, wherever it is."""
        self._is_finished = True
        if not self._is_over:
            self._error = self._error or VerifydError("CANCELLED", "CANCELLED", "it was cancelled")
        if self._call is not None:
            self._call.cancel()

    def _give_up(self) -> NoReturn:
        """End a call that makes no progress."""
        said = f"the server has neither read nor answered for {self._idle_s:g} s"
        error = DeadlineExceeded("DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED", said)
        self._error = self._error or error
        self.cancel()
        raise self._error


def _broken(message: str) -> VerifydError:
    return VerifydError("INTERNAL", "INTERNAL", message)
