"""What every adapter does: ask verifyd, and let on only what it releases."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack

from verifyd import _arguments
from verifyd.aio import AsyncClient
from verifyd.client import Client
from verifyd.enums import Action
from verifyd.errors import DeadlineExceeded, InvalidArgument, Overloaded, Unavailable, VerifydError

if TYPE_CHECKING:
    from verifyd._requests import TranscriptArguments
    from verifyd.transcript_results import ToolCallResult, TranscriptResult
    from verifyd.transcripts import Rules

MARK: Final = "[verifyd] "
"""How all begins that an adapter says to a model.

It quotes values that nothing supports. Whatever has it is left out of later requests, where it
would be the origin of these values. Who writes it otherwise only takes evidence away.
"""

OnError = Literal["hold", "release"]
"""What happens where verifyd cannot be reached, is busy, or is out of time."""

_AWAY: Final = (DeadlineExceeded, Overloaded, Unavailable)
_OF_CALLS: Final = ("detail", "overrides", "agent_id")


@dataclass(frozen=True)
class Judgement:
    """Whether an answer or a tool call may go on.

    Attributes:
        released: Whether it may.
        result: What verifyd found; None where it did not answer.
        error: Why it did not.
    """

    released: bool
    result: TranscriptResult | ToolCallResult | None = None
    error: VerifydError | None = None

    @property
    def feedback(self) -> str:
        """What to send back to the model so that it corrects itself; "" where nothing helps."""
        said = "" if self.released or self.result is None else self.result.feedback()
        return f"{MARK}{said}" if said else ""

    def __str__(self) -> str:
        found = "it was not judged" if self.result is None else f"it is {self.result.decision}"
        return str(self.error or self.feedback.removeprefix(MARK) or found)


class Held(Exception):
    """An answer or a tool call was held back.

    Attributes:
        judgement: Why.
    """

    def __init__(self, judgement: Judgement) -> None:
        super().__init__(f"verifyd holds this back: {judgement}")
        self.judgement = judgement


class Guard:
    """Asks verifyd about the messages and tool calls of an agent.

    Args:
        client: A ``Client``, which is called in a thread, or an ``AsyncClient`` of the same loop.
        on_error: ``release`` lets on where verifyd is away; any other error holds.
        rules: Where values of arguments may come from.
        today: The day that "tomorrow" counts from.
        asked: As for ``Client.verify_transcript``.
    """

    def __init__(
        self,
        client: Client | AsyncClient | None,
        *,
        on_error: OnError = "hold",
        rules: Rules = (),
        today: str = "",
        **asked: Unpack[TranscriptArguments],
    ) -> None:
        if on_error not in ("hold", "release"):
            raise _arguments.unknown("on_error", on_error, ("hold", "release"), "one of")
        self.client = client or Client()
        self._on_error = on_error
        self._rules = rules
        self._asked: dict[str, Any] = {**asked}
        self._today = today

    async def judge(self, messages: Sequence[Any], tools: Sequence[Any] = ()) -> Judgement:
        """Whether the last message may go on, with its tool calls."""
        return await self._ask("verify_transcript", messages, **self._about(messages, tools))

    def judge_now(self, messages: Sequence[Any], tools: Sequence[Any] = ()) -> Judgement:
        """The same with a ``Client``, which blocks."""
        if not isinstance(self.client, Client):
            raise _arguments.wrong("client", self.client, "a Client, in a program without asyncio")
        try:
            return _read(self.client.verify_transcript(messages, **self._about(messages, tools)))
        except VerifydError as error:
            return self._failed(error)

    async def judge_call(
        self, messages: Sequence[Any], call: object, tools: Sequence[Any] = ()
    ) -> Judgement:
        """Whether a tool call may be made."""
        asked = {key: value for key, value in self._asked.items() if key in _OF_CALLS}
        asked |= {"rules": self._rules, "tools": tools, "today": self._today}
        return await self._ask("verify_tool_call", messages, call, **asked)

    async def _ask(self, method: str, *given: Any, **asked: Any) -> Judgement:
        ask = getattr(self.client, method)
        try:
            if iscoroutinefunction(ask):
                return _read(await ask(*given, **asked))
            return _read(await asyncio.to_thread(ask, *given, **asked))
        except VerifydError as error:
            return self._failed(error)

    def _about(self, messages: Sequence[Any], tools: Sequence[Any]) -> dict[str, Any]:
        # Else one without words would be released by what the agent said before.
        last = len(messages) - 1
        return {"message": last, "rules": self._rules, "tools": tools, **self._asked}

    def _failed(self, error: VerifydError) -> Judgement:
        if isinstance(error, InvalidArgument):  # a mistake of the program
            raise error
        is_away = isinstance(error, _AWAY)
        return Judgement(is_away and self._on_error == "release", error=error)


def _read(result: TranscriptResult | ToolCallResult) -> Judgement:
    return Judgement(result.action is Action.RELEASE, result)


def is_feedback(text: object) -> bool:
    """Whether an adapter said this, or a framework that quotes it."""
    return isinstance(text, str) and MARK in text
